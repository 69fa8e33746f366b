//! Invariants of the evaluation.

use crate::checkers::knowledge::CheckersKnowledge;
use crate::checkers::position_text;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::DrawRules;
use crate::{Registry, Setup};
use rookery_engine::learning::sparse::SparseEvaluation;
use rookery_engine::{Control, EVAL_MAX, Knowledge, Position, Request, SplitMix, Value};

fn value(position: &Checkers) -> i32 {
    CheckersKnowledge(SparseEvaluation::Counts).eval(position, &())
}

#[test]
fn colours_make_no_difference() {
    let mut random = SplitMix::new(5);
    for _ in 0..60 {
        let mut position = Checkers::new(DrawRules::default());
        while position.ended().is_none() {
            assert!(value(&position).abs() < EVAL_MAX);
            assert_eq!(value(&position), value(&position.turned()));
            let moves = position.moves();
            position.play(moves[random.below(moves.len())]);
        }
    }
}

/// Pairs of positions of which every player prefers the first.
#[test]
fn the_better_of_two_is_worth_more() {
    for (better, worse) in [
        // A piece more; a king for a man.
        ("B:W21,22:B1,2,3", "B:W21,22,23:B1,2,3"),
        ("B:W21,22:B1,K14", "B:W21,22:B1,14"),
        // A man that nobody can stop.
        ("B:W21,22:B24,9", "B:W32,22:B24,9"),
        // The first row held.
        ("B:W21,22,23:B1,3,10", "B:W21,22,23:B2,4,10"),
        // A king in the middle rather than in the corner.
        ("B:WK32,21:BK15,9", "B:WK32,21:BK4,9"),
    ] {
        let read = |text| position_text::parse(text, DrawRules::default()).unwrap();
        assert!(
            value(&read(better)) > value(&read(worse)),
            "{better} {worse}"
        );
    }
}

#[test]
fn a_side_that_must_capture_cannot_stand_still() {
    for (text, may_stand, is_unsettled) in [
        ("B:W21-32:B1-12", true, false),
        ("B:W18,30:B15", false, true),
        ("W:W18,30:B15,1,2", false, true),
        ("B:W22,25:B18,5", true, true),
        // Shut in.
        ("W:W21,29:B14,17,22,25", false, false),
    ] {
        let position = position_text::parse(text, DrawRules::default()).unwrap();
        assert_eq!(
            CheckersKnowledge(SparseEvaluation::Counts).stand_pat_ok(&position),
            may_stand,
            "{text}"
        );
        let found = CheckersKnowledge(SparseEvaluation::Counts).is_unsettled(&position);
        assert_eq!(found, is_unsettled, "{text}");
    }
}

/// The capture of the last piece, and the step that shuts it in, end the game within the first ply of a search.
#[test]
fn a_game_that_is_over_at_the_horizon_is_won() {
    for text in ["B:W18:B15", "B:W21,29:B9,17,22,25"] {
        let kind = Registry::shipped().find("checkers").unwrap();
        let game = kind.start(&Setup::at(text)).unwrap();
        let request = Request {
            depth: 1,
            ..Request::default()
        };
        let report = game.search(&request, &Control::unlimited());
        assert_eq!(report.lines[0].value, Value::Win(1), "{text}");
    }
}
