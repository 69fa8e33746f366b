//! Files that `suite`, `solve` and `perft` read: of other systems, of other programs, and with a line that is wrong.

use std::io::Write;
use std::process::{Output, Stdio};

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

/// Runs a command that reads these lines from standard input.
fn piped(arguments: &[&str], lines: &str) -> Output {
    let place = Place::new();
    let mut command = place.command(arguments);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    to.write_all(lines.as_bytes()).unwrap();
    drop(to);
    child.wait_with_output().unwrap()
}

#[test]
fn a_hyphen_is_standard_input() {
    for (command, right, wrong) in READERS {
        let words = command.iter().map(|word| match *word {
            "lines.txt" => "-",
            other => other,
        });
        let asked: Vec<&str> = words.chain(["--json"]).collect();
        let output = piped(&asked, right);
        assert!(output.status.success(), "{asked:?}: {output:?}");
        let printed = String::from_utf8(output.stdout).unwrap();
        let totals: Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
        assert_eq!(totals["positions"], 1, "{asked:?}: {totals}");
        let (code, words) = failure(&piped(&asked, wrong));
        assert!(
            code == 2 && words.contains("standard input:1:"),
            "{asked:?}: {words}"
        );
    }
}

#[test]
fn a_position_without_a_value_is_solved_and_not_checked() {
    let place = place_with(b"X../.O./... x\nX../.O./... x ; 0\n");
    let solve = ["solve", "tic-tac-toe", "lines.txt", "--json"];
    let lines = place.lines(&solve);
    let read = |line: &String| -> Value { serde_json::from_str(line).unwrap() };
    let [first, second, totals] = [0, 1, 2].map(|n| read(&lines[n]));
    assert_eq!(first["right"], Value::Null);
    assert_eq!(second["right"], true);
    for (count, expected) in [("positions", 2), ("checked", 1), ("right", 1)] {
        assert_eq!(totals[count], expected, "{count}: {totals}");
    }
    let wrong = "X../.O./... x\nX../.O./... x ; 1\n";
    std::fs::write(place.path().join("lines.txt"), wrong).unwrap();
    let (code, words) = failure(&place.run(&solve));
    assert!(code == 1 && words.contains("1 of 1 positions"), "{words}");
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
