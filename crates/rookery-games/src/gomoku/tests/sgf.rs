//! Matches as files, read back by a small reader.

use crate::tests::sgf_reader::{self, Node, moves, value};
use crate::{Credits, Game, Registry, Setup};

fn game(variant: &str, start: &str) -> Box<dyn Game> {
    let setup = Setup {
        variant: variant.to_owned(),
        start: start.to_owned(),
        ..Setup::default()
    };
    let gomoku = Registry::shipped().find("gomoku").unwrap();
    gomoku.start(&setup).unwrap()
}

fn exported(game: &dyn Game, outcome: Option<Option<usize>>) -> Vec<Node> {
    let credits = Credits {
        site: String::new(),
        date: (2026, 11, 27),
        players: ["Anna".to_owned(), "Rookery, level 3".to_owned()],
        outcome,
    };
    sgf_reader::exported(game, &credits, 4)
}

#[test]
fn a_match_is_written_with_its_rules_players_and_moves() {
    let mut match_ = game("renju", "");
    for text in ["h8", "a15", "o1"] {
        let path = match_.read(text).unwrap();
        match_.play(&path).unwrap();
    }
    let nodes = exported(match_.as_ref(), Some(Some(1)));
    for (name, expected) in [
        ("SZ", "15"),
        ("RU", "renju"),
        ("DT", "2026-11-27"),
        ("PB", "Anna"),
        ("PW", "Rookery, level 3"),
        ("RE", "W+R"),
    ] {
        assert_eq!(value(&nodes, name).as_deref(), Some(expected), "{name}");
    }
    assert_eq!((value(&nodes, "PL"), value(&nodes, "PC")), (None, None));
    // Who has not resigned has made a row, which has no margin.
    let mut won = game("", "");
    for text in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"] {
        let path = won.read(text).unwrap();
        won.play(&path).unwrap();
    }
    let row = exported(won.as_ref(), Some(Some(0)));
    assert_eq!(value(&row, "RE").as_deref(), Some("B+"));
    // Letters of the standard: column, then row from the top.
    assert_eq!(moves(&nodes), ["Bhh", "Waa", "Boo"]);
}

/// The rule of each variant as the other pages of the game have it: in caro more than five win whatever stands at the ends.
#[test]
fn the_rule_of_the_rows_is_named() {
    for (variant, rule) in [
        ("standard", "freestyle: five or more"),
        ("exactly-five", "standard: exactly five"),
        ("caro", "caro: five, not closed at both ends, or more"),
        ("renju", "renju"),
    ] {
        let nodes = exported(game(variant, "").as_ref(), None);
        assert_eq!(value(&nodes, "RU").as_deref(), Some(rule), "{variant}");
    }
}

#[test]
fn any_first_position_is_set_up() {
    let start = "15/15/15/15/15/15/8o6/7x7/15/15/15/15/15/15/15 x";
    let nodes = exported(game("standard", start).as_ref(), None);
    for (name, expected) in [("AB", "hh"), ("AW", "ig"), ("PL", "B"), ("RE", "?")] {
        assert_eq!(value(&nodes, name).as_deref(), Some(expected), "{name}");
    }
}
