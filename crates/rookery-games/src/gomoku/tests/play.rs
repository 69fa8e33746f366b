//! The engine at play: it makes five, prevents five, and keeps to the rules.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::{Game, Registry, Setup};
use rookery_engine::{Control, EVAL_MAX, Request, Technique, Techniques, Value};

fn game(variant: &str, moves: &str) -> Box<dyn Game> {
    let setup = Setup {
        variant: variant.to_owned(),
        ..Setup::default()
    };
    game_of(&setup, moves)
}

fn game_of(setup: &Setup, moves: &str) -> Box<dyn Game> {
    let gomoku = Registry::shipped().find("gomoku").unwrap();
    let moves: Vec<&str> = moves.split_whitespace().collect();
    gomoku.start_after(setup, &moves).unwrap().0
}

fn answer(game: &dyn Game) -> String {
    let request = Request {
        nodes: 3_000,
        ..Request::default()
    };
    let report = game.search(&request, &Control::unlimited());
    report.best.unwrap().join(",")
}

#[test]
fn five_is_made_and_five_is_prevented() {
    let gap = game("", "e5 h5 f6 h6 g7 h7 i9 d4");
    assert_eq!(answer(gap.as_ref()), "h8");
    let four = game("", "e5 h5 f6 h6 g7 h7 i9");
    assert_eq!(answer(four.as_ref()), "h8");
    let three = game("", "g8 a1 h8 c1 i8");
    assert!(["f8", "j8", "e8", "k8"].contains(&answer(three.as_ref()).as_str()));
}

#[test]
fn a_refusal_names_the_rule_of_renju() {
    let moves = "f8 e9 g8 g10 h9 i10 h10 f11";
    for (variant, id) in [
        ("renju", "gomoku-illegal-double-three"),
        ("", "illegal-not-a-move"),
    ] {
        let game = game(variant, moves);
        let path = ["h8".to_owned()];
        assert_eq!(game.read("h8").is_ok(), variant.is_empty());
        if !variant.is_empty() {
            assert_eq!(game.why_not(&path).id, id);
        }
    }
}

#[test]
fn a_refusal_names_the_fours_and_the_overline() {
    for (moves, id) in [
        (
            "e8 d8 f8 e10 g8 f11 h9 i10 h10 j9 h11 h12",
            "gomoku-illegal-double-four",
        ),
        ("e8 e9 f8 g10 g8 i10 i8 k7 j8 d8", "gomoku-illegal-overline"),
    ] {
        let game = game("renju", moves);
        assert_eq!(game.why_not(&["h8".to_owned()]).id, id);
    }
}

/// The first stone in the centre, the third outside the five by five points around it.
#[test]
fn a_refusal_names_the_rule_for_the_first_stones() {
    let setup = Setup {
        options: vec![("opening".to_owned(), "pro".to_owned())],
        ..Setup::default()
    };
    for (moves, point, id) in [
        ("", "h9", "gomoku-illegal-first"),
        ("h8 a1", "i9", "gomoku-illegal-near"),
    ] {
        let game = game_of(&setup, moves);
        assert_eq!(game.why_not(&[point.to_owned()]).id, id);
    }
}

/// Pairs of stones in rows, every second row moved on by two: nowhere more than three of one colour in a line. Of the first and the last
/// row some points are free or taken by the other colour.
fn filled(first: &str, last: &str, side: char) -> String {
    let (even, odd) = ("xxooxxooxxooxxo", "ooxxooxxooxxoox");
    let mut rows: Vec<&str> = (0..15).map(|n| [even, odd][n % 2]).collect();
    (rows[0], rows[14]) = (first, last);
    format!("{} {side}", rows.join("/"))
}

/// The last free point is taken; or a black stone on it would make six of three and two.
#[test]
fn a_draw_says_why_the_game_is_over() {
    for (variant, start, last, reason) in [
        (
            "standard",
            filled("1xooxxooxxooxxo", "xxooxxooxxooxxo", 'x'),
            "a15",
            "board-full",
        ),
        (
            "renju",
            filled("xxx1xxooxxooxxo", "oxooxxooxxooxo1", 'o'),
            "o1",
            "no-move",
        ),
    ] {
        let setup = Setup {
            variant: variant.to_owned(),
            start,
            ..Setup::default()
        };
        let gomoku = Registry::shipped().find("gomoku").unwrap();
        let mut game = gomoku.start(&setup).unwrap();
        game.play(&[last.to_owned()]).unwrap();
        let ending = game.ending().unwrap();
        assert_eq!((ending.winner, ending.reason), (None, reason));
    }
}

/// A clock that goes on by a millisecond whenever it is looked at, once in about a thousand nodes.
fn counting_clock() -> Control {
    let looks = AtomicU64::new(0);
    let elapsed = move || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
    Control::new(Arc::new(AtomicBool::new(false)), Arc::new(elapsed))
}

/// White has a win by threats. The moves that hold longest are searched, and found to lose when the time is up: that is the answer, and
/// not what a new search among all moves says after its first nodes. It is no proof, as a move that was left out may hold: its value is
/// the worst of those that are not proven.
#[test]
fn a_loss_found_when_the_time_is_up_is_the_answer() {
    let game = game("", "k7 k9 g6 j10 j6 l8 m7 l10 i6 k6 l7 j7 i7 i8");
    let request = Request {
        on: Techniques::of(&[Technique::Tables]),
        time: Some(Duration::from_millis(400)),
        ..Request::default()
    };
    let report = game.search(&request, &counting_clock());
    assert_eq!(report.lines[0].value, Value::Cp(-EVAL_MAX));
}
