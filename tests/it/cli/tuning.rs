//! Learning by games from the command line: tune, Samuel's stages, spsa.

use std::fs;

use serde_json::Value;

use crate::support::program::{Place, failure};

/// The same games teach the same, whoever plays them at the same time, and whether they are played at once or in two goes.
#[test]
fn tune_learns_the_same_on_any_number_of_threads() {
    let place = Place::new();
    let tune = |games: &str, threads: &str, work: &str| {
        let out = format!("{work}.bin");
        let fixed = ["tune", "chess", "--eval", "network", "--out", &out];
        let asked = ["--games", games, "--threads", threads, "--work", work];
        let totals = place.totals(&[&fixed[..], &asked].concat());
        (totals["sha256"].clone(), totals["lessons"].clone())
    };
    let alone = tune("6", "1", "alone");
    assert!(alone.1.as_u64().unwrap() > 60, "{alone:?}");
    assert_eq!(tune("6", "3", "together"), alone);
    assert_ne!(tune("3", "2", "again"), alone);
    assert_eq!(tune("6", "2", "again"), alone);
}

/// Three stages, fifteen matches and the totals; only the CPU seconds differ between two runs.
#[test]
fn samuels_course_is_the_same_by_the_same_seed() {
    let place = Place::new();
    let course = |seed: &str| -> Vec<Value> {
        let asked = ["tune", "checkers", "--samuel", "--games", "2,3,1", "--json"];
        let lines = place.lines(&[&asked[..], &["--seed", seed]].concat());
        let read = |line: &String| {
            let mut read: Value = serde_json::from_str(line).unwrap();
            for duration in ["cpu_s", "wall_s"] {
                let seconds = read.as_object_mut().unwrap().remove(duration);
                assert!(seconds.is_none_or(|seconds| seconds.is_number()), "{line}");
            }
            read
        };
        lines.iter().map(read).collect()
    };
    let first = course("1");
    assert_eq!(first.len(), 3 + 15 + 1, "{first:?}");
    let games: Vec<_> = first[..3].iter().map(|stage| &stage["games"]).collect();
    assert_eq!(games, [2, 3, 1]);
    for result in &first[3..18] {
        let count = |key: &str| result[key].as_u64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 6);
    }
    assert_eq!(first, course("1"));
    assert_ne!(first, course("2"));
}

#[test]
fn samuels_course_is_refused_where_it_cannot_be() {
    let place = Place::new();
    for (arguments, hint) in [
        (&["chess", "--samuel"][..], "--samuel is for checkers"),
        (&["checkers", "--samuel", "--games", "2,3"], "or three"),
        (&["checkers", "--samuel", "--work", "x"], "--work"),
        (&["checkers", "--samuel", "--eval", "counts"], "--eval"),
        (&["checkers", "--work", "x"], "--out"),
        (&["checkers", "--out", "x"], "--work"),
    ] {
        let (code, words) = failure(&place.run(&[&["tune"], arguments].concat()));
        assert!(code == 2 && words.contains(hint), "{arguments:?}: {words}");
    }
}

/// As for weights: the same games move the numbers alike, at once or in two goes.
#[test]
fn spsa_is_the_same_on_any_number_of_threads_and_goes_on_from_its_file() {
    let place = Place::new();
    let asked = |file: &str, threads: &str| -> Vec<String> {
        let fixed = [
            "spsa", "chess", "--nodes", "150", "--games", "64", "--rate", "0.5",
        ];
        let named = [
            "--params",
            "late_pruning_base,exchange_noisy_cp",
            "--threads",
            threads,
        ];
        let kept = ["--file", file];
        let words = fixed.into_iter().chain(named).chain(kept);
        words.map(str::to_owned).collect()
    };
    let tuned = |file: &str, threads: &str| {
        let words = asked(file, threads);
        let totals = place.totals(&words.iter().map(String::as_str).collect::<Vec<_>>());
        (totals["params"].clone(), totals["player"].clone())
    };
    let kept = |file: &str| -> Value {
        serde_json::from_slice(&fs::read(place.path().join(file)).unwrap()).unwrap()
    };
    let one = tuned("one", "1");
    assert_eq!(one.0[1]["start"], 100.0);
    assert_ne!(one.0[0]["start"], one.0[0]["value"]);
    assert_eq!(tuned("three", "3"), one);
    let mut file = kept("one");
    assert_eq!(file["pairs_played"], 32);
    assert_eq!(tuned("one", "2"), one, "no game is left to play");
    // Half of the games are left, and the numbers have come elsewhere.
    file["pairs_played"] = 16.into();
    file["params"][0]["value"] = 27.into();
    fs::write(place.path().join("half"), file.to_string()).unwrap();
    let half = tuned("half", "2");
    assert_eq!(kept("half")["pairs_played"], 32);
    assert_eq!(half.0[0]["start"], one.0[0]["start"]);
    assert!(
        half.0[0]["value"].as_f64() > one.0[0]["value"].as_f64(),
        "{half:?}"
    );
}

#[test]
fn spsa_refuses_what_it_cannot_tune() {
    let place = Place::new();
    fs::write(place.path().join("other"), "{}").unwrap();
    let few = [
        "chess",
        "--nodes",
        "200",
        "--games",
        "2",
        "--params",
        "late_pruning_base",
    ];
    place.lines(&[&["spsa"], &few[..], &["--file", "kept"]].concat());
    for (arguments, hint) in [
        (&["chess"][..], "--file"),
        (
            &["chess", "--file", "x", "--params", "nothing"],
            "it has aspiration_cp",
        ),
        (
            &["chess", "--file", "x", "--params", "razoring_cp:0"],
            "from 0.5",
        ),
        (
            &[
                "chess",
                "--file",
                "x",
                "--params",
                "razoring_cp,razoring_cp",
            ],
            "twice",
        ),
        (&["chess", "--file", "x", "--rate", "0"], "from 0.0001"),
        (
            &[
                "connect-four",
                "--file",
                "x",
                "--params",
                "late_pruning_base",
            ],
            "does not change a search",
        ),
        (&["chess", "--file", "none/x"], "cannot write"),
        (
            &["chess", "--file", "other", "--params", "late_pruning_base"],
            "cannot read",
        ),
        (
            &["chess", "--file", "kept", "--params", "late_pruning_base"],
            "another value of 'nodes'",
        ),
    ] {
        let (code, words) = failure(&place.run(&[&["spsa"], arguments].concat()));
        assert!(code == 2 && words.contains(hint), "{arguments:?}: {words}");
    }
}
