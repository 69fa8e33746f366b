//! Sessions about the move that is chosen, the value that is told of it, and moves as people write them.

use super::{Other, number};

/// Black has the whole board with one stone, so a pass that ends the game wins it; before that, a stone is worth more than a pass.
#[test]
fn a_search_that_is_cut_short_does_not_pass_on_an_open_board() {
    let mut other = Other::meets("go");
    for go in ["go nodes 84", "go nodes 300", "go depth 1"] {
        for place in ["position startpos", "position startpos moves e5"] {
            other.say(place);
            assert_ne!(other.best_move(go), "pass", "{place}, {go}");
        }
    }
    other.say("position startpos moves e5 pass");
    assert_eq!(other.best_move("go depth 1"), "pass");
    other.say("position startpos");
    assert_eq!(other.best_move("go depth 1 searchmoves pass"), "pass");
}

/// No first move of either side loses more than a pawn or two, whatever the weakest level thinks of it.
#[test]
fn a_weak_level_tells_sound_values() {
    let mut other = Other::meets("chess");
    for line in [
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 250",
        "setoption name MultiPV value 3",
    ] {
        other.say(line);
    }
    for place in ["position startpos", "position startpos moves d2d4"] {
        other.say(place);
        let heard = other.ask("go depth 9", "bestmove");
        let valued: Vec<_> = heard.iter().filter(|l| l.contains(" score ")).collect();
        let [told] = valued[..] else {
            panic!("one line has a value: {heard:?}")
        };
        assert!((-300..=300).contains(&number(told, "cp")), "{told}");
        let (_, line) = told.split_once(" pv ").unwrap();
        let best = heard.last().unwrap().strip_prefix("bestmove ").unwrap();
        let first = |moves: &str| moves.split(' ').next().map(str::to_owned);
        assert_eq!(first(line), first(best), "{heard:?}");
        assert!(heard.len() > 2, "its depths are told: {heard:?}");
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    for (game, typed, spelled) in [
        ("checkers", "11-15", "f6e5"),
        ("connect-four", "4", "d"),
        ("gomoku", "H8", "h8"),
        ("go", "E5", "e5"),
        ("go", "PASS", "pass"),
        ("chess", "E2E4", "e2e4"),
    ] {
        let mut other = Other::meets(game);
        other.say(&format!("position startpos moves {typed}"));
        let heard = other.ask("isready", "readyok");
        assert_eq!(heard, ["readyok"], "{game}: {typed}");
        other.say("position startpos");
        let go = format!("go depth 1 searchmoves {typed}");
        assert_eq!(other.best_move(&go), spelled, "{game}: {typed}");
    }
}

#[test]
fn a_note_about_a_move_says_how_moves_are_written() {
    for (game, shape) in [("chess", 4), ("checkers", 4), ("go", 2)] {
        let mut other = Other::meets(game);
        other.say("position startpos moves z0");
        let note = other.hear();
        let (_, example) = note.split_once("; moves are written as ").unwrap();
        assert_eq!(example.len(), shape, "{note}");
        other.say(&format!("position startpos moves {example}"));
        assert_eq!(other.ask("isready", "readyok"), ["readyok"], "{note}");
    }
}
