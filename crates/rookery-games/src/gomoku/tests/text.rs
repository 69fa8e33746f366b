//! Positions and points as text.

use crate::gomoku::position_text::{parse, print};
use crate::gomoku::rules::points::Lattice;
use crate::gomoku::rules::row_rules::{FirstStones, RowRule, TableRules};
use crate::gomoku::tests::{after, after_opening, opening, table};
use rookery_engine::Position;

#[test]
fn points_have_the_names_that_people_read() {
    let small = Lattice::of(15);
    for (name, point) in [
        ("a15", 0),
        ("o15", 14),
        ("h8", 112),
        ("a1", 210),
        ("o1", 224),
    ] {
        assert_eq!(small.find(name), Some(point));
        assert_eq!(small.name(point), name);
    }
    assert_eq!(Lattice::of(19).name(Lattice::of(19).centre()), "j10");
    for stranger in [
        "", "h", "h0", "h16", "p1", "h08", "8h", "H8", "é8", "h 8", "h+8", "h800",
    ] {
        assert_eq!(small.find(stranger), None, "{stranger}");
    }
    for size in [15, 19] {
        let lattice = Lattice::of(size);
        assert!(
            lattice
                .points()
                .all(|p| lattice.find(&lattice.name(p)) == Some(p))
        );
    }
}

#[test]
fn a_position_is_rows_from_the_top_and_the_side_to_move() {
    let position = after(RowRule::Freestyle, "h8 i9 a15");
    let text = "x14/15/15/15/15/15/8o6/7x7/15/15/15/15/15/15/15 o";
    assert_eq!(print(&position), text);
    let again = parse(text, TableRules::default()).unwrap();
    assert_eq!(again.key(), position.key());
    assert_eq!(again.moves(), position.moves());
    let dotted = text.replace("7x7", ".......x.......");
    assert_eq!(print(&parse(&dotted, TableRules::default()).unwrap()), text);
}

#[test]
fn moves_in_order_are_read_as_the_position_after_them() {
    let rules = TableRules::default();
    let position = after(RowRule::Freestyle, "h8 i9 h9");
    for text in ["h8 i9 h9", " H8  I9 H9 "] {
        let read = parse(text, rules).unwrap();
        assert_eq!(
            print(&read),
            "15/15/15/15/15/15/7xo6/7x7/15/15/15/15/15/15/15 o"
        );
        assert_eq!(read.key(), position.key());
    }
    for (text, says) in [
        ("h8 i9 h8", "move 3, 'h8', is not legal"),
        ("h8 p9", "move 2, 'p9', is not a point"),
        ("h8 black", "move 2, 'black', is not legal"),
        (
            "h8 a1 h9 a2 h10 a3 h11 a4 h12 a5",
            "over before move 10, 'a5'",
        ),
    ] {
        let fault = parse(text, rules).unwrap_err();
        assert!(fault.contains(says), "{text}: {fault}");
    }
    let won = parse("h8 a1 h9 a2 h10 a3 h11 a4 h12", rules).unwrap();
    assert_eq!(won.winner(), Some(0));
    let fault = parse("h8 i9 h9", opening(FirstStones::Pro)).unwrap_err();
    assert!(fault.contains("move 3, 'h9', is not legal"), "{fault}");
    let chosen = parse("h8 i9 h9 white g7", opening(FirstStones::Swap)).unwrap();
    let same = after_opening(FirstStones::Swap, "h8 i9 h9 #white g7");
    assert_eq!(chosen.key(), same.key());
}

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/";
    for (last, says) in [
        ("15", "side to move"),
        ("15 o", "side to move"),
        ("14 x", "14 points"),
        ("16 x", "16 points"),
        ("7y7 x", "not a point"),
        ("7x7 x", "side to move"),
        ("2x2x9 o", "2 x and 0 o"),
        ("15/15 x", "16 rows"),
        ("99999999999999999999 x", "99 points"),
        ("xxxxxxxxxxxxxxxxxxxxx o", "21 points"),
    ] {
        let fault = parse(&format!("{empty}{last}"), TableRules::default()).unwrap_err();
        assert!(fault.contains(says), "{last}: {fault}");
    }
    let both = "xxxxx10/15/ooooo10/15/15/15/15/15/15/15/15/15/15/15/15 x";
    assert!(
        parse(both, TableRules::default())
            .unwrap_err()
            .contains("both sides")
    );
    let too_late = both.replace("ooooo10", "oooo1o9");
    let fault = parse(&too_late, TableRules::default()).unwrap_err();
    assert!(fault.contains("was over before"), "{fault}");
    let won = both.replace("ooooo10", "oooo11").replace(" x", " o");
    assert_eq!(
        parse(&won, TableRules::default()).unwrap().winner(),
        Some(0)
    );
    assert!(parse(&won, table(RowRule::Freestyle, 19)).is_err());
}

/// Black's second stone stands outside the middle, and any of its stones may have been the second.
#[test]
fn a_position_by_the_pro_rule_has_a_centre_and_a_stone_outside() {
    let rules = TableRules {
        first_stones: FirstStones::Pro,
        ..TableRules::default()
    };
    let row = |stones: &str| format!("15/15/15/15/15/15/15/{stones}/15/15/15/15/15/15/15 x");
    for (stones, is_possible) in [("7xx1oo3", false), ("7x2x1oo1", true), ("o7x2x2o", false)] {
        assert_eq!(parse(&row(stones), rules).is_ok(), is_possible, "{stones}");
    }
}
