//! Positions, points and moves as text.

use std::collections::BTreeSet;

use crate::Message;
use crate::api::view::Zone;
use crate::go::position_text;
use crate::go::rules::go_rules::GoRules;
use crate::go::tests::{game, play, read};
use rookery_engine::Position;

#[test]
fn a_position_is_rows_from_the_top_side_passes_and_barred_points() {
    let mut position = read(5, "5/1xo2/xo1o1/1xo2/5 x");
    play(&mut position, "c3");
    let text = "5/1xo2/x1xo1/1xo2/5 o 0 b3";
    assert_eq!(position_text::print(&position), text);
    let again = read(5, text);
    assert_eq!((&again, again.key()), (&position, position.key()));
    let short = read(5, "5/5/2x2/5/5 o");
    assert_eq!(position_text::print(&short), "5/5/2x2/5/5 o 0 -");
    assert_eq!(read(5, "5/5/..x../5/5 o"), short);
    // An earlier board that is barred makes another position of the same stones.
    let free = read(5, "5/1xo2/x1xo1/1xo2/5 o");
    assert_ne!((&free, free.key()), (&position, position.key()));
    assert_eq!(free.count_moves(), position.count_moves() + 1);
}

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    for (text, says) in [
        ("", "rows than 5"),
        ("5/5/5/5 x", "rows than 5"),
        ("5/5/5/5/5", "side to move"),
        ("5/5/5/5/5 b", "side to move"),
        ("5/5/5/5/4 x", "4 points"),
        ("5/5/5/5/6 x", "6 points"),
        ("5/5/5/5/99999999999999999999 x", "180 points"),
        ("5/5/2y2/5/5 x", "not a point"),
        ("5/5/5/5/5 x 3", "passes"),
        ("5/5/5/5/5 x 0 i1", "not a point of the board"),
        ("5/5/5/5/5 x 0 a1,", "not a point of the board"),
        ("5/5/5/5/5 x 0 - x", "too much"),
        ("5/5/2x2/5/5 x 0 c3", "anyway"),
        ("5/5/5/o4/1o3 x 0 a1", "anyway"),
        ("5/5/5/x4/ox3 x", "the chain of a1 has no liberty"),
        ("xxxxx/xxxxx/xxxxx/xxxxx/xxxxx o", "no liberty"),
    ] {
        let fault = position_text::parse(text, GoRules::usual(5)).unwrap_err();
        assert!(fault.contains(says), "{text}: {fault}");
    }
}

/// Among programs it is called so as well; its path is read, too.
#[test]
fn other_programs_pass_by_the_name_or_by_the_path() {
    for text in ["pass", "#pass"] {
        let mut game = game("", &[], "");
        game.play_coordinates("e5").unwrap();
        game.play_coordinates(text).unwrap();
        let expected = "9/9/9/9/4x4/9/9/9/9 x 1 -";
        assert_eq!(game.position(), expected, "{text}");
    }
    assert!(game("", &[], "").play_coordinates("#fail").is_err());
}

#[test]
fn moves_are_read_in_either_case_and_a_pass_is_called_pass() {
    let game = game("", &[], "");
    for (text, path) in [
        ("j9", "j9"),
        ("J9", "j9"),
        ("h1", "h1"),
        ("pass", "#pass"),
        ("PASS", "#pass"),
        ("#pass", "#pass"),
    ] {
        assert_eq!(game.read(text).unwrap(), [path], "{text}");
    }
    for text in ["i5", "k1", "a0", "a10", "tt", "e5,e5"] {
        assert!(game.read(text).is_err(), "{text}");
    }
    assert_eq!(game.choices()[0].token, "#pass");
    assert_eq!(game.board().coords.files, "abcdefghj");
}

#[test]
fn a_refusal_names_the_rule() {
    for (start, at, id) in [
        ("9/9/9/9/4x4/9/9/9/9 o", "e5", "illegal-occupied"),
        ("9/9/9/9/9/9/9/o8/1o7 x", "a1", "go-illegal-suicide"),
        ("9/9/9/4xo3/3x1xo2/4xo3/9/9/9 o 0 e5", "e5", "go-illegal-ko"),
    ] {
        let game = game("", &[], start);
        assert_eq!(game.why_not(&[at.to_owned()]).id, id, "{start}");
    }
    let ko = game("", &[], "9/9/9/4xo3/3x1xo2/4xo3/9/9/9 o 0 e5");
    let marks = ko.marks(&[]);
    assert_eq!(marks.len(), 1);
    assert_eq!((marks[0].kind, marks[0].at.as_str()), ("forbidden", "e5"));
    assert_eq!(marks[0].say.id, "go-mark-ko");
}

#[test]
fn after_the_game_each_free_point_is_marked_for_whom_it_counts() {
    // Black has a wall on column c and two columns behind it, White one on d and one behind it.
    let mut game = game("5x5", &[], "2xo1/2xo1/2xo1/2xo1/2xo1 x");
    let texts = |zones: Vec<Zone>| zones.into_iter().map(|zone| zone.text).collect::<Vec<_>>();
    let komi = Message::new("go-zone-komi").with("area", 10_i64);
    assert_eq!(texts(game.zones()), [None, Some(komi.with("komi", "24"))]);
    assert_eq!(game.marks(&[]), []);
    for _ in 0..2 {
        game.play(&["#pass".to_owned()]).unwrap();
    }
    let of = |kind: &str| -> BTreeSet<String> {
        let marks = game.marks(&[]).into_iter();
        marks
            .filter(|mark| mark.kind == kind)
            .map(|mark| mark.at)
            .collect()
    };
    let points = |columns: &str| -> BTreeSet<String> {
        let rows = |column: char| (1..=5).map(move |row| format!("{column}{row}"));
        columns.chars().flat_map(rows).collect()
    };
    assert_eq!([of("area-dark"), of("area-light")], ["ab", "e"].map(points));
    let area = |id, area: i64| Message::new(id).with("area", area).with("komi", "24");
    let sums =
        [("go-zone-area", 15), ("go-zone-area-komi", 10)].map(|(id, sum)| Some(area(id, sum)));
    assert_eq!(texts(game.zones()), sums);
}

#[test]
fn komi_is_the_usual_one_of_the_board_or_the_one_that_was_chosen() {
    for (variant, options, words) in [
        ("9x9", &[][..], "7"),
        ("7x7", &[], "9"),
        ("6x6", &[], "4"),
        ("5x5", &[], "24"),
        ("9x9", &[("komi", "6-5")], "6.5"),
        ("9x9", &[("komi", "0")], "0"),
        ("9x9", &[("handicap", "2")], "0.5"),
        ("9x9", &[("handicap", "2"), ("komi", "0-5")], "0.5"),
        ("9x9", &[("handicap", "2"), ("komi", "7")], "7"),
    ] {
        let mut game = game(variant, options, "");
        for _ in 0..2 {
            game.play(&["#pass".to_owned()]).unwrap();
        }
        let say = game.ending().unwrap().say;
        let komi = say.args.iter().find(|(name, _)| *name == "komi");
        assert_eq!(komi.unwrap().1, words.into(), "{variant} {options:?}");
    }
}
