//! Long commands that a signal interrupts: they print or keep what they have, and end with code 1.

use std::fs::{self, File};
use std::io::Read;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rookery::clock::Stopwatch;
use serde_json::Value;

use crate::support::program::{Place, failure};
use crate::support::tree;

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(120);
/// Far longer than a signal takes to be heard.
const HEARD: Duration = Duration::from_millis(200);
/// Far longer than it takes to draw forty pictures, CPU seconds.
const DRAWN_S: f64 = 5.0;
/// SIGHUP (1), SIGINT (2) and SIGTERM (15) as bits of `SigCgt`, the signals that a process catches (proc(5)).
const LISTENED_TO: u64 = 0x4003;

fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Stopwatch::start();
    while !is_so() {
        assert!(since.elapsed() < NEVER, "in vain: {what}");
        sleep(Duration::from_millis(5));
    }
}

fn listens(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status
        .lines()
        .find_map(|line| line.strip_prefix("SigCgt:"))
        .and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    caught.is_some_and(|caught| caught & LISTENED_TO == LISTENED_TO)
}

/// CPU seconds of a process: the 14th and the 15th number of its `stat`, in hundredths (proc(5)). The second, its name, may have blanks.
fn cpu_s(child: &Child) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let numbers = after_name.split_whitespace().skip(11).take(2);
    let ticks: f64 = numbers.filter_map(|n| n.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// A command that hears of a closed terminal, whatever the tests were started by, and that listens to signals.
fn listening(mut command: Command) -> Child {
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    until("it listens to signals", || listens(&child));
    child
}

fn command(place: &Place, arguments: &[&str]) -> Command {
    let script = r#"exec env --default-signal=HUP "$0" "$@""#;
    place.shell(script, env!("CARGO_BIN_EXE_rookery"), arguments)
}

/// Sends these signals one right after the other.
fn send(child: &Child, signals: &[&str]) {
    let id = child.id();
    let kills = signals.iter().map(|name| format!("kill -{name} {id}"));
    // The process may have ended before the second.
    let script = kills.collect::<Vec<_>>().join("; ") + " 2>/dev/null; true";
    let sent = Command::new("sh").args(["-c", &script]).status();
    assert!(sent.unwrap().success());
}

/// Sends these signals one right after the other, and waits for the end.
fn interrupted(child: Child, signals: &[&str]) -> Output {
    send(&child, signals);
    child.wait_with_output().unwrap()
}

/// A search that is over and writes its trace into a pipe: more than there is room for, so that it waits until it is read on.
fn writing(place: &Place) -> (Child, File) {
    let pipe = place.path().join("trace");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let asked = [
        "search", "chess", "--nodes", "20000", "--trace", "trace", "--json",
    ];
    let child = command(place, &asked)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Either end is opened as soon as the other one is.
    let mut trace = File::open(pipe).unwrap();
    trace.read_exact(&mut [0]).unwrap();
    (child, trace)
}

/// The object of the last line that a command prints before it ends with code 1.
fn totals(output: &Output) -> Value {
    let (code, words) = failure(output);
    assert!(
        code == 1 && words.contains("interrupted"),
        "{code}: {words}"
    );
    let printed = String::from_utf8(output.stdout.clone()).unwrap();
    serde_json::from_str(printed.lines().last().unwrap()).unwrap()
}

/// A closed terminal may send SIGHUP twice, from the kernel and from the shell: that is no reason to end without results.
#[test]
fn a_match_prints_its_results_so_far() {
    let players = ["--a", "level=8", "--b", "random"];
    let games = ["--games", "1000000", "--json"];
    for signals in [&["INT"][..], &["TERM"], &["HUP", "HUP"]] {
        let place = Place::new();
        let asked = [&["match", "tic-tac-toe"], &players[..], &games].concat();
        let child = listening(command(&place, &asked));
        let totals = totals(&interrupted(child, signals));
        assert_eq!(totals["stopped"], true, "{signals:?}: {totals}");
        assert!(totals["games"].as_u64().unwrap() < 1_000_000, "{totals}");
    }
}

/// Nobody makes a move of a billion nodes before the signal comes.
#[test]
fn a_match_without_a_pair_has_no_score() {
    let place = Place::new();
    let player = "nodes=1000000000";
    let asked = ["match", "chess", "--a", player, "--b", player, "--json"];
    let child = listening(command(&place, &asked));
    let totals = totals(&interrupted(child, &["INT"]));
    assert_eq!(totals["games"], 0, "{totals}");
    for key in ["score", "score_low", "score_high", "elo", "error"] {
        assert!(totals[key].is_null(), "{key}: {totals}");
    }
}

#[test]
fn what_searches_has_a_last_line_that_says_so() {
    let place = Place::new();
    let line = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4 bm Ng5;\n";
    fs::write(place.path().join("suite.epd"), line).unwrap();
    for asked in [
        &["search", "chess", "--depth", "60"][..],
        &["suite", "chess", "suite.epd", "--depth", "60"],
        &["compare", "chess", "--depth", "60", "--nodes", "1000000000"],
        &["levels", "chess", "--losses", "--moves", "1000000"],
    ] {
        let child = listening(command(&place, &[asked, &["--json"]].concat()));
        let totals = totals(&interrupted(child, &["INT"]));
        assert_eq!(totals["stopped"], true, "{asked:?}: {totals}");
        for time in ["cpu_s", "wall_s"] {
            assert!(totals[time].is_number(), "{asked:?}: {totals}");
        }
    }
}

/// A busy command is ended by the second signal, but not by a SIGHUP after another signal.
#[test]
fn a_second_signal_ends_what_does_not_hear_the_first() {
    for (first, second) in [("INT", "TERM"), ("TERM", "INT"), ("HUP", "INT")] {
        let place = Place::new();
        let (mut child, trace) = writing(&place);
        for signal in [first, "HUP"] {
            send(&child, &[signal]);
            sleep(HEARD);
        }
        let ended = child.try_wait().unwrap();
        assert!(ended.is_none(), "{first}: {ended:?}");
        send(&child, &[second]);
        let since = Stopwatch::start();
        while child.try_wait().unwrap().is_none() {
            assert!(since.elapsed() < NEVER, "{first}, {second}: goes on");
            sleep(Duration::from_millis(5));
        }
        // 128 and the number of SIGINT, as shells tell it.
        let code = child.wait().unwrap().code();
        assert_eq!(code, Some(130), "{first}, {second}");
        drop(trace);
    }
}

#[test]
fn a_search_that_was_over_is_whole() {
    let place = Place::new();
    let (child, mut trace) = writing(&place);
    send(&child, &["INT"]);
    sleep(HEARD);
    let mut rest = Vec::new();
    trace.read_to_end(&mut rest).unwrap();
    assert!(rest.len() > 1 << 17, "{} bytes fit in a pipe", rest.len());
    let output = child.wait_with_output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{words}");
    let totals: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(totals["stopped"], false, "{totals}");
}

#[test]
fn a_book_is_kept_and_gone_on_with() {
    let place = Place::new();
    let book = place.path().join("book.txt");
    let asked = [
        "book",
        "build",
        "connect-four",
        "--out",
        "book.txt",
        "--entries",
        "65536",
        "--json",
    ];
    let run = || {
        let child = listening(command(&place, &asked));
        let output = interrupted(child, &["INT"]);
        let (_, words) = failure(&output);
        assert!(
            words.contains("book.txt holds the work done so far"),
            "{words}"
        );
        let totals = totals(&output);
        let bytes = fs::metadata(&book).unwrap().len();
        assert_eq!(totals["bytes"], bytes, "{totals}");
        totals["known"].as_u64().unwrap()
    };
    // The first position takes minutes: only it and, for the other side, those after its moves are known.
    for _ in 0..2 {
        assert!(run() <= 8);
    }
    // The one in the tree has 1,490 positions, and exact scores of only 700 of them.
    let shipped = "crates/rookery-games/src/connect_four/book.txt";
    fs::copy(tree::root().join(shipped), &book).unwrap();
    for _ in 0..2 {
        let known = run();
        assert!(known > 1_000, "{known}");
    }
}

#[test]
fn a_build_of_tables_says_what_is_kept() {
    let place = Place::new();
    let asked = ["tables", "build", "morabaraba", "--up-to", "5-4"];
    let child = listening(command(&place, &asked));
    let output = interrupted(child, &["TERM"]);
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(
        words.contains("stopped; finished tables are kept"),
        "{words}"
    );
}

#[test]
fn an_attack_tests_what_it_has_learned() {
    let place = Place::new();
    let target = ["captcha", "attack", "--preset", "classic", "--plain"];
    let effort = ["--images", "40", "--test", "2", "--cpu-s", "600", "--json"];
    let child = listening(command(&place, &[&target[..], &effort].concat()));
    until("it learns", || cpu_s(&child) > DRAWN_S);
    // One line on standard error: no progress where nobody watches.
    let best = totals(&interrupted(child, &["INT"]));
    // Of three.
    assert_eq!(best["seeds"], 1, "{best}");
    assert_eq!(best["tested"], 2, "{best}");
}

/// Otherwise each of them would leave a database in the temporary folder.
#[test]
fn the_throwaway_site_of_the_price_is_gone() {
    let place = Place::new();
    let temporary = place.path().join("temporary");
    fs::create_dir(&temporary).unwrap();
    let mut price = command(&place, &["captcha", "price", "--short"]);
    price.env("TMPDIR", &temporary);
    let child = listening(price);
    let databases = || {
        let folders = fs::read_dir(&temporary).unwrap().flatten();
        folders
            .filter(|folder| folder.path().join("rookery.sqlite").exists())
            .count()
    };
    until("the site has its database", || databases() > 0);
    let output = interrupted(child, &["TERM"]);
    let (code, words) = failure(&output);
    assert!(
        code == 1 && words.contains("interrupted"),
        "{code}: {words}"
    );
    assert_eq!(databases(), 0, "{words}");
}
