//! Tests of texts for people: positions, the board, and the reasons for refused moves.

use crate::BoardGame;
use crate::mills::tests::table::{assert_paths_are_legal_or_refused, refusal};
use crate::nine_mens_morris::tests::{Table, game};

/// The text's own meaning, read off by eye.
#[test]
fn the_rings_run_clockwise_from_the_top() {
    let text = "O@******/O*******/*******@ w p p 2 7 2 7 board:9";
    let position = game(&[]).parse(text).unwrap();
    let men: Vec<(String, usize)> = game(&[])
        .pieces(&position)
        .into_iter()
        .map(|m| (m.at, m.side))
        .collect();
    let expected = [("a7", 1), ("d6", 0), ("d5", 0), ("e5", 1)];
    assert_eq!(men, expected.map(|(at, side)| (at.to_owned(), side)));
    assert_eq!(position.hand(0), 7);
}

#[test]
fn a_position_that_cannot_be_says_why() {
    let cases = [
        (
            "",
            "for example ********/********/******** w p p 0 9 0 9 board:9",
        ),
        (
            "X*******/********/******** w p p 0 9 0 9 board:9",
            "write O for a white man, @ for a black man",
        ),
        (
            "********/********/******** x p p 0 9 0 9 board:9",
            "w (white) or b (black), not 'x'",
        ),
        (
            "********/********/******** w p p 0 10 0 9 board:9",
            "each is 0 to 9",
        ),
        (
            "OO******/********/******** w p p 2 8 0 9 board:9",
            "white has 10 men in all; a side has 9",
        ),
        (
            "********/********/******** b p p 0 9 0 9 board:9",
            "one black man more",
        ),
        (
            "OO******/********/***@@*** w m s 2 0 2 0 board:9",
            "both sides have two men",
        ),
        (
            "********/********/******** w p p 0 9 0 9 board:12d",
            "board:9 (nine men, without diagonals), not 'board:12d'",
        ),
        (
            "OOO*****/********/***@@@** w m s 3 0 3 0 board:9 last:d1-d2,formed,broke",
            "after board:9 comes quiet:N",
        ),
    ];
    for (text, expected) in cases {
        let error = game(&[]).parse(text).unwrap_err();
        assert!(error.contains(expected), "{text}\n  says: {error}");
    }
}

#[test]
fn a_refusal_names_the_rule() {
    let placing = Table::new(&[], "**O*@O**/**@*@*@*/*O**@**O w p p 4 4 5 4 board:9");
    let moving = "***@****/*O*@@*@O/OO****@O w m s 5 0 5 0 board:9";
    let walking = Table::new(&[("flying", "off")], moving);
    let moving = Table::new(&[], moving);
    let walled = Table::new(&[], "********/O*******/@O@O@O@O w m s 5 0 4 0 board:9");
    let double = "O***@***/*O**@**O/O***@*** w p p 4 5 3 5 board:9";
    let double = Table::new(&[("double-mill", "two")], double);
    let lasker = "**O*****/*****@**/******** w p p 1 9 1 9 board:10";
    let lasker = Table::new(&[("variant", "lasker")], lasker);
    let cases = [
        (&placing, "h8", Some("no-point h8")),
        (&placing, "d1", Some("occupied d1")),
        (&placing, "a7,a4", Some("place-first")),
        (&placing, "b4-c4", Some("place-first")),
        (&placing, "d6-d5", Some("place-first")),
        (&placing, "d7", Some("must-remove")),
        (&placing, "d7,d1", Some("protected d1")),
        (&placing, "d7,b4", None),
        (&placing, "d6,b4", Some("no-mill d6")),
        (&moving, "d6", Some("no-man d6")),
        (&moving, "e3,d3", Some("not-your-man e3")),
        (&moving, "d7,d5", Some("not-adjacent d5 d7")),
        (&moving, "b6,a7", Some("occupied a7")),
        (&moving, "b6,c5", Some("not-adjacent c5 b6")),
        (&walking, "b6,c5", Some("not-adjacent-no-flying c5 b6")),
        (&moving, "d7,d6", Some("must-remove")),
        (&moving, "d7-d6xe3", None),
        (&moving, "d7,d6,e3,f2", Some("one-removal")),
        (&moving, "d7,d6,b6", Some("own-man b6")),
        (&moving, "d7,d6,a1", Some("nothing-to-remove a1")),
        (&walled, "a7,a4", Some("man-blocked a7")),
        (&double, "d6", Some("must-remove")),
        (&double, "d6,d1", Some("must-remove-second")),
        (&double, "d6,d1,d2", None),
        (&double, "d6,d1,d1", Some("nothing-to-remove d1")),
        (&double, "d6,d1,d2,d3", Some("two-removals")),
        // Men may move from the start: only there is none.
        (&lasker, "d6-d5", Some("no-man d6")),
        (&lasker, "b2-b4", Some("not-your-man b2")),
        (&lasker, "e4-e5", None),
    ];
    for (table, path, expected) in cases {
        let text = table.game.print(table.position());
        assert_eq!(
            refusal(table, path).as_deref(),
            expected,
            "{path} in {text}"
        );
    }
}

/// A man from the hand that closes two mills, where two men go: the second choice is asked for in words of its own.
#[test]
fn the_second_removal_has_a_task_of_its_own() {
    let tapped = ["d7", "b4"].map(str::to_owned);
    let task = |chosen: &[(&str, &str)], taps: usize| {
        let table = Table::new(chosen, "");
        let game = &table.game;
        game.task(table.position(), &tapped[..taps]).unwrap().id
    };
    let two = [("double-mill", "two")];
    assert_eq!(task(&two, 1), "nine-mens-morris-task-remove");
    assert_eq!(task(&two, 2), "nine-mens-morris-task-remove-second");
    assert_eq!(task(&[], 2), "nine-mens-morris-task-remove");
}

#[test]
fn every_path_is_legal_or_refused() {
    for start in [
        "**O*@O**/**@*@*@*/*O**@**O w p p 4 4 5 4 board:9",
        "***@****/*O*@@*@O/OO****@O w m s 5 0 5 0 board:9",
        "****@*O*/*@*O*@**/O**@***@ w m s 3 0 5 0 board:9",
    ] {
        assert_paths_are_legal_or_refused(&Table::new(&[], start));
    }
}

#[test]
fn the_board_is_drawn_without_diagonals() {
    let lines = game(&[]).board().lines.into_iter();
    let mut lines: Vec<String> = lines
        .map(|(a, b)| format!("{}-{}", (&a).min(&b), (&a).max(&b)))
        .collect();
    lines.sort();
    assert_eq!(
        lines.join(" "),
        "a1-a7 a1-g1 a4-c4 a7-g7 b2-b6 b2-f2 b6-f6 c3-c5 c3-e3 c5-e5 d1-d3 d5-d7 e3-e5 e4-g4 f2-f6 g1-g7"
    );
}

/// Two rings: eight sides of three points, and four lines of two points between the rings. One ring: four sides and the four
/// lines through the centre.
#[test]
fn the_boards_of_the_variants_are_drawn_with_their_lines() {
    for (variant, expected) in [
        (
            "six",
            "a1-a7 a1-g1 a4-c4 a7-g7 c3-c5 c3-e3 c5-e5 d1-d3 d5-d7 e3-e5 e4-g4 g1-g7",
        ),
        ("three", "b2-b6 b2-f2 b2-f6 b4-f4 b6-f2 b6-f6 d2-d6 f2-f6"),
    ] {
        let lines = game(&[("variant", variant)]).board().lines.into_iter();
        let mut lines: Vec<String> = lines
            .map(|(a, b)| format!("{}-{}", (&a).min(&b), (&a).max(&b)))
            .collect();
        lines.sort();
        assert_eq!(lines.join(" "), expected, "{variant}");
    }
}

/// In Lasker's game a tap on an own man begins a move, one on an empty point places.
#[test]
fn the_first_tap_of_laskers_game_says_what_the_move_is() {
    let text = "**O*****/*****@**/******** w p p 1 9 1 9 board:10";
    let table = Table::new(&[("variant", "lasker")], text);
    let task = |taps: &[&str]| {
        let taps: Vec<String> = taps.iter().map(|&tap| tap.to_owned()).collect();
        table.game.task(table.position(), &taps).unwrap().id
    };
    assert_eq!(task(&[]), "nine-mens-morris-task-place-or-move");
    assert_eq!(task(&["e4"]), "nine-mens-morris-task-move-to");
    // d5 is empty; its number is 0.
    assert_eq!(task(&["d5"]), "nine-mens-morris-task-remove");
    assert_eq!(task(&["a1"]), "nine-mens-morris-task-remove");
}
