//! Whole sessions, over pipes as with a manager. What is expected is from the protocol's description and from the rules of the games.

mod manager;
mod play;
mod refusals;
mod swap2;

use std::sync::atomic::Ordering;
use std::time::Duration;

use proptest::prelude::*;

use crate::Registry;
use crate::gomocup::tests::manager::{Manager, is_point, transcript};
use crate::gomocup::{Clock, run};

/// The commands of the protocol's description, with its answers where they are fixed.
#[test]
fn commands_without_a_search_have_their_answers() {
    let said = "START 15\r\n\r\nrectstart 15,15\nRESTART\nSTART 19\nPLAY 18,0\nINFO timeout_match 300000\nINFO nonsense 1\nTAKEBACK 18,0\nEND\n";
    assert_eq!(transcript(said), ["OK", "OK", "OK", "OK", "18,0", "OK"]);
    assert_eq!(transcript("END\nSTART 15\n"), [""; 0]);
    assert_eq!(transcript(""), [""; 0]);
}

#[test]
fn about_has_keywords_with_quoted_values() {
    let heard = transcript("ABOUT\n");
    let start = format!(
        "name=\"Rookery\", version=\"{}\", author=\"",
        env!("CARGO_PKG_VERSION")
    );
    assert!(heard[0].starts_with(&start), "{heard:?}");
    for part in heard[0].split(", ") {
        let (key, value) = part.split_once('=').unwrap();
        assert!(
            ["name", "version", "author", "www"].contains(&key),
            "{part}"
        );
        assert!(
            value.len() > 2 && value.starts_with('"') && value.ends_with('"'),
            "{part}"
        );
    }
}

#[test]
fn a_move_is_told_of_and_made() {
    let mut manager = Manager::starts(15, 0);
    manager.say("BEGIN");
    let heard = manager.hear_answer();
    assert!(heard[0].starts_with("MESSAGE depth "), "{heard:?}");
    for word in [" score ", " nodes ", " pv "] {
        assert!(heard[0].contains(word), "{heard:?}");
    }
    let first = heard.last().unwrap().clone();
    assert!(is_point(&first, 15), "{first}");
    assert!(manager.ask(&format!("TURN {first}")).starts_with("ERROR"));
    assert_eq!(manager.ask(&format!("TAKEBACK {first}")), "OK");
    assert_eq!(manager.ask("BEGIN"), first);
}

/// The example of the protocol, with the corner that the manager counts from: 0,0 is free at the end, and 0,14 another point.
#[test]
fn a_board_may_come_in_any_order_and_is_answered() {
    let mut manager = Manager::starts(19, 0);
    let answer = manager.ask("BOARD\n10,10,1\n11,11,1\n10,11,2\n9,10,2\nDONE");
    assert!(is_point(&answer, 19), "{answer}");
    for taken in ["10,10", "10,11", "11,11", "9,10", &answer] {
        assert!(
            manager.ask(&format!("PLAY {taken}")).starts_with("ERROR"),
            "{taken}"
        );
    }
    assert_eq!(manager.ask("PLAY 0,0"), "0,0");
}

#[test]
fn a_noted_board_has_no_answer() {
    let heard = transcript("START 15\nYXBOARD\n7,7,2\nDONE\nPLAY 7,7\nPLAY 7,8\n");
    assert_eq!(heard[0], "OK");
    assert!(
        heard[1].starts_with("ERROR PLAY: a stone stands on 7,7"),
        "{heard:?}"
    );
    assert_eq!(heard[2..], ["7,8"]);
}

/// Faults of `INFO` are told with the next answer, for the manager reads none before.
#[test]
fn information_has_no_answer_of_its_own() {
    let mut manager = Manager::starts(15, 0);
    manager.say("INFO timeout_turn soon");
    manager.say("INFO folder C:\\brains");
    manager.say("INFO evaluate 3,3");
    manager.say("INFO game_type 1");
    manager.say("INFO max_memory 83886080");
    manager.say("BEGIN");
    let heard = manager.hear_answer();
    assert!(
        heard[0].starts_with("MESSAGE INFO timeout_turn:"),
        "{heard:?}"
    );
    assert!(is_point(heard.last().unwrap(), 15), "{heard:?}");
}

/// A manager that has all the time: a search that nothing ends goes on for days.
fn patient_manager() -> Manager {
    let mut manager = Manager::starts(15, 0);
    manager.say("INFO timeout_turn 1000000000");
    manager.say("TURN 7,7");
    manager
}

/// After `END` nothing is written, says the protocol; whoever only ends the input wants to see the move.
#[test]
fn the_end_of_the_input_ends_a_search_with_its_move_and_the_command_without() {
    let heard = patient_manager().0.fall_silent();
    assert!(is_point(heard.last().unwrap(), 15), "{heard:?}");
    let mut manager = patient_manager();
    manager.say("END");
    assert_eq!(manager.0.fall_silent(), [""; 0]);
}

/// Piskvork's command to move at once is a time of nothing for the turn; Yixin has a command of its own.
#[test]
fn a_search_is_stopped_by_its_time_and_by_a_command() {
    for line in ["INFO timeout_turn 0", "INFO time_left 0", "YXSTOP"] {
        let mut manager = patient_manager();
        manager.say(line);
        let heard = manager.hear_answer();
        assert!(is_point(heard.last().unwrap(), 15), "{line}: {heard:?}");
        assert_eq!(manager.ask("RESTART"), "OK", "{line}");
    }
}

/// A name is asked for, so that the search has begun; then a minute goes by on the clock.
#[test]
fn a_shorter_time_holds_for_the_search_under_way() {
    let mut manager = patient_manager();
    assert!(manager.ask("ABOUT").starts_with("name="));
    manager.say("INFO timeout_turn 60000");
    manager.0.now.fetch_add(60_000_000, Ordering::Relaxed);
    let heard = manager.hear_answer();
    assert!(is_point(heard.last().unwrap(), 15), "{heard:?}");
}

/// Nodes of the search for an answer.
fn nodes(heard: &[String]) -> u64 {
    let words: Vec<&str> = heard[0].split(' ').collect();
    let at = words.iter().position(|word| *word == "nodes").unwrap();
    words[at + 1].parse().unwrap()
}

/// In a match of 3,000 s a search takes all of them: the next move has no time, and that after `RESTART` has again what a turn may take.
/// The brain counts by itself, though the manager has named the time before the first move.
#[test]
fn the_time_of_a_match_runs_out_and_comes_back() {
    /// Nodes between two looks at the clock: with time there are more.
    const LOOK: u64 = 1_024;
    let mut manager = Manager::starts(15, 0);
    manager.say("INFO timeout_turn 10000000");
    manager.say("INFO timeout_match 3000000");
    manager.say("INFO time_left 3000000");
    manager.say("BEGIN");
    // The search has begun when the next line is answered.
    assert!(manager.ask("ABOUT").starts_with("name="));
    manager.0.now.fetch_add(3_000_000_000, Ordering::Relaxed);
    let first = manager.hear_answer().pop().unwrap();
    assert_eq!(manager.ask(&format!("TAKEBACK {first}")), "OK");
    manager.say("INFO timeout_turn 200");
    manager.say("BEGIN");
    let late = manager.hear_answer();
    assert!(nodes(&late) < LOOK, "{late:?}");
    assert_eq!(manager.ask("RESTART"), "OK");
    manager.say("BEGIN");
    let fresh = manager.hear_answer();
    assert!(nodes(&fresh) > LOOK, "{fresh:?}");
}

/// Settings may come from another thread of the manager, in the middle of a board.
#[test]
fn a_setting_does_not_end_a_board() {
    let mut manager = Manager::starts(15, 0);
    let answer = manager.ask("BOARD\n7,7,2\nINFO evaluate 3,3\nYXSTOP\nDONE");
    assert!(is_point(&answer, 15), "{answer}");
}

#[test]
fn another_command_ends_a_search_and_comes_after_its_answer() {
    let mut manager = patient_manager();
    let name = manager.ask("ABOUT");
    assert!(name.starts_with("name="), "{name}");
    assert!(is_point(&manager.ask("RESTART"), 15));
    assert_eq!(manager.hear_answer(), ["OK"]);
}

#[test]
fn a_board_without_its_end_is_no_board() {
    let heard = transcript("START 15\nBOARD\n7,7,1\n7,8");
    assert_eq!(heard, ["OK"]);
    let heard = transcript("START 15\nBOARD\n7,7,2\nRESTART\nPLAY 7,7\n");
    assert!(
        heard[1].starts_with("ERROR the board was not ended"),
        "{heard:?}"
    );
    assert_eq!(heard[2..], ["OK", "7,7"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whole conversations of usual and unusual lines: each ends with the end of the input.
    #[test]
    fn no_conversation_is_fatal(lines in prop::collection::vec(
        prop_oneof![
            4 => prop::sample::select(vec![
                "START 15", "START 19", "START 20", "RECTSTART 15,15", "RESTART", "BEGIN", "TURN 7,7", "TURN 0,14", "TURN 99,99", "BOARD",
                "YXBOARD", "SWAP2BOARD", "DONE", "7,7,1", "7,8,2", "3,3,3", "7,7", "8,8", "9,9", "TAKEBACK 7,7", "PLAY 8,8", "ABOUT", "YXSTOP", "",
                "INFO rule 0", "INFO rule 1", "INFO rule 2", "INFO rule 4", "INFO rule 8", "INFO rule 13", "INFO time_left -1", "INFO",
                "INFO timeout_match 99999999999999999999", "INFO timeout_turn 0",
            ]).prop_map(str::to_owned),
            1 => ".{0,40}",
        ],
        0..16,
    )) {
        let said = format!("INFO timeout_turn 0\nSTART 15\n{}", lines.join("\n"));
        let game_type = Registry::shipped().find_any("gomoku").unwrap();
        let clock: Clock = std::sync::Arc::new(|| Duration::ZERO);
        prop_assert!(run(game_type, said.as_bytes(), std::io::sink(), clock).is_ok());
    }
}
