//! Commands about games and pictures: their results, as text and as JSON.

mod arguments;
mod input_files;
mod interrupted;
mod places;
mod tuning;

use serde_json::Value;

use crate::support::program::{Place, failure};

/// Leaves of tic-tac-toe by depth: 9, 9·8, 9·8·7, …; from the fifth ply on games end early. The last is the number of
/// games that take all nine moves (127,872 of the 255,168 games; Henry Bottomley, "How many tic-tac-toe games?").
const TIC_TAC_TOE: [u64; 9] = [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872];
/// Leaves of Morabaraba by depth while nobody can have closed a mill: 24, 24·23, …; the fifth counts shots too.
const MORABARABA: [u64; 5] = [24, 552, 12_144, 255_024, 5_150_880];
/// The same of Nine Men's Morris, which has fewer mills.
const NINE_MENS_MORRIS: [u64; 5] = [24, 552, 12_144, 255_024, 5_140_800];
/// Leaves of English draughts by depth (OEIS A133046).
const CHECKERS: [u64; 7] = [7, 49, 302, 1_469, 7_361, 36_768, 179_740];
/// Turns of Fanorona by depth, as two other programs count them.
const FANORONA: [u64; 5] = [5, 39, 724, 18_026, 431_852];
/// The same of gomoku on 15 by 15 points: 225, 225·224, 225·224·223; nobody can have five before the ninth ply.
const GOMOKU: [u64; 3] = [225, 50_400, 11_239_200];
/// The same of Go on 9 by 9 points, worked out on paper: a stone or a pass, twice 82; nothing can be taken yet, and two passes end the game:
/// 81·81 + 82, and 81·80·80 + 2·81·81.
const GO: [u64; 3] = [82, 6_643, 531_522];

#[test]
fn perft_counts_the_published_numbers() {
    let place = Place::new();
    for (game, counts) in [
        ("tic-tac-toe", &TIC_TAC_TOE[..]),
        ("morabaraba", &MORABARABA[..4]),
        ("nine-mens-morris", &NINE_MENS_MORRIS[..4]),
        ("checkers", &CHECKERS[..]),
        ("fanorona", &FANORONA[..4]),
        ("gomoku", &GOMOKU[..2]),
        ("go", &GO[..]),
    ] {
        for (depth, count) in (1..).zip(counts) {
            for more in [&[][..], &["--full"]] {
                let depth = depth.to_string();
                let totals = place.totals(&[&["perft", game, &depth], more].concat());
                assert_eq!(totals["nodes"], *count, "{game} {depth} {more:?}");
                assert!(totals["cpu_s"].is_number() && totals["nodes_per_s"].is_number());
            }
        }
    }
    for (game, depth, count) in [
        ("morabaraba", "5", MORABARABA[4]),
        ("nine-mens-morris", "5", NINE_MENS_MORRIS[4]),
        ("fanorona", "5", FANORONA[4]),
        ("gomoku", "3", GOMOKU[2]),
    ] {
        assert_eq!(place.totals(&["perft", game, depth])["nodes"], count);
    }
    // The counts of Fanorona on its small boards by another program, and on 5 × 3 on paper; any two points of the larger board of gomoku.
    for (game, depth, rules, count) in [
        ("fanorona", "4", ["--variant", "5x5"], 3_469),
        ("fanorona", "1", ["--variant", "5x3"], 3),
        ("fanorona", "6", ["--variant", "3x3"], 280),
        ("gomoku", "2", ["--option", "size=19"], 361 * 360),
    ] {
        let command = [&["perft", game, depth], &rules[..]].concat();
        assert_eq!(place.totals(&command)["nodes"], count, "{command:?}");
    }
}

#[test]
fn perft_divides_and_starts_anywhere() {
    let place = Place::new();
    let lines = place.lines(&["perft", "tic-tac-toe", "3", "--divide", "--json"]);
    assert_eq!(lines.len(), 10, "nine moves and the totals");
    // X to complete a row at once, or to leave five, four, … squares: by hand, one ply = the empty squares.
    let totals = place.totals(&["perft", "tic-tac-toe", "1", "--position", "XX./OO./... x"]);
    assert_eq!(totals["nodes"], 5);
}

#[test]
fn perft_counts_what_a_file_says() {
    let place = Place::new();
    let counts = |file: &str, text: &str| std::fs::write(place.path().join(file), text).unwrap();
    counts(
        "right",
        "# from the empty board\n.../.../... x ;D1 9 ;D2 72 ;D3 999\n\nXX./OO./... x;D1 5\n",
    );
    let totals = place.totals(&["perft", "tic-tac-toe", "2", "--file", "right"]);
    assert_eq!(
        (&totals["positions"], &totals["right"]),
        (&2.into(), &2.into()),
        "{totals}"
    );
    assert_eq!(totals["nodes"], 9 + 72 + 5, "{totals}");
    let run = |depth: &str, file: &str| place.run(&["perft", "tic-tac-toe", depth, "--file", file]);
    let wrong = run("3", "right");
    assert_eq!(wrong.status.code(), Some(1));
    let said = String::from_utf8(wrong.stdout).unwrap();
    assert!(
        said.contains("right:2: 504 leaves at depth 3, 999 expected"),
        "{said}"
    );
    for (text, what) in [
        (
            ".../.../... x ;D1 nine\n",
            "bad:1: 'D1 nine' is not a count",
        ),
        ("\n.../.../... x\n", "bad:2: no counts"),
        (".../.../ x ;D1 9\n", "bad:1: the position cannot be read"),
        ("# nothing\n", "bad has no position"),
    ] {
        counts("bad", text);
        let refused = run("1", "bad");
        let (code, said) = failure(&refused);
        assert!(code == 2 && said.contains(what), "{said}");
    }
}

#[test]
fn search_finds_the_winning_square() {
    let place = Place::new();
    let totals = place.totals(&[
        "search",
        "tic-tac-toe",
        "--position",
        "XX./OO./... x",
        "--depth",
        "5",
    ]);
    assert_eq!(totals["score"]["win"], 1, "{totals}");
    assert_eq!(totals["pv"][0], "c3", "{totals}");
    for key in ["bound", "depth", "nodes", "cpu_s"] {
        assert!(!totals[key].is_null(), "{key}: {totals}");
    }
    let totals = place.totals(&[
        "search",
        "morabaraba",
        "--moves",
        "d6 d5",
        "--nodes",
        "20000",
    ]);
    assert!(
        totals["nodes"]
            .as_u64()
            .is_some_and(|n| n > 0 && n <= 25_000),
        "{totals}"
    );
    assert!(totals["pv"].as_array().is_some_and(|pv| !pv.is_empty()));
}

#[test]
fn solve_knows_that_tic_tac_toe_is_a_draw() {
    let place = Place::new();
    let lines = place.lines(&["solve", "tic-tac-toe", "--json"]);
    let totals: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
    for key in ["positions", "right", "nodes_mean", "cpu_s", "cpu_s_mean"] {
        assert!(totals.get(key).is_some(), "{key}: {totals}");
    }
    assert_eq!(totals["positions"], 1);
    assert!(
        lines.concat().contains("\"exact\":0") || lines.concat().contains("\"cp\":0"),
        "{lines:?}"
    );
    let (code, words) = failure(&place.run(&["solve", "morabaraba"]));
    assert_eq!(code, 2, "{words}");
    assert!(
        words.contains("the start needs an endgame table"),
        "{words}"
    );
    assert!(
        words.contains("'rookery tables build morabaraba'"),
        "{words}"
    );
    assert!(words.contains("--data"), "{words}");
    std::fs::write(place.path().join("none.txt"), "# nothing\n\n").unwrap();
    let (code, words) = failure(&place.run(&["solve", "tic-tac-toe", "none.txt"]));
    assert!(
        code == 2 && words.contains("none.txt has no position"),
        "{words}"
    );
}

/// Othello's boards begin with an empty square, more often than not.
#[test]
fn a_position_may_begin_with_a_hyphen() {
    let place = Place::new();
    let board = format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27));
    let place_of = ["--position", board.as_str()];
    for command in [
        &["search", "othello", "--depth", "1"][..],
        &["compare", "othello", "--depth", "1"],
        &["perft", "othello", "1"],
    ] {
        place.totals(&[command, &place_of].concat());
    }
    let last = format!("-{} O", "X".repeat(63));
    let solved = place.totals(&["solve", "othello", "--position", &last]);
    assert_eq!(solved["positions"], 1);
}

/// The totals of three against three are published; solving such a position then takes no search.
#[test]
fn tables_are_built_once_listed_checked_and_asked() {
    let place = Place::new();
    let json = |args: &[&str]| -> Vec<Value> {
        let lines = place.lines(args);
        let parse = |line: &String| serde_json::from_str(line).unwrap();
        lines.iter().map(parse).collect()
    };
    let build = &["tables", "build", "morabaraba", "--up-to", "3-3", "--json"];
    let first = json(build);
    assert_eq!(first[0]["wins"], 141_204);
    assert_eq!(first[0]["losses"], 28_422);
    assert_eq!(first[0]["draws"], 0);
    assert_eq!(first[0]["longest"], 16);
    assert_eq!(first[0]["was_there"], false);
    assert_eq!(first[1]["checksums"]["3-3"], first[0]["checksum"]);
    assert_eq!(json(build)[0]["was_there"], true);
    for act in ["list", "verify"] {
        let listed = json(&["tables", act, "morabaraba", "--json"]);
        assert_eq!(listed[0]["checksum"], first[0]["checksum"]);
        assert!(listed[0].get("was_there").is_none());
        assert_eq!(listed[1]["tables"], 1);
    }
    let three = "OO******/*@*@*@**/***O**** w m s 3 0 3 0 board:12d";
    let solved = json(&["solve", "morabaraba", "--position", three, "--json"]);
    assert_eq!(solved[0]["score"]["win"], 1, "{solved:?}");

    let solve = ["solve", "morabaraba", "--position", three];
    let named = json(&[&solve[..], &["--on", "TABLES", "--json"]].concat());
    assert_eq!(named[0], solved[0]);
    let (code, words) = failure(&place.run(&[&solve[..], &["--off", "TABLES"]].concat()));
    assert!(
        code == 2 && words.contains("leave --off TABLES out"),
        "{words}"
    );
    let (code, words) = failure(&place.run(&["solve", "morabaraba"]));
    let part = "no table in data/tables/morabaraba (it has 1) covers the start";
    assert!(code == 2 && words.contains(part), "{words}");

    let (code, words) = failure(&place.run(&["tables", "build", "morabaraba", "--up-to", "2-2"]));
    assert!(
        code == 2 && words.contains("name one of 3-3, 4-3"),
        "{words}"
    );
    let (code, words) = failure(&place.run(&["tables", "build", "morabaraba"]));
    assert!(
        code == 2 && words.contains("--up-to NAME: 3-3, 4-3"),
        "{words}"
    );
    let elsewhere = ["tables", "verify", "morabaraba", "--data", "elsewhere"];
    let (code, words) = failure(&place.run(&elsewhere));
    let part = "no tables in elsewhere/tables/morabaraba";
    assert!(code == 1 && words.contains(part), "{words}");
    let (code, words) = failure(&place.run(&["tables", "list", "tic-tac-toe"]));
    assert!(code == 2 && words.contains("no endgame tables"), "{words}");
}

/// A king of each side on 32 squares: 32 × 31 positions.
#[test]
fn a_table_is_named_in_capital_or_small_letters() {
    let place = Place::new();
    let totals = place.totals(&["tables", "build", "checkers", "--up-to", "1K-1K"]);
    assert_eq!(totals["positions"], 992);
    assert!(totals["checksums"]["1k-1k"].is_string(), "{totals}");
    let unknown = ["tables", "build", "chess", "--up-to", "KPKX"];
    let (code, words) = failure(&place.run(&unknown));
    assert!(
        code == 2 && words.contains("name one of KQK, KRK"),
        "{words}"
    );
}

#[test]
fn solve_checks_a_file_of_connect_four() {
    let place = Place::new();
    let file = place.path().join("scores.txt");
    let path = file.to_str().unwrap();
    // The first lines of Pons' published set of end games.
    let lines = "2252576253462244111563365343671351441 -1\n7422341735647741166133573473242566 1\n";
    std::fs::write(&file, lines).unwrap();
    for steps in [&[][..], &["--off", "ALL", "--on", "order,table"]] {
        let totals = place.totals(&[&["solve", "connect-four", path], steps].concat());
        assert_eq!(
            (&totals["positions"], &totals["right"]),
            (&2.into(), &2.into())
        );
        assert!(
            totals["nodes_mean"].as_f64().is_some_and(|n| n > 0.0),
            "{totals}"
        );
    }
    std::fs::write(&file, lines.replace(" 1\n", " 2\n")).unwrap();
    let (code, words) = failure(&place.run(&["solve", "connect-four", path]));
    assert_eq!(code, 1, "{words}");
    assert!(words.contains("1 of 2 positions"), "{words}");
    std::fs::write(&file, "4453 two\n").unwrap();
    let (code, words) = failure(&place.run(&["solve", "connect-four", path]));
    assert_eq!(code, 2, "{words}");
    assert!(
        words.contains("scores.txt:1: 'two' is not a score"),
        "{words}"
    );
    let (code, words) = failure(&place.run(&["solve", "connect-four", "--off", "MAGIC"]));
    assert_eq!(code, 2, "{words}");
    assert!(words.contains("it has ORDER, TABLE, "), "{words}");
}

#[test]
fn a_book_is_not_begun_in_somebody_elses_file() {
    let place = Place::new();
    std::fs::write(place.path().join("notes.txt"), "not a book\n").unwrap();
    let (code, words) =
        failure(&place.run(&["book", "build", "connect-four", "--out", "notes.txt"]));
    assert_eq!(code, 2, "{words}");
    assert!(
        words.contains("notes.txt is not a book that can be continued"),
        "{words}"
    );
    let kept = std::fs::read_to_string(place.path().join("notes.txt")).unwrap();
    assert_eq!(kept, "not a book\n");
    let (code, words) = failure(&place.run(&["book", "build", "tic-tac-toe"]));
    assert_eq!(code, 2, "{words}");
}

#[test]
fn bench_has_one_signature() {
    let place = Place::new();
    let (one, other) = (
        place.totals(&["bench", "tic-tac-toe"]),
        place.totals(&["bench", "tic-tac-toe"]),
    );
    assert!(one["signature"].as_u64().is_some_and(|n| n > 0), "{one}");
    assert_eq!(one["signature"], other["signature"]);
    assert!(one["nodes_per_s"].is_number());
}

/// The objects of the lines.
fn objects(lines: &[String]) -> Vec<Value> {
    let object = |line: &String| serde_json::from_str(line).unwrap();
    lines.iter().map(object).collect()
}

#[test]
fn levels_have_a_line_each() {
    let place = Place::new();
    let lines = objects(&place.lines(&["levels", "tic-tac-toe", "--games", "20", "--json"]));
    assert_eq!(lines.len(), 9, "eight levels and the totals");
    for (line, level) in lines.iter().zip(1..=8) {
        assert_eq!(line["level"], level, "{line}");
        assert!(line["score"].is_number(), "{line}");
    }
    assert_eq!(lines[0]["one_ply"]["games"], 200, "{}", lines[0]);
    assert_eq!(lines[8]["levels"], 8);
}

#[test]
fn compare_has_the_figures_of_the_example_tree() {
    let place = Place::new();
    let tree = ["--position", "best 3 3", "--depth", "3", "--json"];
    let lines = objects(&place.lines(&[&["compare", "example-tree"][..], &tree].concat()));
    let leaves = |name: &str| {
        let row = lines.iter().find(|line| line["techniques"] == name);
        row.unwrap()["leaves"].clone()
    };
    assert_eq!(leaves("MINIMAX"), 27);
    assert_eq!(leaves("ALPHABETA"), 11);
    assert_eq!(lines.last().unwrap()["plies"], 3);
    let best_case = lines.last().unwrap()["best_case"].as_f64().unwrap();
    assert!((best_case - 11.0).abs() < 1e-6, "{best_case}");
    // Every technique that the game uses is exact, so all rows find the same value.
    let lines = objects(&place.lines(&["compare", "tic-tac-toe", "--depth", "5", "--json"]));
    let (_, rows) = lines.split_last().unwrap();
    let (beside, added): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["beside"] == true);
    assert!(
        added.iter().all(|row| row["score"] == rows[0]["score"]),
        "{added:?}"
    );
    assert!(beside.iter().any(|row| row["driver"] == "mtdf"));
    assert!(beside.iter().any(|row| row["added"] == "TAPERED"));
    // It saves no node, because it has nothing to save; what costs nodes says why.
    let left_out = lines.last().unwrap()["left_out"].as_array().unwrap();
    assert!(
        left_out
            .iter()
            .any(|one| one["technique"] == "GAIN"
                && one["reason"] == "no move wins material at once")
    );
    for row in rows {
        let costs = row["saved"].as_f64().is_some_and(|share| share < 0.0);
        assert_eq!(row["cost"].is_string(), costs, "{row}");
    }
    let compare = ["compare", "chess", "--depth", "1"];
    place.totals(&[&compare[..], &["--eval", "turing"]].concat());
    let (code, words) = failure(&place.run(&[&compare[..], &["--eval", "x"]].concat()));
    assert!(
        code == 2 && words.contains("--eval x: chess has"),
        "{words}"
    );
    let mated = ["--position", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"];
    let (code, words) = failure(&place.run(&[&compare[..], &mated].concat()));
    assert!(code == 2 && words.contains("(checkmate)"), "{words}");
}

#[test]
fn a_suite_counts_right_moves() {
    let place = Place::new();
    let file = place.path().join("suite.epd");
    let text = "# by hand\nXX./OO./... x bm c3; id \"complete the row\";\nXX./OO./... x ; am c3;\n";
    std::fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let totals = place.totals(&["suite", "tic-tac-toe", path, "--depth", "5"]);
    for (key, value) in [
        ("positions", 2),
        ("right", 1),
        ("points", 1),
        ("points_max", 2),
    ] {
        assert_eq!(totals[key], value, "{key}: {totals}");
    }
}

#[test]
fn a_suite_is_read_as_other_programs_write_it_and_names_what_it_does_not_read() {
    let place = Place::new();
    let file = place.path().join("suite.epd");
    let path = file.to_str().unwrap();
    let suite = &["suite", "tic-tac-toe", path, "--depth", "5"];
    // A byte order mark, lines of an old system, Latin-1, and the most points that a move can have, twice.
    let right = "XX./OO./... x bm c3; id \"\u{e9}\"; c0 \"c3=1000000\";";
    let latin_1 = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<_>>();
    for bytes in [
        format!("\u{feff}{right}\r{right}\r").into_bytes(),
        latin_1(&format!("{right}\n{right}")),
    ] {
        std::fs::write(&file, bytes).unwrap();
        let totals = place.totals(suite);
        assert_eq!(totals["right"], 2, "{totals}");
        assert_eq!(totals["points_max"], 2_000_000, "{totals}");
    }
    for (line, expected) in [
        ("XX./OO./... x bm c3 d9;", ":2:21: operation bm: 'd9'"),
        ("XX./OO./... x bm c3; id \"a", ":2:25: operation id: "),
        ("XXX/OO./... o bm c1;", ":2:1: the game is over"),
    ] {
        std::fs::write(&file, format!("# by hand\n{line}")).unwrap();
        let (code, words) = failure(&place.run(suite));
        assert_eq!(code, 2, "{words}");
        assert!(words.contains(expected), "{words}");
    }
}

#[test]
fn what_is_wrong_is_one_line_and_exit_2() {
    let place = Place::new();
    for (arguments, hint) in [
        (&["perft", "morabarba", "1"][..], "morabaraba"),
        (
            &["perft", "tic-tac-toe", "1", "--position", "nonsense"],
            "position",
        ),
        (
            &["search", "tic-tac-toe", "--depth", "1", "--moves", "z9"],
            "z9",
        ),
        (
            &[
                "search",
                "chess",
                "--position",
                "4k3/8/8/8/8/N7/8/N3K3 w - -",
                "--moves",
                "Nc2",
            ],
            "'Nc2' could be ",
        ),
    ] {
        let (code, words) = failure(&place.run(arguments));
        assert_eq!(code, 2, "{arguments:?}: {words}");
        assert!(words.contains(hint), "{arguments:?}: {words}");
    }
    for arguments in [
        &["perft", "tic-tac-toe", "many"][..],
        &["perft"],
        &["no-such-command"],
        &["tables"],
        &["search", "chess", "--depth", "0"],
        &["search", "chess", "--driver", "x"],
        &["perft", "tic-tac-toe", "1", "--position", "two\nlines"],
    ] {
        let output = place.run(arguments);
        let (code, words) = failure(&output);
        assert_eq!(code, 2, "{arguments:?}: {words}");
        assert!(words.starts_with("rookery: "), "{words}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    assert_eq!(place.run(&["--version"]).status.code(), Some(0));
}

#[test]
fn a_search_refuses_what_it_could_only_leave_out() {
    let place = Place::new();
    for (asked, hint) in [
        ("chess --on BOOK --multipv 2", "a book has one line"),
        ("chess --on BOOK --trace tree", "--trace: a book answers"),
        ("connect-four --on TABLES --trace tree", "a solver answers"),
    ] {
        let words: Vec<_> = asked.split(' ').collect();
        let (code, said) = failure(&place.run(&[&["search"], &words[..]].concat()));
        assert!(code == 2 && said.contains(hint), "{asked}: {said}");
    }
    assert!(!place.path().join("tree").exists());
}

/// Whoever misspells the name of a game or a technique reads at most forty characters of it again.
#[test]
fn a_name_of_any_length_is_said_again_in_forty_characters() {
    let place = Place::new();
    let name = "Ξ".repeat(30_000);
    for arguments in [
        &["search", &name, "--depth", "1"][..],
        &["search", "chess", "--depth", "1", "--on", &name],
        &["search", "chess", "--depth", "1", "--off", &name],
        &[
            "search",
            "chess",
            "--depth",
            "1",
            "--on",
            &format!("TT,{name}"),
        ],
    ] {
        let (code, words) = failure(&place.run(arguments));
        let said = words.chars().filter(|c| *c == 'Ξ').count();
        assert_eq!((code, said), (2, 40), "{}: {words}", arguments[0]);
    }
}

#[test]
fn help_is_a_manual_with_an_example() {
    let place = Place::new();
    for command in [
        "serve", "config", "admin", "perft", "search", "solve", "compare", "suite", "match",
        "levels", "tune", "spsa", "tables", "bench", "book",
    ] {
        let text = place.lines(&[command, "--help"]).join("\n");
        assert!(
            text.contains("Example") && text.contains("rookery"),
            "{command}: {text}"
        );
    }
}
