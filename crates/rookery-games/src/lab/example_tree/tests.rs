//! Published figures for the example trees.

use crate::{Registry, Setup};
use rookery_engine::{Control, Driver, Request, SearchReport, Technique, Techniques, Value};

fn search(tree: &str, driver: Driver) -> SearchReport {
    let setup = Setup {
        start: tree.to_owned(),
        ..Setup::default()
    };
    let game = Registry::shipped()
        .find_any("example-tree")
        .unwrap()
        .start(&setup)
        .unwrap();
    let kept = Techniques::of(&[Technique::AlphaBeta, Technique::Pvs]);
    let request = Request {
        driver,
        depth: 16,
        off: Techniques::of(&Technique::ALL).without(kept),
        ..Request::default()
    };
    game.search(&request, &Control::unlimited())
}

#[test]
fn the_first_tree_is_worth_two_and_hides_a_leaf() {
    let full = search("", Driver::Minimax);
    assert_eq!((full.lines[0].value, full.leaves), (Value::Cp(200), 4));
    // After 1 in the second branch Min has refuted it: 8 is not looked at.
    let cut = search("", Driver::AlphaBeta);
    assert_eq!((cut.lines[0].value, cut.leaves), (Value::Cp(200), 3));
    assert_eq!(cut.lines[0].notation, ["a", "a"]);
    let min = search("((2 7)(1 8)) min", Driver::Minimax);
    assert_eq!(
        min.lines[0].value,
        Value::Cp(-700),
        "Min must let Max have 7"
    );
}

#[test]
fn perfect_order_leaves_what_knuth_and_moore_counted() {
    for (branches, plies, leaves) in [
        (3, 2, 5),
        (3, 3, 11),
        (3, 4, 17),
        (4, 4, 31),
        (5, 4, 49),
        (10, 3, 109),
        (10, 4, 199),
    ] {
        let tree = format!("best {branches} {plies}");
        for driver in [Driver::AlphaBeta, Driver::Pvs] {
            assert_eq!(search(&tree, driver).leaves, leaves, "{tree} {driver:?}");
        }
        let all = search(&tree, Driver::Minimax).leaves;
        assert_eq!(all, (branches as u64).pow(plies));
    }
}

#[test]
fn trees_are_read_back() {
    let game_type = Registry::shipped().find_any("example-tree").unwrap();
    let start = |text: &str| {
        let setup = Setup {
            start: text.to_owned(),
            ..Setup::default()
        };
        game_type.start(&setup)
    };
    for text in ["((2 7)(1 8)) max", "(((-3)(4 5))((6)(-7 8))) min"] {
        assert_eq!(start(text).unwrap().position(), text);
    }
    let best = start("best 2 2").unwrap().position();
    assert_eq!(best, "((0 1)(-1 0)) max");
    for (text, why) in [
        ("(1 (2 3))", "all leaves must have the same depth"),
        ("((1 2)", "instead of the end"),
        ("(1 2) 3", "'3' follows after the tree is closed"),
        ("(1 x)", "instead of 'x'"),
        ("()", "a node has 1 to 26 branches"),
        ("7", "a tree has at least one branch"),
        ("(1 9999)", "9999 is beyond 199 points"),
        ("(1 -2147483648)", "-2147483648 is beyond 199 points"),
        ("best 9", "best is followed by branches"),
        ("best 26 16", "best is followed by branches"),
    ] {
        let error = start(text).err().unwrap().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn the_trees_stand_in_no_list() {
    assert!(
        Registry::shipped()
            .all()
            .iter()
            .all(|game_type| game_type.name() != "example-tree")
    );
    assert!(Registry::shipped().find("example-tree").is_err());
}
