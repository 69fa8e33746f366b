//! Sign of the correction history: a search that finds more than the evaluation raises it, one that finds less lowers it, and
//! it learns only the error that remains after its own correction.

use crate::move_ordering::correction::Corrections;
use crate::move_ordering::history_tables::HistoryContext;
use crate::tests::tree::{Child, Random};
use crate::{Bound, Position, Score};

/// The correction of an evaluation of 7 at a node of `ply` 1 after a search has found `value` there, `times` times over.
fn added(value: Score, bound: Bound, times: usize) -> Score {
    let mut position = Random::<true>::new(1, false);
    position.play(Child(0));
    let trail = [Some(Child(0)), None, None];
    let at = (position.side(), 1);
    let place = HistoryContext::new::<Random<true>>(at, trail, position.structures());
    let mut corrections = Corrections::new(true);
    assert_eq!(corrections.corrected(&place, 7), 7, "nothing is known yet");
    for _ in 0..times {
        let eval = corrections.corrected(&place, 7);
        corrections.learn_from(&place, 8, eval, (value, bound));
    }
    corrections.corrected(&place, 7) - 7
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
