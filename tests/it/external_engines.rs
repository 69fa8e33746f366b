//! `rookery match` against another program over UCI, the Go Text Protocol and Gomocup's protocol: this engine as the program, and scripts
//! that write down all they hear.

use serde_json::Value;

use crate::support::program::{Place, failure};

/// A program of the shell that writes each line down and answers it by these cases.
fn script(place: &Place, cases: &str) {
    let text = format!(
        "while read -r line; do\n  echo \"$line\" >>heard.txt\n  case \"$line\" in\n{cases}\n  esac\ndone\n"
    );
    std::fs::write(place.path().join("program.sh"), text).unwrap();
}

fn heard(place: &Place) -> Vec<String> {
    let text = std::fs::read_to_string(place.path().join("heard.txt")).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// A place where `./rookery` is the program, however long the path to it.
fn place_with_engine() -> Place {
    let place = Place::new();
    let link = place.path().join("rookery");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_rookery"), link).unwrap();
    place
}

/// Two games of the engine with few nodes against this player.
fn against(place: &Place, game: &[&str], b: &str) -> Value {
    let players = ["--a", "nodes=40", "--b", b, "--games", "2"];
    place.totals(&[&["match"], game, &players].concat())
}

fn count(totals: &Value, key: &str) -> u64 {
    totals[key]
        .as_u64()
        .unwrap_or_else(|| panic!("{key}: {totals}"))
}

#[test]
fn another_build_of_the_engine_plays_whole_games_over_uci() {
    let place = place_with_engine();
    for game in [
        &["chess"][..],
        &["chess", "--variant", "chess960"],
        &["othello"],
        &["morabaraba"],
        &["checkers"],
    ] {
        let b = format!("uci=./rookery uci {},nodes=30", game[0]);
        let totals = against(&place, game, &b);
        assert_eq!(count(&totals, "games"), 2, "{totals}");
        for fault in ["forfeits_a", "forfeits_b", "unfinished"] {
            assert_eq!(count(&totals, fault), 0, "{game:?} {totals}");
        }
        let (moves, nodes) = (count(&totals, "moves_b"), count(&totals, "nodes_b"));
        assert!(
            moves > 4 && nodes > moves && nodes <= 30 * moves,
            "{totals}"
        );
    }
}

/// Each board and opening has moves that are not legal by the usual rules, and none of them loses a game.
#[test]
fn another_build_of_the_engine_is_told_the_variant_and_the_rules_over_uci() {
    let place = place_with_engine();
    for game in [
        &["connect-four", "--variant", "8x7"][..],
        &["fanorona", "--variant", "5x5"],
        &["go", "--variant", "5x5", "--option", "handicap=2"],
        &["gomoku", "--option", "opening=swap2"],
        &["checkers", "--option", "first-moves=three-move"],
        &["nine-mens-morris", "--option", "flying=off"],
    ] {
        let b = format!("uci=./rookery uci {},nodes=30", game[0]);
        let totals = against(&place, game, &b);
        assert_eq!(count(&totals, "games"), 2, "{totals}");
        for fault in ["forfeits_a", "forfeits_b"] {
            assert_eq!(count(&totals, fault), 0, "{game:?} {totals}");
        }
        assert!(count(&totals, "moves_b") > 1, "{game:?} {totals}");
    }
}

/// Told that no time is left, the program looks at few nodes. Its board is that of the match in both games, stones of a handicap included:
/// otherwise a move would not be legal on one of the two.
#[test]
fn another_build_of_the_engine_plays_whole_games_over_gtp() {
    let place = place_with_engine();
    for handicap in ["handicap=0", "handicap=2"] {
        let game = ["go", "--variant", "5x5", "--option", handicap];
        let totals = against(&place, &game, "gtp=./rookery gtp,say=time_left b 0 0");
        assert_eq!(count(&totals, "games"), 2, "{totals}");
        for fault in ["forfeits_a", "forfeits_b"] {
            assert_eq!(count(&totals, fault), 0, "{handicap}: {totals}");
        }
        assert!(count(&totals, "moves_b") > 1, "{totals}");
    }
}

/// 3,000 nodes against 1: the stronger player wins from either seat, so results are credited to the right one.
#[test]
fn the_result_is_the_first_players() {
    let place = place_with_engine();
    let program = "uci=./rookery uci othello,nodes=1";
    let strong = "nodes=3000";
    let spec = ["match", "othello", "--games", "8"];
    let first = place.totals(&[&spec[..], &["--a", strong, "--b", program]].concat());
    let second = place.totals(&[&spec[..], &["--a", program, "--b", strong]].concat());
    assert!(first["score"].as_f64().unwrap() > 0.8, "{first}");
    assert!(second["score"].as_f64().unwrap() < 0.2, "{second}");
}

/// Lines as the protocol has them, moves in coordinates from the first position on, and the options before the first game.
#[test]
fn a_chess_program_is_told_the_game_and_its_limits() {
    let place = Place::new();
    script(
        &place,
        "    uci) echo 'id name Script'; echo uciok;;\n    isready) echo readyok;;\n    go*) echo 'info depth 1 nodes 7 pv a2a3'; echo 'bestmove (none)';;",
    );
    let b = "uci=sh program.sh,say=setoption name Hash value 1,nodes=50,depth=3,time=70";
    let totals = against(&place, &["chess", "--opening", "2"], b);
    assert_eq!(
        (count(&totals, "wins"), count(&totals, "forfeits_b")),
        (2, 2)
    );
    let fault = totals["first_fault_b"].as_str().unwrap();
    assert!(fault.starts_with("gave no move, in "), "{fault}");
    let heard = heard(&place);
    let begins = [
        "uci",
        "setoption name Hash value 1",
        "isready",
        "ucinewgame",
        "isready",
    ];
    assert_eq!(heard[..5], begins, "{heard:?}");
    let moves: Vec<_> = heard[5]
        .strip_prefix("position startpos moves ")
        .unwrap()
        .split(' ')
        .collect();
    assert!(
        moves.len() == 3 && moves.iter().all(|m| m.len() == 4),
        "{heard:?}"
    );
    assert_eq!(heard[6], "go nodes 50 depth 3 movetime 70");
    // A program that failed is not asked again: the second game has a new one, which moves first.
    assert_eq!(heard[7..12], begins, "{heard:?}");
    assert_eq!(heard[12], heard[5].rsplit_once(' ').unwrap().0);
}

#[test]
fn an_illegal_move_and_silence_lose_the_game() {
    for (answer, says) in [
        (
            "echo bestmove e2e5",
            "played 'e2e5', which is not legal in rnbqkbnr/",
        ),
        (":", "did not answer 'go nodes 20000' for 5 s, in "),
        ("exit", "ended when told 'go nodes 20000', in "),
        (
            "while echo info string busy; do :; done",
            "did not answer 'go nodes 20000' for 5 s, in ",
        ),
        (
            "echo no memory >&2; exit 1",
            "ended when told 'go nodes 20000'; its last words are 'no memory', in ",
        ),
    ] {
        let place = Place::new();
        script(
            &place,
            &format!("    uci) echo uciok;;\n    isready) echo readyok;;\n    go*) {answer};;"),
        );
        let spec = ["chess", "--opening", "0"];
        let totals = against(&place, &spec, "uci=sh program.sh,patience=5");
        assert_eq!(
            (count(&totals, "wins"), count(&totals, "forfeits_b")),
            (2, 2)
        );
        let fault = totals["first_fault_b"].as_str().unwrap();
        assert!(fault.contains(says), "{fault}");
    }
}

/// The program passes at once and always; the rules and the stones of both sides are told.
#[test]
fn a_go_program_is_told_the_rules_and_asked_for_moves() {
    let place = Place::new();
    script(
        &place,
        "    genmove*) printf '= PASS\\n\\n';;\n    *) printf '= \\n\\n';;",
    );
    let game = [
        "go",
        "--variant",
        "7x7",
        "--option",
        "komi=6-5",
        "--opening",
        "1",
    ];
    let b = "gtp=sh program.sh,time=2000,say=level 10";
    let totals = against(&place, &game, b);
    assert_eq!(count(&totals, "forfeits_b"), 0, "{totals}");
    let heard = heard(&place);
    let begins = [
        "protocol_version",
        "time_settings 0 2 1",
        "level 10",
        "boardsize 7",
        "clear_board",
        "komi 6.5",
    ];
    assert_eq!(heard[..6], begins, "{heard:?}");
    // The opening is Black's stone, and White, who is to move, is the first player in the first game.
    let vertex = |line: &str, head: &str| {
        let point = line.strip_prefix(head).unwrap_or_else(|| panic!("{line}"));
        let bytes = point.as_bytes();
        point == "PASS" || bytes[0].is_ascii_uppercase() && bytes[1].is_ascii_digit()
    };
    assert!(vertex(&heard[6], "play b "), "{heard:?}");
    assert!(vertex(&heard[7], "play w "), "{heard:?}");
    assert_eq!(heard[8], "genmove b");
    let again = heard.iter().position(|line| line == "clear_board").unwrap();
    let later = heard[again + 1..]
        .iter()
        .position(|line| line == "clear_board");
    let second = &heard[again + 1 + later.unwrap()..];
    assert!(
        second[1] == "komi 6.5" && vertex(&second[2], "play b "),
        "{second:?}"
    );
    assert_eq!(second[3], "genmove w");
}

/// Three stones by the rules of the game, and White to move.
#[test]
fn a_go_program_is_told_the_handicap() {
    let place = Place::new();
    script(
        &place,
        "    genmove*) printf '= PASS\\n\\n';;\n    *) printf '= \\n\\n';;",
    );
    let game = ["go", "--variant", "7x7", "--option", "handicap=3"];
    let totals = against(&place, &game, "gtp=sh program.sh");
    assert_eq!(count(&totals, "forfeits_b"), 0, "{totals}");
    let heard = heard(&place);
    let begins = [
        "protocol_version",
        "boardsize 7",
        "clear_board",
        "komi 0.5",
        "set_free_handicap C5 E5 C3",
    ];
    assert_eq!(heard[..5], begins, "{heard:?}");
}

#[test]
fn a_go_program_may_resign() {
    let place = Place::new();
    script(
        &place,
        "    genmove*) printf '= resign\\n\\n';;\n    *) printf '= \\n\\n';;",
    );
    let totals = against(&place, &["go", "--variant", "5x5"], "gtp=sh program.sh");
    assert_eq!(
        (count(&totals, "wins"), count(&totals, "forfeits_b")),
        (2, 0)
    );
}

/// The program resigns twice, ends before its third game and cannot be started again: the first pair counts all the same.
#[test]
fn a_program_that_cannot_be_started_again_leaves_the_results_so_far() {
    let text = "[ -e started ] && exit 3\ntouch started\ngames=0\nwhile read -r line; do\n  case \"$line\" in\n    \
        boardsize*) games=$((games+1)); [ \"$games\" -lt 3 ] || exit 3; printf '= \\n\\n';;\n    \
        genmove*) printf '= resign\\n\\n';;\n    *) printf '= \\n\\n';;\n  esac\ndone\n";
    let place = Place::new();
    std::fs::write(place.path().join("program.sh"), text).unwrap();
    let spec = ["match", "go", "--variant", "5x5", "--games", "10", "--json"];
    let players = ["--a", "nodes=40", "--b", "gtp=sh program.sh"];
    let output = place.run(&[&spec[..], &players].concat());
    let (code, line) = failure(&output);
    let says = "the match ended after 2 games: the program 'sh program.sh' ended";
    assert!(code == 1 && line.contains(says), "{code}: {line}");
    let totals: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (key, expected) in [("games", 2), ("wins", 2), ("forfeits_b", 0)] {
        assert_eq!(count(&totals, key), expected, "{totals}");
    }
    let ended_by = totals["ended_by"].as_str().unwrap();
    assert!(line.trim_end().ends_with(ended_by), "{line} {ended_by}");
    // Nothing counts where it never starts.
    let (code, line) = failure(&place.run(&[&spec[..], &players].concat()));
    assert!(
        code == 2 && line.contains("the program 'sh program.sh'"),
        "{line}"
    );
}

/// `0,0` is the upper left corner, which the board calls a15; the first line of a game is `START`, the first question all stones.
#[test]
fn a_gomoku_program_is_told_the_stones() {
    let place = Place::new();
    // It takes every other point of the upper edge, so that it neither wins nor is in the way.
    script(
        &place,
        "    ABOUT) echo 'name=\"Script\"';;\n    START*) n=0; echo MESSAGE ready; echo OK;;\n    DONE|TURN*|BEGIN) echo \"$((2*n)),0\"; n=$((n+1));;",
    );
    let game = ["gomoku", "--variant", "caro", "--opening", "0"];
    let b = "gomocup=sh program.sh,time=100,say=INFO max_memory 1000000";
    let totals = against(&place, &game, b);
    assert_eq!(count(&totals, "forfeits_b"), 0, "{totals}");
    let heard = heard(&place);
    let begins = [
        "ABOUT",
        "START 15",
        "INFO rule 8",
        "INFO timeout_match 0",
        "INFO timeout_turn 100",
        "INFO max_memory 1000000",
        "BOARD",
    ];
    assert_eq!(heard[..7], begins, "{heard:?}");
    let (stone, owner) = heard[7].rsplit_once(',').unwrap();
    assert!(owner == "2" && stone.split_once(',').is_some(), "{heard:?}");
    assert_eq!(heard[8], "DONE");
    assert!(heard[9].starts_with("TURN "), "{heard:?}");
    // In the second game it moves first.
    let again = heard.iter().rposition(|line| line == "START 15").unwrap();
    assert_eq!(heard[again + 5], "BEGIN");
}

/// The program suggests its moves, as some do that want to be told before a move counts. In the first case it then plays the move that it is
/// told to play; in the second it suggests another one instead, and loses.
#[test]
fn a_gomoku_program_that_suggests_a_move_is_told_to_play_it() {
    for (answer, forfeits) in [("echo \"${line#PLAY }\"", 0), ("echo \"SUGGEST 3,4\"", 2)] {
        let place = Place::new();
        let cases = format!(
            "    ABOUT) echo 'name=\"Script\"';;\n    START*) n=0; echo OK;;\n    \
            DONE|TURN*|BEGIN) echo \"SUGGEST $((2*n)),0\"; n=$((n+1));;\n    PLAY*) {answer};;"
        );
        script(&place, &cases);
        let game = ["gomoku", "--variant", "caro", "--opening", "0"];
        let totals = against(&place, &game, "gomocup=sh program.sh");
        assert_eq!(count(&totals, "forfeits_b"), forfeits, "{totals}");
        assert!(heard(&place).contains(&"PLAY 0,0".to_owned()), "{totals}");
        if forfeits > 0 {
            let fault = totals["first_fault_b"].as_str().unwrap();
            let says = "answered 'SUGGEST 3,4' when told 'PLAY 0,0'";
            assert!(fault.starts_with(says), "{fault}");
        }
    }
}

/// The numbers of the protocol for the rules, and the size of the board.
#[test]
fn a_gomoku_program_is_told_the_rule_and_the_size() {
    for (variant, size, rule) in [
        ("standard", "15", "INFO rule 0"),
        ("exactly-five", "15", "INFO rule 1"),
        ("renju", "15", "INFO rule 4"),
        ("standard", "19", "INFO rule 0"),
    ] {
        let place = Place::new();
        // It gives no move, which ends the game.
        script(
            &place,
            "    ABOUT) echo 'name=\"Script\"';;\n    START*) echo OK;;\n    DONE|TURN*|BEGIN) echo ERROR;;",
        );
        let option = format!("size={size}");
        let game = ["gomoku", "--variant", variant, "--option", &option];
        let totals = against(&place, &game, "gomocup=sh program.sh");
        assert_eq!(count(&totals, "forfeits_b"), 2, "{totals}");
        let begins = ["ABOUT", &format!("START {size}"), rule];
        assert_eq!(heard(&place)[..3], begins, "{variant} {size}");
    }
}

#[test]
fn a_program_that_cannot_be_used_ends_the_match_with_the_reason() {
    let place = place_with_engine();
    for (game, b, says) in [
        (
            "chess",
            "uci=./no-such-program",
            "the program './no-such-program' cannot be started: ",
        ),
        (
            "chess",
            "uci=cat,patience=1",
            "the program 'cat' did not answer 'uci' for 1 s",
        ),
        (
            "chess",
            "uci=./rookery uci chss",
            "the program './rookery uci chss' ended",
        ),
        ("chess", "uci=", "the command is missing"),
        (
            "chess",
            "uci=cat,level=3",
            "'level=3' is not one of say=LINE, nodes=N",
        ),
        ("chess", "uci=cat,time=soon", "time=soon: a number"),
        ("chess", "gtp=cat", "GTP is the protocol of Go"),
        (
            "chess",
            "gomocup=cat",
            "Gomocup's protocol is that of gomoku",
        ),
        (
            "go",
            "gtp=cat,nodes=5",
            "GTP has no limits in nodes or depth",
        ),
        (
            "go",
            "gtp=cat,time=1500",
            "GTP counts time in whole seconds",
        ),
        (
            "gomoku",
            "gomocup=cat,depth=5",
            "Gomocup's protocol has no limits in nodes or depth",
        ),
    ] {
        let spec = ["match", game, "--a", "nodes=40", "--b", b, "--games", "2"];
        let (code, line) = failure(&place.run(&spec));
        assert_eq!(code, 2, "{b}: {line}");
        assert!(line.contains(says), "{b}: {line}");
    }
    for (rules, b, says) in [
        (
            &["gomoku", "--option", "opening=swap2"][..],
            "gomocup=cat",
            "not by swap2",
        ),
        (
            &["fanorona", "--variant", "3x3"],
            "uci=./rookery uci othello",
            "the program './rookery uci othello' has no option 'UCI_Variant' with the value 3x3",
        ),
        (
            &["gomoku", "--option", "size=19"],
            "uci=./rookery uci",
            "has no option 'Rule size' with the value 19",
        ),
    ] {
        let spec = [&["match"], rules, &["--a", "nodes=40", "--b", b]].concat();
        let (code, line) = failure(&place.run(&spec));
        assert!(code == 2 && line.contains(says), "{rules:?}: {line}");
    }
}
