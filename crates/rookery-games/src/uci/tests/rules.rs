//! Sessions about the rules, which options set, and about `go` without the clock that counts.

use super::Other;

/// A move that is on one of two boards alone: h8 is beyond a board of 7 by 7, s19 beyond one of 15 by 15.
#[test]
fn variants_and_rules_are_set_by_options() {
    for (game, option, m, is_usual) in [
        ("go", "UCI_Variant value 7x7", "h8", true),
        ("connect-four", "UCI_Variant value 6x5", "g", true),
        ("gomoku", "Rule size value 19", "s19", false),
    ] {
        let mut other = Other::meets(game);
        let heard = other.ask("uci", "uciok");
        let (name, _) = option.split_once(" value").unwrap();
        let described = format!("option name {name} type combo ");
        let is_described = |line: &String| line.starts_with(&described);
        assert!(heard.iter().any(is_described), "{game}: {heard:?}");
        let go = format!("go depth 1 searchmoves {m}");
        for is_legal in [is_usual, !is_usual] {
            let heard = other.ask(&go, "bestmove");
            let is_refused = heard.iter().any(|line| line.starts_with("info string"));
            assert_eq!(is_refused, !is_legal, "{game}, {option}: {heard:?}");
            other.say(&format!("setoption name {option}"));
        }
    }
}

/// Black is to move, whose time nobody says: the search ends by itself, on its own clock.
#[test]
fn a_go_without_the_clock_of_the_side_to_move_is_answered() {
    let mut other = Other::meets("chess");
    other.say("position startpos moves e2e4");
    for go in [
        "go wtime 1000 winc 10",
        "go movestogo 40",
        "go binc 100",
        "go winc 0 binc 0",
        "go movestogo 0",
    ] {
        let heard = other.ask(go, "info depth 2");
        let is_missing = heard[0].contains("the time of the side to move is missing");
        assert!(is_missing, "{go}: {heard:?}");
        other.wait(2_000_000);
        other.hear_until("bestmove");
    }
    let heard = other.ask("go wtime 1000 winc 10 depth 2", "bestmove");
    let is_note = |line: &String| line.starts_with("info string");
    assert!(!heard.iter().any(is_note), "{heard:?}");
}
