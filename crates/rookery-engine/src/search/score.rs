//! The scale of scores inside a search, and the meaning of a score outside it.
//!
//! Evaluations reach [`EVAL_MAX`] either way; a margin of n points is 20000 + 100 n; a win is 32000 minus the plies to it, whether
//! the search saw it or a table told.

use crate::search::observer::Why;
use crate::{Bound, DEPTH_MAX, EVAL_MAX, MARGIN_MAX, Outcome, Score, Value};

/// One ply of depth, which is counted in sixteenths.
pub(crate) const ONE: i32 = 16;

/// A win on the spot; a win in n plies is n less.
pub(crate) const MATE: Score = 32_000;

/// Beyond every score.
pub(crate) const INFINITY: Score = 32_500;

/// No line is longer than this; depths are cut to it.
pub(crate) const MAX_PLY: usize = DEPTH_MAX as usize;

/// A win by a margin of no points; each point adds 100.
const MARGIN: Score = EVAL_MAX + 1;

/// No win takes longer than this where it is found, not even one from a table.
const LONGEST: Score = 1_400;

/// Scores beyond this are forced ends: the transposition table may tell of one at a later ply than that at which it was found.
const FORCED: Score = MATE - LONGEST - MAX_PLY as Score;

/// Scores of this size and beyond stand on ends of the game, not on evaluations.
pub(crate) const DECISIVE: Score = MARGIN;

/// The score of the greatest margin: one of that size or of any beyond it. It stays below the forced ends.
const CLIPPED: Score = MARGIN + 100 * MARGIN_MAX as Score;
const _: () = assert!(CLIPPED < FORCED);

/// The score of an end that is reached `ply` plies from the root.
pub(crate) fn of_outcome(outcome: Outcome, ply: usize) -> Score {
    let plies = Score::try_from(ply).unwrap_or(Score::MAX);
    match outcome {
        Outcome::Win => MATE - plies,
        Outcome::Loss => plies - MATE,
        Outcome::Draw | Outcome::Margin(0) => 0,
        Outcome::Margin(points) => {
            let points = Score::from(points);
            points.signum() * (MARGIN + 100 * points.abs()).min(CLIPPED)
        }
    }
}

/// The bound that the best value of a node's moves is on its true value, and the reason for it.
#[inline]
pub(crate) fn of_moves(best: Score, (floor, beta): (Score, Score)) -> (Bound, Why) {
    match best {
        b if b >= beta => (Bound::Lower, Why::CutOff),
        b if b > floor => (Bound::Exact, Why::Exact),
        _ => (Bound::Upper, Why::FailLow),
    }
}

/// Whether the score stands on ends of the game, as a bound at least: no evaluation reaches it.
#[inline]
pub(crate) fn is_decisive(score: Score) -> bool {
    score.abs() >= DECISIVE
}

/// The score of a proven value at `ply`; `None` for an evaluation, and for an end beyond all limits.
pub(crate) fn of_value(value: Value, ply: usize) -> Option<Score> {
    let forced = |plies: u32| {
        let plies = Score::try_from(plies as usize + ply).ok()?;
        (plies < LONGEST).then_some(MATE - plies)
    };
    match value {
        Value::Win(plies) => forced(plies),
        Value::Loss(plies) => forced(plies).map(|score| -score),
        Value::Exact(points) => {
            let points = i16::try_from(points).ok()?;
            Some(of_outcome(Outcome::Margin(points), ply))
        }
        Value::Cp(_) => None,
    }
}

/// Whether the score is a forced end.
pub(crate) fn is_forced(score: Score) -> bool {
    score.abs() > FORCED
}

/// The meaning of a score at the root. `is_proven` says that no evaluation went into it.
pub(crate) fn value(score: Score, is_proven: bool) -> Value {
    if is_forced(score) {
        let plies = (MATE - score.abs()).unsigned_abs();
        return if score > 0 {
            Value::Win(plies)
        } else {
            Value::Loss(plies)
        };
    }
    if score.abs() >= MARGIN {
        return Value::Exact(score.signum() * (score.abs() - MARGIN) / 100);
    }
    if is_proven {
        Value::Exact(score)
    } else {
        Value::Cp(score)
    }
}

/// Whether the value of a score at the root is exact or a bound: a margin is exact only where it is proven and below the greatest that can
/// be represented. Without a proof the true margin is at least as great, and may be greater.
pub(crate) fn bound(score: Score, is_proven: bool) -> Bound {
    let is_margin = is_decisive(score) && !is_forced(score);
    let is_exact = is_proven && score.abs() < CLIPPED;
    match is_margin && !is_exact {
        true if score > 0 => Bound::Lower,
        true => Bound::Upper,
        false => Bound::Exact,
    }
}

/// A score as the transposition table keeps it: forced ends count from the node, not from the root.
#[inline]
pub(crate) fn to_table(score: Score, ply: usize) -> i16 {
    let plies = ply as Score;
    let from_node = match score {
        s if s > FORCED => s + plies,
        s if s < -FORCED => s - plies,
        s => s,
    };
    i16::try_from(from_node).expect("scores stay within 32000 either way")
}

/// The inverse of [`to_table`].
#[inline]
pub(crate) fn from_table(score: i16, ply: usize) -> Score {
    let plies = ply as Score;
    match Score::from(score) {
        s if s > FORCED => s - plies,
        s if s < -FORCED => s + plies,
        s => s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_translate_to_values() {
        for (outcome, ply, expected) in [
            (Outcome::Win, 5, Value::Win(5)),
            (Outcome::Loss, 0, Value::Loss(0)),
            (Outcome::Margin(-4), 9, Value::Exact(-4)),
            (Outcome::Margin(64), 1, Value::Exact(64)),
            (Outcome::Margin(0), 1, Value::Cp(0)),
            (Outcome::Draw, 2, Value::Cp(0)),
        ] {
            assert_eq!(value(of_outcome(outcome, ply), false), expected);
        }
        assert_eq!(value(0, true), Value::Exact(0));
        assert_eq!(value(EVAL_MAX, false), Value::Cp(EVAL_MAX));
    }

    /// The scale has room for a margin of 104 points; `Position::outcome` may tell of up to 32,767.
    #[test]
    fn a_margin_beyond_the_scale_is_a_bound_even_where_it_is_proven() {
        for (points, shown) in [(1, 1), (103, 103), (104, 104), (105, 104), (i16::MAX, 104)] {
            let score = of_outcome(Outcome::Margin(points), 3);
            let is_whole = points < 104;
            for is_proven in [true, false] {
                assert_eq!(value(score, is_proven), Value::Exact(shown));
                assert_eq!(value(-score, is_proven), Value::Exact(-shown));
                let (lower, upper) = match is_whole && is_proven {
                    true => (Bound::Exact, Bound::Exact),
                    false => (Bound::Lower, Bound::Upper),
                };
                assert_eq!(bound(score, is_proven), lower, "{points}");
                assert_eq!(bound(-score, is_proven), upper, "{points}");
            }
            assert_eq!(of_outcome(Outcome::Margin(-points), 3), -score);
            assert_eq!(of_value(Value::Exact(points.into()), 3), Some(score));
        }
        assert_eq!(MARGIN_MAX, 104);
        for score in [0, EVAL_MAX, -EVAL_MAX, MATE - 9, 9 - MATE] {
            assert_eq!(bound(score, false), Bound::Exact);
        }
    }

    #[test]
    fn proven_values_translate_to_the_scores_of_their_ends() {
        assert_eq!(of_value(Value::Win(7), 3), Some(MATE - 10));
        assert_eq!(of_value(Value::Loss(200), 3), Some(203 - MATE));
        assert_eq!(of_value(Value::Exact(0), 3), Some(0));
        assert_eq!(of_value(Value::Exact(-4), 3), Some(-20_400));
        assert_eq!(of_value(Value::Cp(4), 3), None);
        assert_eq!(of_value(Value::Win(2_000), 0), None);
        assert_eq!(of_value(Value::Win(1_396), 3), Some(MATE - 1_399));
        assert_eq!(of_value(Value::Win(1_397), 3), None);
        assert!(is_decisive(20_000) && !is_decisive(EVAL_MAX));
    }

    #[test]
    fn forced_ends_are_kept_relative_to_the_node() {
        for score in [MATE - 7, 9 - MATE, MATE - 700, 20_400, -35, 0] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(to_table(MATE - 7, 5), 31_998, "two plies from the node");
    }

    /// Found at ply 3, read at the last ply there is: 1,396 plies and 120.
    #[test]
    fn the_longest_win_of_a_table_stays_one_at_every_ply() {
        let late = from_table(to_table(MATE - 1_399, 3), MAX_PLY);
        assert_eq!(value(late, false), Value::Win(1_516));
        assert_eq!(value(-late, false), Value::Loss(1_516));
        assert_eq!(from_table(to_table(late, MAX_PLY), 3), MATE - 1_399);
    }
}
