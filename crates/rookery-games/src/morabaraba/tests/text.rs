//! Tests of texts for people: positions, and the reasons for refused moves.

use crate::BoardGame;
use crate::mills::tests::table::{assert_paths_are_legal_or_refused, refusal};
use crate::morabaraba::MorabarabaGame;
use crate::morabaraba::tests::{Table, game};
use rookery_engine::Position;

/// The text's own meaning, read off by eye: light d5, dark e5; light on b6's ring-neighbour d6; dark a7.
#[test]
fn the_rings_run_clockwise_from_the_top() {
    let text = "O@******/O*******/*******@ b p p 2 10 2 10 board:12d";
    let position = game(&[]).parse(text).unwrap();
    let men: Vec<(String, usize)> = game(&[])
        .pieces(&position)
        .into_iter()
        .map(|m| (m.at, m.side))
        .collect();
    let expected = [("a7", 0), ("d6", 1), ("d5", 1), ("e5", 0)];
    assert_eq!(men, expected.map(|(at, side)| (at.to_owned(), side)));
    assert_eq!(position.hand(0), 10);
}

#[test]
fn a_position_that_cannot_be_says_why() {
    let cases = [
        ("", "there are 0 fields"),
        (
            "********/******** b p p 0 12 0 12 board:12d",
            "three rings of eight",
        ),
        (
            "*******/********/******** b p p 0 12 0 12 board:12d",
            "three rings of eight",
        ),
        (
            "X*******/********/******** b p p 0 12 0 12 board:12d",
            "'X' on d5 is not known",
        ),
        (
            "********/********/******** x p p 0 12 0 12 board:12d",
            "w (light) or b (dark), not 'x'",
        ),
        (
            "********/********/******** b m s 0 12 0 12 board:12d",
            "must be 'p p', not 'm s'",
        ),
        (
            "********/********/******** b p r 0 12 0 12 board:12d",
            "middle of a turn",
        ),
        (
            "********/********/******** b p p 1 11 0 12 board:12d",
            "the rings show 0",
        ),
        (
            "********/********/******** b p p 0 13 0 12 board:12d",
            "each is 0 to 12",
        ),
        (
            "********/********/******** b p p 0 x 0 12 board:12d",
            "each is 0 to 12",
        ),
        (
            "OO******/********/******** b p p 2 11 0 12 board:12d",
            "light has 13 cows in all",
        ),
        (
            "O*******/********/***@@@** b m s 1 0 3 0 board:12d",
            "light has 1 cow in all",
        ),
        (
            "OO******/********/***@@*** b m s 2 0 2 0 board:12d",
            "both sides have two cows",
        ),
        (
            "********/********/******** w p p 0 12 0 12 board:12d",
            "must hold one light cow more",
        ),
        (
            "********/********/******** b p p 0 11 0 12 board:12d",
            "must hold equally many cows",
        ),
        (
            "********/********/******** b p p 0 12 0 12",
            "add board:12d",
        ),
        (
            "********/********/******** b p p 0 12 0 12 board:9",
            "not 'board:9'",
        ),
        (
            "********/********/******** b p p 0 12 0 12 board:12d ids:nodes",
            "'ids:nodes' is not understood",
        ),
        (
            "********/********/******** b p p 0 12 0 12 board:12d quiet:3",
            "cows in hand",
        ),
        (
            "OOO*****/********/***@@@** b m s 3 0 3 0 board:12d quiet:x",
            "'quiet:x' must be the number",
        ),
        (
            "OOO*****/********/***@@@** b m s 3 0 3 0 board:12d last:d1",
            "must look like last:d2-d1",
        ),
        (
            "OOO*****/********/***@@@** b m s 3 0 3 0 board:12d last:z1-d1,formed,broke",
            "must look like",
        ),
        (
            "OOO*****/********/***@@@** b m s 3 0 3 0 board:12d last:d2-d6,formed,broke",
            "no cow on d6",
        ),
    ];
    for (text, expected) in cases {
        let error = game(&[]).parse(text).unwrap_err();
        assert!(error.contains(expected), "{text}\n  says: {error}");
    }
}

#[test]
fn a_last_move_that_forbids_nothing_is_left_out() {
    let plain = "*****O**/@@*O*O*@/*@****O@ b m s 4 0 5 0 board:12d";
    let print = |tail: &str| {
        let text = format!("{plain}{tail}");
        game(&[]).print(&game(&[]).parse(&text).unwrap())
    };
    for tail in [
        "",
        " last:d7-d6",
        " last:d7-d6,formed",
        " last:d5-d6,formed,broke",
    ] {
        assert_eq!(print(tail), plain, "{tail}");
    }
    let banned = " last:d7-d6,formed,broke quiet:2";
    assert_eq!(print(banned), format!("{plain}{banned}"));
}

#[test]
fn a_refusal_names_the_rule() {
    let placing = Table::new(&[], "*****O**/********/**OO@*@* b p p 3 9 2 9 board:12d");
    let moving = "****O***/*@*O*O*@/@@*****@ b m s 3 0 5 0 board:12d";
    let moving = Table::new(&[], moving);
    let banned = "*****O**/@@*O*O*@/*@****O@ b m s 4 0 5 0 board:12d last:d7-d6,formed,broke";
    let banned = Table::new(&[], banned);
    let line = Table::new(&[], "********/@****O**/*@*OOO*@ b m s 4 0 3 0 board:12d");
    let walled = Table::new(&[], "***@****/O*O*O*O*/@O@O@O@O b m s 8 0 5 0 board:12d");
    let cases = [
        (&placing, "h8", Some("no-point h8")),
        (&placing, "d1", Some("occupied d1")),
        (&placing, "c3", Some("occupied c3")),
        (&placing, "d1,d2", Some("place-first")),
        (&placing, "d2,c3", Some("no-mill d2")),
        (&placing, "d2", None),
        (&moving, "d7-d5", Some("not-adjacent d5 d7")),
        (&moving, "d7d6xa1", Some("nothing-to-remove a1")),
        (&moving, "d7-d6", Some("must-remove")),
        (&moving, "pass", Some("no-point pass")),
        (&moving, "d6", Some("no-man d6")),
        (&moving, "d3,c3", Some("not-your-man d3")),
        (&moving, "d7,g7", Some("occupied g7")),
        (&moving, "d7,d5", Some("not-adjacent d5 d7")),
        (&moving, "d7,d6", Some("must-remove")),
        (&moving, "d7,d6,d3", None),
        (&moving, "d7,d6,d3,f2", Some("one-removal")),
        (&moving, "d7,d6,b6", Some("own-man b6")),
        (&moving, "d7,d6,a1", Some("nothing-to-remove a1")),
        (&moving, "a7,a4,d3", Some("no-mill a4")),
        (&banned, "d6,d7,c3", Some("see-saw d7 d6")),
        (&line, "d6,d7,a1", Some("protected a1")),
        (&line, "d6,d7,d6", Some("nothing-to-remove d6")),
        (&walled, "d7,d6", Some("man-blocked d7")),
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

/// Taps that are refused are exactly those that begin no legal move or stop in the middle of one.
#[test]
fn every_path_is_legal_or_refused() {
    for start in [
        "*****O**/********/**OO@*@* b p p 3 9 2 9 board:12d",
        "*****O**/@@*O*O*@/*@****O@ b m s 4 0 5 0 board:12d last:d7-d6,formed,broke",
        "********/@****O**/*@*OOO*@ b m s 4 0 3 0 board:12d",
    ] {
        let table = Table::new(&[], start);
        assert_paths_are_legal_or_refused(&table);
    }
}

#[test]
fn the_task_follows_the_taps() {
    let cases = [
        (
            "********/********/******** b p p 0 12 0 12 board:12d",
            "place",
            "remove",
            "remove",
        ),
        (
            "****O***/*@*O*O*@/@@*****@ b m s 3 0 5 0 board:12d",
            "move",
            "move-to",
            "remove",
        ),
        (
            "********/@****O**/*@*OOO*@ b m s 4 0 3 0 board:12d",
            "fly",
            "fly-to",
            "remove",
        ),
    ];
    for (start, none, one, two) in cases {
        let table = Table::new(&[], start);
        for (taps, expected) in [(0, none), (1, one), (2, two)] {
            let prefix = vec!["d6".to_owned(); taps];
            let task = table.game.task(table.position(), &prefix).unwrap();
            assert_eq!(task.id, format!("morabaraba-task-{expected}"), "{start}");
        }
    }
}

#[test]
fn the_board_is_drawn_with_twenty_lines_on_twenty_four_points() {
    let board = game(&[]).board();
    let ids: Vec<&str> = board.spaces.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(
        ids.join(" "),
        "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
    );
    let lines = board.lines.iter();
    let mut lines: Vec<String> = lines
        .map(|(a, b)| format!("{}-{}", a.min(b), a.max(b)))
        .collect();
    lines.sort();
    assert_eq!(
        lines.join(" "),
        "a1-a7 a1-c3 a1-g1 a4-c4 a7-c5 a7-g7 b2-b6 b2-f2 b6-f6 c3-c5 c3-e3 c5-e5 d1-d3 d5-d7 e3-e5 e3-g1 e4-g4 \
         e5-g7 f2-f6 g1-g7"
    );
}

#[test]
fn the_first_side_has_the_colour_that_was_chosen() {
    let names = |options: &[(&str, &str)]| {
        game(options)
            .sides()
            .map(|side| (side.name.id.into_owned(), side.mark))
    };
    let [dark, light] = [("morabaraba-dark", "✕"), ("morabaraba-light", "○")]
        .map(|(id, mark)| (id.to_owned(), mark));
    assert_eq!(names(&[]), [dark.clone(), light.clone()]);
    assert_eq!(names(&[("moves-first", "light")]), [light, dark]);
}

#[test]
fn the_showcase_is_a_legal_game_and_the_bench_positions_are_written_as_printed() {
    let mut table = Table::new(&[], "");
    for text in MorabarabaGame::SHEET.showcase {
        table.play(text);
    }
    for text in MorabarabaGame::SHEET.bench.positions {
        let position = table.game.parse(text).unwrap();
        assert_eq!(table.game.print(&position), *text);
        assert_eq!(position.outcome(), None);
    }
}
