//! Places that commands of the engine read and write: the data folder of a site, folders of any name, and files that take nothing.

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, chown};
use std::process::Stdio;

use serde_json::Value;

use crate::support::program::{Place, failure};

/// The object of the last line of a command that succeeds or fails with this code.
fn last_line(output: &std::process::Output, code: i32) -> Value {
    let words = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{words}");
    let printed = String::from_utf8(output.stdout.clone()).unwrap();
    serde_json::from_str(printed.lines().last().unwrap()).unwrap()
}

#[test]
fn tables_are_those_of_the_configured_site() {
    let place = Place::new();
    let write = |name: &str, text: &str| std::fs::write(place.path().join(name), text).unwrap();
    write("config.toml", "data = \"of-file\"\n");
    write("other.toml", "data = \"of-other\"\n");
    let folder = |flags: &[&str], variable: Option<&str>| {
        let list = ["tables", "list", "morabaraba", "--json"];
        let mut command = place.command(&[&list[..], flags].concat());
        command.envs(variable.map(|data| ("ROOKERY__DATA", data)));
        let totals = last_line(&command.output().unwrap(), 0);
        totals["folder"].as_str().unwrap().to_owned()
    };
    let config = ["--config", "other.toml"];
    for (flags, variable, data) in [
        (&[] as &[&str], None, "of-file"),
        (&config, None, "of-other"),
        (&config, Some("of-variable"), "of-variable"),
        (&["--data", "of-flag"], Some("of-variable"), "of-flag"),
    ] {
        let expected = format!("{data}/tables/morabaraba");
        assert_eq!(folder(flags, variable), expected, "{flags:?} {variable:?}");
    }
    assert_eq!(folder(&["--out", "out"], None), "out/morabaraba");
    let (_, words) = failure(&place.run(&["solve", "morabaraba"]));
    assert!(
        words.contains("of-file/tables/morabaraba has none"),
        "{words}"
    );

    // A configuration is asked for nothing that a flag says, nor in games without tables.
    write("config.toml", "nonsense = 1\n");
    let (code, words) = failure(&place.run(&["tables", "list", "morabaraba"]));
    assert!(code == 2 && words.contains("nonsense"), "{words}");
    let way_out = "--data DIR needs no configuration";
    assert!(words.contains(way_out), "{words}");
    // One of the two would be ignored.
    let both = ["solve", "morabaraba", "--data", "data"];
    let output = place.run(&[&both[..], &config].concat());
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(2) && words.contains("--config"),
        "{words}"
    );
    assert_eq!(
        folder(&["--data", "of-flag"], None),
        "of-flag/tables/morabaraba"
    );
    place.lines(&["solve", "tic-tac-toe"]);
}

/// Root alone can give files away: run by others, this tests nothing.
#[test]
fn tables_that_root_builds_belong_to_the_owner_of_the_data_folder() {
    /// A user and a group that nobody has.
    const OWNER: u32 = 61_184;
    let place = Place::new();
    let data = place.path().join("data");
    std::fs::create_dir(&data).unwrap();
    if chown(&data, Some(OWNER), Some(OWNER)).is_err() {
        return;
    }
    let build = ["tables", "build", "morabaraba", "--up-to", "3-3"];
    for to in [["--data", "data"], ["--out", "data/elsewhere"]] {
        place.lines(&[&build[..], &to].concat());
    }
    for (all, is_given) in [("tables", true), ("elsewhere", false)] {
        for name in ["", "morabaraba", "morabaraba/3-3.table"] {
            let found = data.join(all).join(name).metadata().unwrap();
            let is_owners = (found.uid(), found.gid()) == (OWNER, OWNER);
            assert_eq!(is_owners, is_given, "{all}/{name}");
        }
    }
}

#[test]
fn a_folder_may_have_any_name() {
    let place = Place::new();
    let name = OsStr::from_bytes(b"t\xff");
    let build = ["tables", "build", "morabaraba", "--up-to", "3-3"];
    let tune = [
        "tune", "chess", "--eval", "network", "--games", "3", "--work", "work",
    ];
    for (asked, key, said) in [
        (
            &["tables", "list", "morabaraba"][..],
            "folder",
            "t\u{fffd}/morabaraba",
        ),
        (&build, "folder", "t\u{fffd}/morabaraba"),
        (&tune, "out", "t\u{fffd}.bin"),
    ] {
        let mut path = name.to_owned();
        if key == "out" {
            path.push(".bin");
        }
        let mut command = place.command(&[asked, &["--json", "--out"]].concat());
        let totals = last_line(&command.arg(path).output().unwrap(), 0);
        assert_eq!(totals[key], said, "{asked:?}: {totals}");
    }
    assert!(
        place
            .path()
            .join(name)
            .join("morabaraba/3-3.table")
            .exists()
    );
}

/// Nothing can be written to /dev/full: it is a disk that is full (full(4)).
#[test]
fn a_search_is_told_although_its_trace_cannot_be_written() {
    let place = Place::new();
    let position = ["--position", "XX./OO./... x", "--depth", "5"];
    let search = |file: &str| {
        let traced = ["--trace", file, "--json"];
        place.run(&[&["search", "tic-tac-toe"], &position[..], &traced].concat())
    };
    let output = search("/dev/full");
    let (_, words) = failure(&output);
    assert!(
        words.contains("cannot write the trace /dev/full"),
        "{words}"
    );
    assert_eq!(last_line(&output, 1)["score"]["win"], 1);
    // A shorter trace takes the place of a longer one as a whole.
    let file = place.path().join("tree.json");
    std::fs::write(&file, "x".repeat(1 << 20)).unwrap();
    last_line(&search("tree.json"), 0);
    let trace: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert!(trace["nodes"].is_array());
}

#[test]
fn a_trace_may_go_to_standard_output() {
    let place = Place::new();
    let search = ["search", "tic-tac-toe", "--position", "XX./OO./... x"];
    let traced = ["--depth", "5", "--trace", "-", "--json"];
    let lines = place.lines(&[&search[..], &traced].concat());
    // For programs, each line is an object.
    let [trace, result] = &lines[..] else {
        panic!("{lines:?}");
    };
    let result: Value = serde_json::from_str(result).unwrap();
    assert_eq!(result["score"]["win"], 1);
    let trace: Value = serde_json::from_str(trace).unwrap();
    assert!(
        trace["nodes"]
            .as_array()
            .is_some_and(|nodes| nodes.len() > 1)
    );
    // For people, each node has a line.
    let lines = place.lines(&[&search[..], &traced[..4]].concat());
    let nodes = lines.iter().filter(|line| line.contains("\"parent\":"));
    assert_eq!(nodes.count(), trace["nodes"].as_array().unwrap().len());
    assert!(!place.path().join("-").exists());
}

/// Whoever redirects the output has to hear that it is not there: of manuals and of sessions as of results.
#[test]
fn no_command_succeeds_whose_output_cannot_be_written() {
    let place = Place::new();
    for (arguments, said) in [
        (&["--help"][..], ""),
        (&["--version"], ""),
        (&["perft", "--help"], ""),
        (&["perft", "chess", "1"], ""),
        (&["uci"], "uci\n"),
        (&["gtp"], "name\n"),
        (&["gomocup"], "ABOUT\n"),
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = place.command(arguments);
        let command = command.stdin(Stdio::piped()).stdout(full);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut to = child.stdin.take().unwrap();
        // Those that read nothing may have ended.
        let _ = to.write_all(said.as_bytes());
        drop(to);
        let (code, words) = failure(&child.wait_with_output().unwrap());
        let part = "cannot write to standard output";
        assert!(
            code == 1 && words.contains(part),
            "{arguments:?}: {code}, {words}"
        );
    }
}

/// Figures stand on the last line, and nothing follows them.
#[test]
fn the_figures_of_a_search_come_last() {
    let place = Place::new();
    let asked = ["search", "tic-tac-toe", "--depth", "3", "--conspiracy", "2"];
    let lines = place.lines(&asked);
    let last = lines.last().unwrap();
    assert!(
        last.starts_with("depth 3, ") && last.contains(" nodes"),
        "{last}"
    );
}

/// Hours of matches would be lost where their results cannot be written.
#[test]
fn levels_are_not_measured_for_a_file_that_cannot_be_written() {
    let place = Place::new();
    let file = "crates/rookery-games/src/tic_tac_toe/levels.tsv";
    std::fs::create_dir_all(place.path().join(file)).unwrap();
    let output = place.run(&["levels", "tic-tac-toe", "--write"]);
    let (code, words) = failure(&output);
    let said = format!("cannot write {file}: ");
    assert!(code == 2 && words.contains(&said), "{words}");
    assert!(output.stdout.is_empty());
}
