//! Arguments that are right although they look odd, and those that are refused before any work.

use serde_json::Value;

use crate::support::program::{Place, failure};

#[test]
fn what_cannot_be_done_is_refused_with_its_reason() {
    let place = Place::new();
    for (asked, hint) in [
        (
            "match connect-four --a on=NULL,nodes=9 --b nodes=9",
            "on=NULL: not sound for connect-four; of the techniques, it allows ALPHABETA,",
        ),
        (
            "search connect-four --on NULL",
            "--on NULL: not sound for connect-four; of the techniques, it allows ALPHABETA,",
        ),
        ("search chess --depth -1", "a number from 1 is expected"),
        ("perft chess -1", "a number from 0 to 64 is expected"),
        (
            "match chess --a random --b random --sprt -5",
            "--sprt -5: expected two Elo differences",
        ),
        (
            "search chess --option a=b",
            "option: 'a' is not known; this game has no options",
        ),
        (
            "search gomoku --option size=19 --option size=15",
            "--option 'size=19' and 'size=15': an option has one value",
        ),
        (
            "search tic-tac-toe --position XOX/XOO/OX.,x --conspiracy 2",
            "--conspiracy 2: the position has fewer than two moves",
        ),
        (
            "search gomoku --on PROOF --multipv 2",
            "--on PROOF with --multipv: a proof has one line; leave out one of the two",
        ),
        (
            "search gomoku --on PROOF --trace tree.json",
            "--on PROOF with --trace: a proof leaves no tree; leave out one of the two",
        ),
        ("perft mens-morris 1", "did you mean 'nine-mens-morris'?"),
        (
            "match chess --a depth=0 --b random",
            "depth=0: a number from 1 is expected",
        ),
        (
            "perft chess two",
            "invalid value 'two' for '<DEPTH>': a whole number is expected",
        ),
    ] {
        // A comma stands for a space within a word.
        let position = |word: &str| match word.contains('/') {
            true => word.replace(',', " "),
            false => word.to_owned(),
        };
        let words: Vec<String> = asked.split(' ').map(position).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = place.run(&words);
        let (code, said) = failure(&output);
        assert!(code == 2 && said.contains(hint), "{asked}: {said}");
        assert!(output.stdout.is_empty(), "{asked}");
    }
}

#[test]
fn searches_say_that_there_are_no_tables() {
    let place = Place::new();
    let suite = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n";
    std::fs::write(place.path().join("suite.epd"), suite).unwrap();
    let with_tables = ["--on", "TABLES", "--depth", "1"];
    for command in [&["search", "chess"][..], &["suite", "chess", "suite.epd"]] {
        let output = place.run(&[command, &with_tables].concat());
        assert!(output.status.success(), "{command:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = "rookery: data/tables/chess has no tables: searching without\n";
        assert_eq!(said, expected, "{command:?}");
    }
}

#[test]
fn bounds_of_a_sequential_test_may_be_negative() {
    let place = Place::new();
    let players = ["match", "tic-tac-toe", "--a", "random", "--b", "random"];
    let test = ["--games", "2", "--sprt", "-5,0"];
    let totals = place.totals(&[&players[..], &test].concat());
    assert_eq!(totals["verdict"], "open", "{totals}");
    assert!(totals["ended_by"].is_null(), "{totals}");
}

#[test]
fn the_words_of_the_published_command_line_are_known() {
    let place = Place::new();
    for (perft, nodes) in [
        (&["perft", "morris", "2"][..], 552),
        (&["perft", "chess", "3", "--full", "--no-hash"], 8_902),
    ] {
        assert_eq!(place.totals(perft)["nodes"], nodes, "{perft:?}");
    }
    let searched = place.totals(&["search", "tic-tac-toe", "--depth", "2"]);
    assert_eq!(searched["stopped"], false, "{searched}");
}

/// Perft by hand: twenty first moves of chess, a stone on each of 49 points or a pass, 24 points for a man.
#[test]
fn names_are_read_in_capital_and_small_letters() {
    let place = Place::new();
    for (command, game, nodes) in [
        (&["perft", "Chess", "1"][..], "chess", 20),
        (&["perft", " GO", "1", "--variant", "7X7"], "go", 50),
        (
            &[
                "perft",
                "go",
                "1",
                "--variant",
                "7x7",
                "--option",
                "Komi=USUAL",
            ],
            "go",
            50,
        ),
        (&["perft", "morris", "1"], "nine-mens-morris", 24),
    ] {
        let totals = place.totals(command);
        let found = (totals["game"].as_str(), totals["nodes"].as_u64());
        assert_eq!(found, (Some(game), Some(nodes)), "{command:?}");
    }
    let search = ["search", "chess", "--driver", "PVS", "--eval", "Turing"];
    place.totals(&[&search[..], &["--depth", "1"]].concat());
    let (code, words) = failure(&place.run(&["perft", "nosuch", "1"]));
    assert!(code == 2 && !words.contains("did you mean"), "{words}");
}

/// Beyond 2⁵³, readers of JSON that keep numbers as floating-point ones round them (RFC 8259, section 6).
#[test]
fn a_random_seed_is_a_number_that_every_reader_keeps() {
    let place = Place::new();
    let sample = ["captcha", "sample", "--count", "1", "--out"];
    let totals = place.totals(&[&sample[..], &["drawn"]].concat());
    assert!(totals["seed"].as_u64().unwrap() < 1 << 53, "{totals}");
    assert!(totals["wall_s"].is_number(), "{totals}");
}

#[test]
fn a_setting_of_another_preset_is_remarked_on() {
    let place = Place::new();
    for (preset, is_idle) in [("strong", true), ("Classic", false)] {
        let sample = ["captcha", "sample", "--count", "1", "--out", preset];
        let set = ["--preset", preset, "--set", "classic.noise_lines=3"];
        let output = place.run(&[&sample[..], &set].concat());
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{words}");
        let said = "--set classic.noise_lines=3 changes nothing";
        assert_eq!(words.contains(said), is_idle, "{preset}: {words}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_told_before_the_first_game() {
    let place = Place::new();
    let out = ["--out", "nowhere/weights.bin"];
    let tune = [
        "tune", "chess", "--eval", "network", "--games", "1", "--work", "work",
    ];
    for command in [&tune[..], &["book", "build", "connect-four"]] {
        let (code, words) = failure(&place.run(&[command, &out].concat()));
        let said = "cannot write nowhere/weights.bin: ";
        assert!(code == 2 && words.contains(said), "{words}");
    }
    let played = std::fs::read_dir(place.path().join("work")).unwrap();
    assert_eq!(played.count(), 0, "no game was played");
}

#[test]
fn a_folder_without_fonts_is_not_replaced_by_the_built_in_one() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("fonts")).unwrap();
    std::fs::write(place.path().join("fonts/notes.txt"), "none").unwrap();
    let drawn = ["--count", "1", "--out", "pictures"];
    let sample = ["captcha", "sample", "--fonts", "fonts"];
    let (code, words) = failure(&place.run(&[&sample[..], &drawn].concat()));
    let said = "--fonts fonts: none of its files is a usable font";
    assert!(code == 2 && words.contains(said), "{words}");
    assert!(!place.path().join("pictures").exists());
}

#[test]
fn config_has_values_of_their_kinds_for_programs() {
    let place = Place::new();
    let mut command = place.command(&["config", "--json"]);
    command
        .env("ROOKERY__SITE__NAME", "A \"club\"")
        .env("ROOKERY__METRICS__TOKEN", "sesame");
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let rows: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let row = |key: &str| rows.iter().find(|row| row["key"] == key).unwrap();
    assert_eq!(row("site.name")["value"], "A \"club\"");
    assert_eq!(row("site.name")["origin"], "ROOKERY__SITE__NAME");
    assert_eq!(row("engine.queue")["value"], 64);
    assert_eq!(row("site.robots")["value"], true);
    assert_eq!(row("metrics.token")["value"], "(hidden)");
    let mut command = place.command(&["config"]);
    command.env("ROOKERY__SITE__LANGUAGE", "xx");
    let (code, words) = failure(&command.output().unwrap());
    let said = "site.language = \"xx\" (ROOKERY__SITE__LANGUAGE): there is no language 'xx'";
    assert!(code == 2 && words.contains(said), "{words}");
}
