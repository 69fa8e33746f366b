//! Lines that are refused: each says why, and the position stays as it was.

use crate::gomocup::tests::manager::{Manager, is_point, transcript};

/// Sizes that the game does not have, and commands before there is a board.
#[test]
fn without_a_board_nothing_is_played() {
    for line in [
        "BEGIN",
        "TURN 7,7",
        "BOARD",
        "TAKEBACK 1,1",
        "PLAY 7,7",
        "RESTART",
        "SWAP2BOARD",
    ] {
        let heard = transcript(&format!("{line}\n"));
        assert!(heard[0].starts_with("ERROR"), "{line}: {heard:?}");
        assert!(heard[0].contains("START"), "{line}: {heard:?}");
        assert_eq!(heard.len(), 1, "{line}: {heard:?}");
    }
    for line in [
        "START 20",
        "START 5",
        "START 0",
        "RECTSTART 15,19",
        "RECTSTART 30,20",
        "START many",
        "START",
    ] {
        let heard = transcript(&format!("START 15\nPLAY 7,7\n{line}\nPLAY 7,7\n"));
        assert_eq!(heard[..2], ["OK", "7,7"]);
        assert!(heard[2].starts_with("ERROR"), "{line}: {heard:?}");
        assert!(
            heard[3].starts_with("ERROR PLAY: a stone stands"),
            "{line}: {heard:?}"
        );
    }
    let heard = transcript("START 20\n");
    assert_eq!(
        heard,
        ["ERROR no board of 20 by 20: START or RECTSTART one of 15 by 15 or 19 by 19"]
    );
}

#[test]
fn points_beyond_the_board_and_taken_ones_are_refused() {
    let mut manager = Manager::starts(15, 0);
    let answer = manager.ask("TURN 7,7");
    let taken = format!("TURN {answer}");
    for (line, part) in [
        (
            "TURN 15,0",
            "15,0 is not on the board: both numbers are from 0 to 14",
        ),
        ("TURN 0,15", "not on the board"),
        ("TURN 7,7", "a stone stands on 7,7"),
        (&taken, "a stone stands on"),
        ("TURN -1,3", "not '-1,3'"),
        ("TURN 7", "two numbers such as 7,7 are expected, not '7'"),
        ("TURN", "are expected"),
        ("TURN x,y", "not 'x,y'"),
        ("TURN 99999999999999999999,1", "are expected"),
        ("TAKEBACK 0,0", "no stone stands on 0,0"),
        ("TAKEBACK 7,7", "belongs to the side that is to move"),
        ("BEGIN", "RESTART takes them off"),
        ("DONE", "no BOARD before it"),
    ] {
        let heard = manager.ask(line);
        assert!(
            heard.starts_with("ERROR ") && heard.contains(part),
            "{line}: {heard}"
        );
    }
    let free = if answer == "0,0" { "0,1" } else { "0,0" };
    assert!(is_point(&manager.ask(&format!("TURN {free}")), 15));
}

/// Eight stones after which h8, the point 7,7, is a double three: forbidden to Black in renju, and free under every other rule.
#[test]
fn forbidden_points_of_renju_are_refused() {
    let stones = ["5,7", "4,6", "6,7", "6,5", "7,6", "8,5", "7,5", "5,4"];
    for rule in [0, 1, 4, 8] {
        let mut manager = Manager::starts(15, rule);
        for stone in stones {
            assert_eq!(manager.ask(&format!("PLAY {stone}")), stone);
        }
        let heard = manager.ask("TURN 7,7");
        if rule == 4 {
            assert_eq!(
                heard,
                "ERROR TURN: 7,7 is forbidden (double-three): name another point"
            );
            assert!(is_point(&manager.ask("TURN 0,0"), 15));
        } else {
            assert!(is_point(&heard, 15), "rule {rule}: {heard}");
        }
    }
}

#[test]
fn boards_that_no_game_has_are_refused() {
    let five = "0,0,1\n1,0,1\n2,0,1\n3,0,1\n4,0,1\n0,9,2\n2,9,2\n4,9,2\n6,9,2\n8,9,2";
    let fives = format!("{five}\n10,9,2").replace(
        "0,9,2\n2,9,2\n4,9,2\n6,9,2\n8,9,2",
        "0,9,2\n1,9,2\n2,9,2\n3,9,2\n4,9,2",
    );
    for (rule, lines, part) in [
        (0, "1,1,1", "1 own stones and 0 of the opponent"),
        (0, "1,1,2\n2,2,2", "0 own stones and 2 of the opponent"),
        (0, "1,1,2\n1,1,1", "a stone stands on 1,1"),
        (0, "1,1,2\n15,1,1", "15,1 is not on the board"),
        (0, "1,1,7", "the field is 1"),
        (0, "1,1,3", "the field is 1"),
        (0, "1,1", "x,y,field or DONE are expected, not '1,1'"),
        (0, "rubbish\n1,1,2", "not 'rubbish'"),
        (0, five, "has a row that wins"),
        (0, &fives, "both sides have a row"),
        (0, &five.replace(",1\n", ",3\n"), "the field is 1"),
        (
            4,
            "7,7,1\n8,8,1\n7,8,2\n8,7,2",
            "in the order in which they were put down",
        ),
    ] {
        let mut manager = Manager::starts(15, rule);
        assert_eq!(manager.ask("PLAY 14,14"), "14,14");
        let heard = manager.ask(&format!("BOARD\n{lines}\nDONE"));
        assert!(
            heard.starts_with("ERROR BOARD: ") && heard.contains(part),
            "{lines}: {heard}"
        );
        assert!(manager.ask("PLAY 14,14").starts_with("ERROR"), "{lines}");
        assert_eq!(manager.ask("PLAY 1,1"), "1,1", "{lines}");
    }
}

/// By the protocol it is a stone of a row that has won, or a forbidden one: whose, is not said, so the board is none under any rule.
#[test]
fn the_field_of_a_game_that_goes_on_is_refused() {
    for rule in [0, 1, 4, 8] {
        let mut manager = Manager::starts(15, rule);
        let stones = "5,7,2\n4,6,1\n6,7,2\n6,5,1\n7,6,2\n8,5,1\n7,5,2\n7,7,3";
        let heard = manager.ask(&format!("BOARD\n{stones}\nDONE"));
        assert!(
            heard.starts_with("ERROR BOARD: 7,7,3: the field is 1"),
            "{heard}"
        );
    }
}

/// The fault is told under the name of the command that the board belongs to.
#[test]
fn a_fault_of_a_board_names_its_command() {
    let mut manager = Manager::starts(15, 1);
    for (lines, says) in [
        ("BOARD\n7,7,1", "ERROR BOARD: 1 own stones"),
        ("YXBOARD\n7,7,1", "ERROR YXBOARD: 1 own stones"),
        (
            "SWAP2BOARD\n7,7\n7,7",
            "ERROR SWAP2BOARD: a stone stands on 7,7",
        ),
    ] {
        let heard = manager.ask(&format!("{lines}\nDONE"));
        assert!(heard.starts_with(says), "{heard}");
    }
}

#[test]
fn rules_that_the_game_does_not_have_are_refused_when_a_move_is_asked_for() {
    for rule in [2, 3, 5, 9, 16, u32::MAX] {
        let mut manager = Manager::starts(15, rule);
        for line in ["BEGIN", "TURN 7,7", "BOARD\nDONE", "SWAP2BOARD\nDONE"] {
            let heard = manager.ask(line);
            assert!(
                heard.starts_with("ERROR") && heard.contains("INFO rule"),
                "{line}: {heard}"
            );
        }
        manager.say("INFO rule 1");
        assert!(is_point(&manager.ask("BEGIN"), 15));
    }
}

#[test]
fn rubbish_is_unknown() {
    let mut manager = Manager::starts(15, 0);
    for line in [
        "xyzzy",
        "7,7",
        "\u{1b}[2J",
        "STOP",
        &"x".repeat(10_000),
        &"1,".repeat(5_000),
    ] {
        let heard = manager.ask(line);
        assert!(heard.starts_with("UNKNOWN "), "{heard}");
        assert!(
            heard.chars().count() < 300 && !heard.contains('\u{1b}'),
            "{heard}"
        );
    }
    manager.0.say_bytes(b"\xff\xfe\n\n  \r\n");
    assert!(manager.hear_answer()[0].starts_with("UNKNOWN "));
    let long = format!("TURN {}", "7".repeat(10_000));
    assert!(manager.ask(&long).starts_with("ERROR "));
    let heard = manager.ask(&format!("BOARD\n{}\nDONE", "8".repeat(10_000)));
    assert!(heard.starts_with("ERROR BOARD: "), "{heard}");
    assert!(is_point(&manager.ask("BEGIN"), 15));
}

#[test]
fn after_the_end_of_a_game_another_begins() {
    let mut manager = Manager::starts(15, 0);
    for n in 0..4 {
        manager.ask(&format!("PLAY {n},0"));
        manager.ask(&format!("PLAY {},9", 3 * n));
    }
    let over = "ERROR the game is over: RESTART begins another";
    assert_eq!(manager.ask("TURN 4,0"), over);
    assert!(manager.ask("TURN 9,9").contains("ERROR"));
    assert_eq!(manager.ask("TAKEBACK 4,0"), "OK");
    assert!(is_point(&manager.ask("TURN 14,14"), 15));
    assert_eq!(manager.ask("RESTART"), "OK");
    assert!(is_point(&manager.ask("BEGIN"), 15));
}
