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
    let gomoku = Registry::shipped().find("gomoku").unwrap();
    let moves: Vec<&str> = moves.split_whitespace().collect();
    gomoku.start_after(&setup, &moves).unwrap().0
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
