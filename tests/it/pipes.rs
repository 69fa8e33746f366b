//! Broken pipes (`rookery … | head -1`): a reader that has gone is not an error, whatever the command.

use std::collections::BTreeSet;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::support::program::Place;
use crate::support::tree;

/// A command line of every command that prints, small enough to end soon. What a row needs first is made by [`prepared`].
const COMMANDS: &[&[&str]] = &[
    &["config"],
    &["config", "--json"],
    &["admin", "setup-link"],
    &["backup", "all.backup"],
    &["restore", "all.backup", "--data", "restored"],
    &["captcha", "sample", "--count", "1", "--out", "pictures"],
    &["search", "tic-tac-toe", "--depth", "4"],
    &["solve", "tic-tac-toe", "--json"],
    &["suite", "chess", "suite.epd", "--depth", "1"],
    &["compare", "tic-tac-toe", "--depth", "2"],
    &[
        "match",
        "tic-tac-toe",
        "--a",
        "level=8",
        "--b",
        "random",
        "--games",
        "2",
    ],
    &["levels", "tic-tac-toe", "--games", "20"],
    &["perft", "chess", "3", "--divide"],
    &["bench", "tic-tac-toe"],
    &[
        "spsa",
        "tic-tac-toe",
        "--params",
        "killer_order",
        "--games",
        "2",
        "--file",
        "kept",
    ],
    &["tables", "list", "morabaraba"],
    &["uci"],
    &["gomocup"],
    &["gtp"],
    &["completions", "bash"],
    &["man", "pages"],
];

/// Commands that are not in the table, each with its reason.
const OTHERS: &[(&str, &str)] = &[
    ("serve", "goes on serving, see below"),
    ("healthcheck", "prints nothing: its exit code is the answer"),
    (
        "tune",
        "prints its rounds after minutes of games; by the same call as all others",
    ),
    (
        "book",
        "prints one line after hours; by the same call as all others",
    ),
];

/// Runs a command whose standard output nobody reads.
fn unread(mut command: Command) -> Output {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    command.stdout(writer).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // The command holds the writing end too.
    drop(command);
    child.wait_with_output().unwrap()
}

fn prepared() -> Place {
    let place = Place::new();
    // A site, for the commands about one.
    let server = place.serve(&[]);
    assert!(server.get("/healthz").starts_with("HTTP/1.0 200"));
    assert_eq!(server.terminate().0, Some(0));
    let suite = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4 bm Qxf7#; id \"mate\";\n";
    std::fs::write(place.path().join("suite.epd"), suite).unwrap();
    place
}

#[test]
fn a_reader_that_has_gone_is_no_error_to_any_command() {
    let place = prepared();
    for arguments in COMMANDS {
        let output = unread(place.command(arguments));
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {words}");
        assert_eq!(words, "", "{arguments:?}");
    }
}

/// Commands that make remarks on standard error beside their results; [`with_faults`] makes what they remark on.
const REMARKING: &[&[&str]] = &[
    &["tables", "list", "morabaraba", "--out", "damaged"],
    &["tables", "verify", "morabaraba", "--out", "damaged"],
    &[
        "search",
        "morabaraba",
        "--depth",
        "1",
        "--on",
        "tables",
        "--data",
        "site",
    ],
    &[
        "captcha", "sample", "--count", "1", "--fonts", "fonts", "--out", "pictures",
    ],
    &[
        "captcha", "attack", "--plain", "--preset", "classic", "--fonts", "fonts", "--seeds", "1",
        "--images", "40", "--test", "2", "--cpu-s", "1",
    ],
];

/// A folder with a damaged endgame table, and with a font that cannot be used beside one that can.
fn with_faults() -> Place {
    let place = Place::new();
    let at = |name: &str| place.path().join(name);
    for folder in ["damaged/morabaraba", "site/tables/morabaraba", "fonts"] {
        std::fs::create_dir_all(at(folder)).unwrap();
    }
    for folder in ["damaged", "site/tables"] {
        std::fs::write(at(folder).join("morabaraba/3-3.table"), "no table").unwrap();
    }
    let shipped = tree::root().join("fonts/AllertaMedium.otf");
    std::fs::copy(shipped, at("fonts/good.otf")).unwrap();
    std::fs::write(at("fonts/bad.ttf"), "no font").unwrap();
    place
}

/// `rookery captcha attack … 2>&1 | head -1`: what is printed and how the command ends is the same whether somebody reads its
/// remarks or not.
#[test]
fn remarks_that_nobody_reads_change_nothing() {
    for arguments in REMARKING {
        let read = with_faults().run(arguments);
        let remarks = String::from_utf8_lossy(&read.stderr);
        let ended_well = read.status.success();
        // A failure has a line of its own.
        let least = if ended_well { 1 } else { 2 };
        assert!(remarks.lines().count() >= least, "{arguments:?}: {remarks}");

        let place = with_faults();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = place.command(arguments);
        let unread = command.stderr(writer).output().unwrap();
        assert_eq!(unread.status.code(), read.status.code(), "{arguments:?}");
        let lines = |output: &Output| output.stdout.iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(lines(&unread), lines(&read), "{arguments:?}");
    }
}

#[test]
fn manuals_and_the_version_may_go_unread() {
    let place = Place::new();
    for arguments in [&["--help"][..], &["--version"], &["perft", "--help"]] {
        let output = unread(place.command(arguments));
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), &*words),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
    // An error is still reported, and still an error.
    let output = unread(place.command(&["perft", "chess", "--depht"]));
    assert_eq!(output.status.code(), Some(2));
    assert!(!output.stderr.is_empty());
}

#[test]
fn every_command_is_in_one_of_the_tables() {
    let place = Place::new();
    let listed = place.lines(&["--help"]);
    let names: BTreeSet<String> = listed
        .iter()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| {
            line.starts_with(|c: char| c.is_ascii_lowercase()) && !line.starts_with("rookery")
        })
        .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()))
        .collect();
    assert!(names.len() > 15, "{names:?}");
    let tabled = COMMANDS.iter().map(|arguments| arguments[0]);
    let tabled: BTreeSet<String> = tabled
        .chain(OTHERS.iter().map(|(name, _)| *name))
        .map(str::to_owned)
        .collect();
    assert_eq!(names, tabled);
}

#[test]
fn a_site_whose_greeting_nobody_reads_serves_all_the_same() {
    let place = Place::new();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = place.command(&["serve", "--listen", &address.to_string()]);
    let mut child = command
        .stdout(writer)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Thirty seconds are for a machine that is busy.
    let answers = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        std::net::TcpStream::connect(address).is_ok()
    });
    let ended = child.try_wait().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(answers && ended.is_none(), "{ended:?}");
}
