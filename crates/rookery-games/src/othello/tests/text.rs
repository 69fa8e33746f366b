//! Positions and moves as text, refusals, passes and ends as people see them.

use crate::othello::notation;
use crate::othello::position::Othello;
use crate::tests::texts::assert_is_said;
use crate::{Error, Game, Message, Registry, Setup};

/// Light has answered everywhere: dark has no square, light has h8.
const MUST_PASS: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- X";

fn start(position: &str) -> Result<Box<dyn Game>, Error> {
    Registry::shipped().find("othello").unwrap().start(&Setup {
        start: position.to_owned(),
        ..Setup::default()
    })
}

#[test]
fn the_start_is_written_row_by_row() {
    let text = notation::print(&Othello::default());
    assert_eq!(
        text,
        "---------------------------OX------XO--------------------------- X"
    );
    assert_eq!(
        notation::parse(&text.replace('X', "*").to_lowercase()),
        Ok(Othello::default())
    );
}

#[test]
fn positions_that_cannot_be_say_why() {
    let start_text = notation::print(&Othello::default());
    for (text, reason) in [
        ("XO", "these are 2"),
        (
            &start_text.replace("- X", "- Z"),
            "'Z' is not a side to move",
        ),
        (
            &start_text.replacen('-', "?", 1),
            "'?' on a1 is not a square",
        ),
        (&start_text.replacen('O', "-", 1), "never empty"),
    ] {
        let Err(Error::Position(said)) = start(text) else {
            panic!("{text} was read")
        };
        assert!(said.contains(reason), "{text}: {said}");
    }
}

#[test]
fn a_forced_pass_is_a_move_with_a_button() {
    let mut game = start(MUST_PASS).unwrap();
    let legal = game.legal();
    assert_eq!(legal.len(), 1);
    assert_eq!(legal[0].path, ["#pass"]);
    assert_eq!(legal[0].say.id, "othello-say-pass");
    assert_eq!(game.choices().len(), 1);
    assert_eq!(game.task(&[]).unwrap().id, "othello-task-pass");
    for text in ["pa", "PA", "--", "ps", "pass", "#pass"] {
        assert_eq!(game.read(text).unwrap(), ["#pass"]);
    }
    let reason = |game: &dyn Game, text: &str| match game.read(text) {
        Err(Error::Illegal(message)) => message.id,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(reason(game.as_ref(), "h8"), "othello-illegal-must-pass");
    assert_eq!(reason(game.as_ref(), "a1"), "illegal-occupied");
    let played = game.play(&["#pass".to_owned()]).unwrap();
    assert_eq!(played.notation, "pass");
    assert!(
        played.squares.is_empty(),
        "nothing on the board is outlined"
    );
    assert!(game.choices().is_empty());
    let path = game.read("h8").unwrap();
    game.play(&path).unwrap();
    let ending = game.ending().unwrap();
    assert_eq!((ending.winner, ending.reason), (Some(1), "more-discs"));
}

#[test]
fn a_move_that_turns_nothing_and_an_early_pass_are_explained() {
    let game = start("").unwrap();
    for (text, id) in [
        ("a1", "othello-illegal-turns-nothing"),
        ("A1", "othello-illegal-turns-nothing"),
        ("e4", "illegal-occupied"),
        ("E4", "illegal-occupied"),
        ("#pass", "othello-illegal-pass"),
        ("Pass", "othello-illegal-pass"),
        ("pa", "othello-illegal-pass"),
    ] {
        let Err(Error::Illegal(message)) = game.read(text) else {
            panic!("{text} was read")
        };
        assert_eq!(message.id, id);
    }
}

#[test]
fn ends_before_the_board_is_full_are_named() {
    for (text, winner, reason) in [
        (
            "---------------------------OO------OO--------------------------- X",
            Some(1),
            "no-discs",
        ),
        (
            "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO------- X",
            Some(0),
            "nobody-can-move",
        ),
        (
            "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO O",
            None,
            "as-many-discs",
        ),
    ] {
        let ending = start(text).unwrap().ending().unwrap();
        assert_eq!((ending.winner, ending.reason), (winner, reason), "{text}");
        assert_is_said(&ending.say);
        assert_is_said(ending.brief.as_ref().unwrap());
    }
}

/// Discs counted by hand; the squares that stay empty count for the winner.
#[test]
fn an_end_is_said_with_its_score() {
    for (text, id, winner, [more, fewer, empty, total]) in [
        (
            "OOOOOOOX/OOOOOOOX/OXOXOXXX/OOOOXXOX/OOOOXXOX/OOXXXXXX/XOXXXXXX/XXXXXXXX X",
            "othello-end-full",
            0,
            [34_i64, 30, 0, 34],
        ),
        (
            "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/O------- X",
            "othello-end-blocked",
            0,
            [56, 1, 7, 63],
        ),
        (
            "--------/--------/--------/---OO---/---OO---/--------/--------/-------- X",
            "othello-end-no-discs",
            1,
            [4, 0, 60, 64],
        ),
    ] {
        let ending = start(text).unwrap().ending().unwrap();
        let side = |side: usize| Message::new(["othello-side-0", "othello-side-1"][side]);
        let say = Message::new(id)
            .with("winner", side(winner))
            .with("loser", side(1 - winner))
            .with("more", more)
            .with("fewer", fewer)
            .with("empty", empty)
            .with("total", total);
        assert_eq!(ending.say, say, "{text}");
        let brief = Message::new("othello-brief-discs")
            .with("more", more)
            .with("fewer", fewer);
        assert_eq!(ending.brief, Some(brief), "{text}");
    }
}

/// f5 turns e5 alone, and f6 turns it back.
#[test]
fn a_move_is_said_with_its_square_and_the_discs_that_it_turns() {
    let mut game = start("").unwrap();
    for (text, side) in [("f5", "othello-side-0"), ("f6", "othello-side-1")] {
        let path = game.read(text).unwrap();
        let played = game.play(&path).unwrap();
        let expected = Message::new("othello-say-move")
            .with("side", Message::new(side))
            .with("square", text)
            .with("count", 1_i64);
        assert_eq!(played.say, expected);
    }
}
