//! Lines of suites: parsing, right answers, and the place of an error.

use crate::Registry;
use crate::lab::suite::{Answered, Exercise, Word};
use rookery_engine::{Control, Request};

fn word(text: &str, column: usize) -> Word {
    Word {
        text: text.to_owned(),
        column,
    }
}

/// The fault of a line of chess, in reading it or the moves.
fn wrong(line: &str) -> String {
    let chess = Registry::shipped().find("chess").unwrap();
    let request = Request {
        nodes: 1,
        ..Request::default()
    };
    let answered = Exercise::parse(line)
        .and_then(|exercise| exercise.answer(chess, &request, &Control::unlimited()));
    answered.map_or_else(|e| e.to_string(), |_| "nothing".to_owned())
}

fn answer(line: &str) -> Answered {
    let game_type = Registry::shipped().find("tic-tac-toe").unwrap();
    let request = Request {
        depth: 9,
        ..Request::default()
    };
    let exercise = Exercise::parse(line).unwrap();
    let answer = exercise.answer(game_type, &request, &Control::unlimited());
    answer.unwrap()
}

#[test]
fn lines_are_read_in_both_forms() {
    let epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; am f3; id \"x; y\"; c0 \"e4=10, e8=Q=3\";";
    let exercise = Exercise::parse(epd).unwrap();
    assert_eq!(
        exercise,
        Exercise {
            position: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -".to_owned(),
            name: "x; y".to_owned(),
            column: 1,
            best: vec![word("e4", 57), word("d4", 60)],
            avoid: vec![word("f3", 67)],
            win_moves: None,
            points: vec![(word("e4", 86), 10), (word("e8=Q", 93), 3)],
        }
    );
    let other = "8/8/8/8/8/8/8/8 w - - acd 12; ce 30; c0 \"a comment\"; pv e4; bm e4; id \"x\0\";";
    let exercise = Exercise::parse(other).unwrap();
    assert_eq!(exercise.position, "8/8/8/8/8/8/8/8 w - -");
    assert_eq!((exercise.best.len(), exercise.name.as_str()), (1, "x"));
    let rooks = "2r1rk2/8/8/8/8/8/8/4K3 w ce - ce 30; bm Ke2;";
    let exercise = Exercise::parse(rooks).unwrap();
    assert_eq!(exercise.position, "2r1rk2/8/8/8/8/8/8/4K3 w ce -");
    let plain = Exercise::parse("4453 ; bm 4;").unwrap();
    assert_eq!((plain.position.as_str(), plain.best.len()), ("4453", 1));
    assert_eq!(Exercise::parse("bm 4;").unwrap().position, "");
    for wrong in ["4453", "4453 ; id \"x\";", "4453 c0 \"4\";"] {
        assert!(Exercise::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_right_answer_is_a_best_move_that_is_not_to_be_avoided() {
    // Crosses complete their row at c3 and nowhere else.
    let right = answer("XX./OO./... x bm c3; am c2;");
    assert!(right.is_right);
    assert_eq!(
        (right.chosen.as_str(), right.points, right.points_max),
        ("c3", 1, 1)
    );
    assert!(!answer("XX./OO./... x bm c2;").is_right);
    assert!(!answer("XX./OO./... x am c3;").is_right);
    assert!(answer("XX./OO./... x am c2;").is_right);
    let points = answer("XX./OO./... x c0 \"9=2, c3=7, c2=9\";");
    assert_eq!(
        (points.points, points.points_max, points.is_right),
        (7, 9, false)
    );
}

#[test]
fn a_win_must_be_as_short_as_it_is_asked_for() {
    // By hand: crosses complete their row at once; with one cross on the board they cannot.
    assert!(answer("XX./OO./... x dm 1;").is_right);
    assert!(!answer("X../O../... x dm 1;").is_right);
    let error = Exercise::parse("... x dm soon;").unwrap_err();
    assert!(error.what.contains("not 'soon'"), "{error}");
}

#[test]
fn what_is_wrong_is_named_with_its_operation_and_its_character() {
    const KNIGHTS: &str = "4k3/8/8/8/8/N7/8/N3K3 w - -";
    for (after, expected) in [
        (" bm Na3b5 ,Nb3,;", "nothing"),
        (
            " bm Nc2;",
            "character 32: operation bm: 'Nc2' could be N1c2 or N3c2 in 4k3/",
        ),
        (
            " id \"é\"; am  Kd9;",
            "character 41: operation am: 'Kd9' is not a legal move in 4k3/",
        ),
        (
            " c0 \"Kd1=1, Kd8=2\";",
            "character 40: operation c0: 'Kd8' is not a legal move",
        ),
        (
            " c0 \"Kd1=1, Kd2=many\";",
            "character 40: operation c0: 'Kd2=many' is not MOVE=POINTS",
        ),
        (
            " c0 \"Kd1=1000001\";",
            "character 33: operation c0: 'Kd1=1000001' is not MOVE=POINTS",
        ),
        (" c0 \"Kd1=1000000, Kd2=1000000\";", "nothing"),
        (
            " c0 \"Kd1=18446744073709551615\";",
            "character 33: operation c0: 'Kd1=184",
        ),
        (
            " dm soon;",
            "character 32: operation dm: a number of moves is expected, not 'soon'",
        ),
        (
            " dm +3;",
            "character 32: operation dm: a number of moves is expected, not '+3'",
        ),
        (
            " dm;",
            "character 31: operation dm: a number of moves is expected, not ''",
        ),
        (
            " bm Kd1; id \"no end;",
            "character 40: operation id: this quotation mark is never closed",
        ),
        (
            " zz \"a\" \"; bm Kd1;",
            "character 36: operation zz: this quotation mark is never closed",
        ),
        (
            " 0 1 id \"x\"; ",
            "character 40: after the position, bm MOVE",
        ),
        ("", "character 28: after the position, bm MOVE"),
    ] {
        let said = wrong(&format!("{KNIGHTS}{after}"));
        assert!(said.starts_with(expected), "{after}: {said}");
    }
    let over = wrong(" 7k/5KQ1/8/8/8/8/8/8 b - - am Kxg7;");
    assert!(
        over.starts_with("character 2: the game is over in this position (checkmate)"),
        "{over}"
    );
    let unread = wrong("  4k3/8/8/8/8/8/8/4K2X w - - bm Kd1;");
    assert!(
        unread.starts_with(
            "character 3: the position cannot be read: field 1 (pieces), character 20"
        ),
        "{unread}"
    );
}

#[test]
fn files_of_other_programs_are_read() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for line in [
        format!("{START} zz 3; bm e4;"),
        format!("{START} 0 1 zz 3; bm e4;"),
        format!("{START} zz \"a bm d9;\"; bm e4"),
        format!("{START} ; D1 20 ; bm e4"),
        format!("{}\tbm\te4, d4;", START.replace(' ', "\t")),
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 bm dxe3 e.p.;".to_owned(),
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 bm dxe3 ep, Kd7;".to_owned(),
    ] {
        assert_eq!(wrong(&line), "nothing", "{line}");
    }
}

#[test]
fn what_the_game_does_not_read_is_named() {
    let game_type = Registry::shipped().find("tic-tac-toe").unwrap();
    let exercise = Exercise::parse("XX./OO./... x bm a3;").unwrap();
    let error = exercise.answer(game_type, &Request::default(), &Control::unlimited());
    let text = error.unwrap_err().to_string();
    assert!(text.contains("'a3' is not a legal move"), "{text}");
}
