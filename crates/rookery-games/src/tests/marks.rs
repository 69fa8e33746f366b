//! Tests of the marks of the view: the winning line, the mated king, the mill just closed.

use std::collections::BTreeSet;

use crate::api::view::Mark;
use crate::tests::{start, walk};
use crate::{Game, Registry, Setup};

/// The marks by kind and place, in the order of the places.
fn marks(game: &dyn Game) -> Vec<(&'static str, String)> {
    let mut marks: Vec<_> = game
        .marks(&[])
        .into_iter()
        .map(|m| (m.kind, m.at))
        .collect();
    marks.sort();
    marks
}

fn after(game: &str, variant: &str, moves: &str) -> Box<dyn Game> {
    let setup = Setup {
        variant: variant.to_owned(),
        ..Setup::default()
    };
    let mut game = Registry::shipped()
        .find(game)
        .unwrap()
        .start(&setup)
        .unwrap();
    for text in moves.split_whitespace() {
        let path = game.read(text).unwrap();
        game.play(&path).unwrap();
    }
    game
}

fn of(kind: &'static str, places: &str) -> Vec<(&'static str, String)> {
    let places = places.split_whitespace();
    places.map(|at| (kind, at.to_owned())).collect()
}

#[test]
fn the_line_that_won_is_marked() {
    for (game, variant, moves, line) in [
        ("tic-tac-toe", "", "a3 a1 b3 b1", ""),
        ("tic-tac-toe", "", "a3 a1 b3 b1 c3", "a3 b3 c3"),
        ("tic-tac-toe", "", "a1 a2 b2 a3 c3", "a1 b2 c3"),
        // One mark, two lines.
        (
            "tic-tac-toe",
            "",
            "a3 b3 a2 b2 b1 c3 c1 c2 a1",
            "a1 a2 a3 b1 c1",
        ),
        ("gomoku", "", "h8 h9 g8 g9 f8 f9 e8 e9 d8", "d8 e8 f8 g8 h8"),
        ("connect-four", "", "d c d c d c", ""),
        ("connect-four", "", "d c d c d c d", "d1 d2 d3 d4"),
        ("connect-four", "", "a a b b c c d", "a1 b1 c1 d1"),
        (
            "connect-four",
            "4x4",
            "a b b c c d c d d a d",
            "a1 b2 c3 d4",
        ),
        // The stone that joins three and three.
        (
            "connect-four",
            "",
            "a a b b c c e e f f g g d",
            "a1 b1 c1 d1 e1 f1 g1",
        ),
    ] {
        let game = after(game, variant, moves);
        assert_eq!(marks(game.as_ref()), of("line", line), "{moves}");
        assert_eq!(game.ending().is_some(), !line.is_empty(), "{moves}");
    }
}

/// On random games: marks of a line are there exactly where somebody has won, and hold the last stone.
#[test]
fn only_a_won_game_has_a_line_and_it_is_the_winners() {
    let mut seen = BTreeSet::new();
    walk(21, |game_type, game, _| {
        let line: Vec<Mark> = game
            .marks(&[])
            .into_iter()
            .filter(|m| m.kind == "line")
            .collect();
        let Some(winner) = game.ending().and_then(|ending| ending.winner) else {
            assert!(line.is_empty(), "{}", game.position());
            return;
        };
        let least = match game_type.name() {
            "tic-tac-toe" => 3,
            "connect-four" => 4,
            "gomoku" => 5,
            _ => return,
        };
        assert!(line.len() >= least, "{}", game.position());
        let pieces = game.pieces();
        let is_winners = |mark: &Mark| pieces.iter().any(|p| p.at == mark.at && p.side == winner);
        assert!(line.iter().all(is_winners), "{}", game.position());
        seen.insert(game_type.name());
    });
    assert_eq!(seen.len(), 3, "{seen:?}");
}

#[test]
fn a_king_in_check_and_a_king_that_is_mated_are_told_apart() {
    let check = after("chess", "", "e4 f5 Qh5");
    assert_eq!(marks(check.as_ref()), of("check", "e8"));
    let mate = after("chess", "", "f3 e5 g4 Qh4");
    assert_eq!(marks(mate.as_ref()), of("mate", "e1"));
    assert_eq!(mate.marks(&[])[0].say.id, "chess-mark-mate");
    let stalemate = Setup {
        start: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".to_owned(),
        ..Setup::default()
    };
    let stalemate = Registry::shipped()
        .find("chess")
        .unwrap()
        .start(&stalemate)
        .unwrap();
    assert_eq!(marks(stalemate.as_ref()), []);
}

#[test]
fn the_mill_that_was_just_closed_is_marked_until_the_next_move() {
    let moves = "a7 b4 d7 d2 g7xb4";
    let mut game = after("morabaraba", "", moves);
    assert_eq!(marks(game.as_ref()), of("mill", "a7 d7 g7"));
    let path = game.read("b4").unwrap();
    game.play(&path).unwrap();
    assert_eq!(marks(game.as_ref()), [], "it is not just closed any more");
    let two = after("morabaraba", "", "a7 b4 d7 d2 g4 f2 g1 b6 g7xb4");
    assert_eq!(marks(two.as_ref()), of("mill", "a7 d7 g1 g4 g7"));
    assert_eq!(
        marks(start(Registry::shipped().find("morabaraba").unwrap()).as_ref()),
        []
    );
}

#[test]
fn a_column_of_connect_four_has_one_name_on_the_board_and_in_the_list() {
    for variant in Registry::shipped().find("connect-four").unwrap().variants() {
        let mut game = after("connect-four", variant.key, "");
        let files = game.board().coords.files;
        let names: Vec<String> = game.legal().into_iter().map(|l| l.alt[0].clone()).collect();
        let mut sorted = names.clone();
        sorted.sort();
        assert_eq!(sorted.concat(), files);
        for (file, digit) in files.chars().zip(1..) {
            for text in [file.to_string(), i32::to_string(&digit)] {
                assert_eq!(game.read(&text).unwrap(), [file.to_string()], "{text}");
            }
        }
        let path = game.read("1").unwrap();
        assert_eq!(game.play(&path).unwrap().notation, "a");
    }
}

#[test]
fn a_pass_is_called_pass_wherever_it_is_written() {
    let blocked = Setup {
        start: "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- X".to_owned(),
        ..Setup::default()
    };
    let mut game = Registry::shipped()
        .find("othello")
        .unwrap()
        .start(&blocked)
        .unwrap();
    let legal = game.legal();
    assert_eq!((legal.len(), legal[0].alt[0].as_str()), (1, "pass"));
    for text in ["pass", "Pass", "PASS", "#pass", "pa", "PA", "ps", "--"] {
        assert_eq!(game.read(text).unwrap(), ["#pass"], "{text}");
    }
    assert_eq!(game.choices()[0].label.id, "othello-pass");
    assert_eq!(game.play(&["#pass".to_owned()]).unwrap().notation, "pass");
}
