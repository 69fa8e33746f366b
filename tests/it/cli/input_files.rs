//! Files that `suite`, `solve` and `perft` read: of other systems, of other programs, and with a line that is wrong.

use serde_json::Value;

use crate::support::program::{Place, failure};

/// The commands that read a file, each with a line that it can read and one that it cannot.
const READERS: [(&[&str], &str, &str); 4] = [
    (
        &["suite", "tic-tac-toe", "lines.txt", "--depth", "2"],
        "XX./OO./... x bm c3;",
        "XX./OO./... x bm d9;",
    ),
    (
        &["solve", "tic-tac-toe", "lines.txt"],
        "X../.O./... x ; 0",
        "X../.O./..? x ; 0",
    ),
    (
        &["solve", "othello", "lines.txt"],
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X; H8:+64",
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X; A1:+64",
    ),
    (
        &["perft", "tic-tac-toe", "2", "--file", "lines.txt"],
        ".../.../... x ;D1 9 ;D2 72",
        ".../.../..? x ;D1 9",
    ),
];

fn place_with(bytes: &[u8]) -> Place {
    let place = Place::new();
    std::fs::write(place.path().join("lines.txt"), bytes).unwrap();
    place
}

#[test]
fn a_wrong_last_line_is_found_before_the_first_search() {
    for (command, right, wrong) in READERS {
        let place = place_with(format!("{right}\n{wrong}\n").as_bytes());
        let output = place.run(&[command, &["--json"]].concat());
        let (code, words) = failure(&output);
        assert_eq!(code, 2, "{command:?}: {words}");
        assert!(words.contains("lines.txt:2:"), "{command:?}: {words}");
        assert!(output.stdout.is_empty(), "{command:?}");
    }
}

/// UTF-8 with a byte order mark, lines of Windows, lines of an old Macintosh, and Latin-1.
#[test]
fn files_of_other_systems_are_read_alike() {
    for (command, right, _) in READERS {
        let latin_1: Vec<u8> = format!("# caf\u{e9}\n{right}\n{right}")
            .chars()
            .map(|c| c as u8)
            .collect();
        for bytes in [
            format!("\u{feff}{right}\n{right}\n").into_bytes(),
            format!("{right}\r\n{right}\r\n").into_bytes(),
            format!("{right}\r{right}\r").into_bytes(),
            latin_1,
        ] {
            let totals = place_with(&bytes).totals(command);
            assert_eq!(totals["positions"], 2, "{command:?} {bytes:?}: {totals}");
            assert_eq!(totals["right"], 2, "{command:?} {bytes:?}: {totals}");
        }
    }
}

#[test]
fn a_position_without_a_count_that_is_asked_for_is_not_right() {
    let place = place_with(b".../.../... x ;D1 9\n.../.../... x ;D5 15120\n");
    let perft = |depth| place.run(&["perft", "tic-tac-toe", depth, "--file", "lines.txt"]);
    let (code, words) = failure(&perft("4"));
    let said = "lines.txt:2: no count up to depth 4";
    assert!(code == 2 && words.contains(said), "{words}");
    assert!(perft("5").status.success());
}

/// White closes the mill on the upper row of the inner ring, and removes any man: three ways to win at once.
const PUZZLES: &str = r#"{ "puzzles": [{
    "id": "one", "ruleVariantId": "standard_9mm",
    "initialPosition": "OO******/*@*@*@**/***O**** w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 0 1 ids:nodes",
    "solutions": [
        { "isOptimal": true, "moves": [{ "notation": "g1-c5" }, { "notation": "xf6" }] },
        { "isOptimal": true, "moves": [{ "notation": "g1-c5" }, { "notation": "xf2" }] },
        { "isOptimal": true, "moves": [{ "notation": "g1-c5" }, { "notation": "xb2" }] }
    ],
    "tags": ["objective:win"]
}] }"#;

#[test]
fn solve_checks_puzzles_by_the_tables() {
    let place = place_with(PUZZLES.as_bytes());
    place.lines(&["tables", "build", "morris", "--up-to", "3-3"]);
    assert!(place.path().join("data/tables/nine-mens-morris").is_dir());
    let solve = ["solve", "morris", "lines.txt", "--json"];
    let lines = place.lines(&solve);
    let read = |line: &String| -> Value { serde_json::from_str(line).unwrap() };
    let (first, totals) = (read(&lines[0]), read(&lines[1]));
    assert_eq!(
        (&first["score"]["win"], &first["expected"]),
        (&1.into(), &1.into())
    );
    assert_eq!(
        (&totals["positions"], &totals["right"]),
        (&1.into(), &1.into())
    );
    for (change, code, said) in [
        (
            ("objective:win", "objective:hold-draw"),
            1,
            "1 of 1 positions",
        ),
        (
            ("objective:win", "topic:mill"),
            2,
            "lines.txt: puzzle one: ",
        ),
        (("xb2", "xa1"), 2, "lines.txt: puzzle one: 'g1-c5xa1'"),
    ] {
        let changed = PUZZLES.replace(change.0, change.1);
        std::fs::write(place.path().join("lines.txt"), changed).unwrap();
        let (found, words) = failure(&place.run(&solve));
        assert!(found == code && words.contains(said), "{change:?}: {words}");
    }
}
