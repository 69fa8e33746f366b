//! Sign of the correction history: a search that finds more than the evaluation raises it, one that finds less lowers it, and
//! it learns only the error that remains after its own correction.

use std::sync::atomic::{AtomicBool, AtomicU64};

use crate::memory::transposition::Table;
use crate::search::node_state::NodeState;
use crate::search::observer::Unwatched;
use crate::search::score::ONE;
use crate::search::searcher::{Searcher, Shared};
use crate::tests::request;
use crate::tests::tree::{Bold, Child, Random};
use crate::{Bound, Control, Driver, EVAL_MAX, Knowledge, Position, Request, Score};
use crate::{Technique, Techniques};

/// What is added to an evaluation of 7 at a node of `ply` 1 after a search has found `value` there, so many times over.
fn added(value: Score, bound: Bound, times: usize) -> Score {
    let request = Request {
        on: Techniques::of(&[Technique::Correction]),
        ..request(Driver::Pvs, 4)
    };
    let control = Control::unlimited();
    let (done, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let shared = Shared {
        table: &Table::new(0, 0),
        control: &control,
        done: &done,
        nodes: &nodes,
        is_crowded: false,
        is_table_shared: false,
    };
    let root = Random::<true>::new(1, false);
    let mut nobody = Unwatched;
    let mut searcher = Searcher::new(&root, &[], &Bold, &request, (&shared, &mut nobody));
    let mut position = root;
    position.play(Child(0));
    let place = searcher.place(&position, 1);
    // Noisy moves change what was evaluated: nothing is learned from them.
    let quiet = (0..4)
        .map(Child)
        .find(|m| !Bold.is_noisy(&position, *m))
        .unwrap();
    assert_eq!(searcher.corrected(&place, 7), 7, "nothing is known yet");
    for _ in 0..times {
        let eval = searcher.corrected(&place, 7);
        searcher.evals[1] = Some(eval);
        let here = NodeState {
            position: &position,
            ply: 1,
            depth: 8 * ONE,
            window: (-EVAL_MAX, EVAL_MAX),
            is_pv: true,
            eval: Some(eval),
            is_improving: false,
            place,
            table_move: None,
            is_table_noisy: false,
        };
        searcher.learn_error(&here, quiet, (value, bound));
    }
    searcher.corrected(&place, 7) - 7
}

#[test]
fn a_better_value_raises_the_evaluation_and_a_worse_one_lowers_it() {
    let (up, down) = (added(67, Bound::Upper, 1), added(-53, Bound::Upper, 1));
    assert_eq!(up, 0, "an upper bound above the evaluation says nothing");
    assert!(down < 0, "{down}");
    for times in [1, 3, 30] {
        let (up, down) = (
            added(67, Bound::Exact, times),
            added(-53, Bound::Exact, times),
        );
        assert!((1..=60).contains(&up), "{times} times: {up}");
        assert!((-60..0).contains(&down), "{times} times: {down}");
    }
}

#[test]
fn it_comes_to_rest_at_what_the_search_has_found() {
    for missing in [40, -40] {
        let rest = added(7 + missing, Bound::Exact, 2_000);
        assert!((rest - missing).abs() <= 1, "{rest} for {missing}");
    }
}
