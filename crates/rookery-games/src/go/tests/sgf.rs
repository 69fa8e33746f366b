//! Matches as files, read back by a small reader.

use crate::go::tests::game;
use crate::tests::sgf_reader::{self, Node, moves, value};
use crate::{Credits, Game};

fn exported(game: &dyn Game, outcome: Option<Option<usize>>) -> Vec<Node> {
    let credits = Credits {
        site: "Club [9]:\t\\".to_owned(),
        date: (2026, 1, 9),
        players: ["a [b]: \\c\n".to_owned(), "Ö".to_owned()],
        outcome,
    };
    sgf_reader::exported(game, &credits, 1)
}

fn play(game: &mut dyn Game, moves: &str) {
    for text in moves.split_whitespace() {
        let path = game.read(text).unwrap();
        game.play(&path).unwrap();
    }
}

#[test]
fn a_match_is_written_with_its_rules_players_and_moves() {
    let mut match_ = game("7x7", &[("komi", "6-5")], "");
    play(match_.as_mut(), "d4 a7 g1 pass pass");
    let nodes = exported(match_.as_ref(), Some(Some(1)));
    for (name, expected) in [
        ("SZ", "7"),
        ("KM", "6.5"),
        ("PC", "Club [9]:\\"),
        ("DT", "2026-01-09"),
        ("PB", "a [b]: \\c"),
        ("PW", "Ö"),
        // Two black stones, one white one, and a region that reaches both.
        ("RE", "W+5.5"),
    ] {
        assert_eq!(value(&nodes, name).as_deref(), Some(expected), "{name}");
    }
    assert_eq!(
        (
            value(&nodes, "HA"),
            value(&nodes, "AB"),
            value(&nodes, "PL")
        ),
        (None, None, None)
    );
    // Letters of the standard: column, then row from the top.
    assert_eq!(moves(&nodes), ["Bdd", "Waa", "Bgg", "W", "B"]);
}

#[test]
fn a_handicap_and_an_unfinished_match_are_told() {
    let mut match_ = game("", &[("handicap", "2")], "");
    play(match_.as_mut(), "j9");
    let nodes = exported(match_.as_ref(), None);
    for (name, expected) in [
        ("HA", "2"),
        ("AB", "gc cg"),
        ("PL", "W"),
        ("RE", "?"),
        ("KM", "0.5"),
    ] {
        assert_eq!(value(&nodes, name).as_deref(), Some(expected), "{name}");
    }
    assert_eq!(nodes[1], [("W".to_owned(), vec!["ia".to_owned()])]);
    let won = exported(match_.as_ref(), Some(Some(0)));
    assert_eq!(value(&won, "RE").as_deref(), Some("B+R"), "White resigned");
    let drawn = exported(match_.as_ref(), Some(None));
    assert_eq!(value(&drawn, "RE").as_deref(), Some("0"));
}

#[test]
fn any_first_position_is_set_up() {
    let match_ = game("5x5", &[], "5/1x3/2o2/5/5 x");
    let nodes = exported(match_.as_ref(), None);
    for (name, expected) in [("AB", "bb"), ("AW", "cc"), ("PL", "B")] {
        assert_eq!(value(&nodes, name).as_deref(), Some(expected), "{name}");
    }
}
