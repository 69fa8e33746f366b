//! The parameters of Multi-ProbCut (Buro, 1997): how well a shallow search predicts a deep one.
//!
//! Measured with an earlier set of learned weights on 400 positions between the 6th and the 42nd ply of games of its own: the standard
//! deviation of the difference between the values of both searches, centidiscs. The regression of one on the other has a slope
//! between 0.9 and 1.05 and no offset worth mentioning, so that the shallow value itself stands for the deep one.

use rookery_engine::Score;

/// The depth of the deep search that may be skipped, the depth of the shallow search in its place, and the deviation, centidiscs.
const PAIRS: [(i32, i32, Score); 6] = [
    (3, 1, 590),
    (4, 2, 460),
    (5, 1, 700),
    (6, 2, 550),
    (7, 3, 510),
    (8, 4, 460),
];

/// The number of deviations, in hundredths, by which a shallow value must lie outside the window: about one in fifteen deep
/// searches would disagree.
const CONFIDENCE: Score = 150;

/// With fewer empty squares than this the searches reach the end of the game, which the measurements do not cover.
const EMPTY_MIN: u32 = 14;

/// The depth of the shallow search for `depth`, and the margin; for depths beyond the measured ones it is four plies less, with
/// the last deviation.
pub fn check(empty: u32, depth: i32) -> Option<(i32, Score)> {
    if empty < EMPTY_MIN + depth.unsigned_abs() {
        return None;
    }
    let (first, last) = (PAIRS[0], PAIRS[PAIRS.len() - 1]);
    let (shallow, deviation) = match depth {
        d if d < first.0 => return None,
        d if d > last.0 => (d - 4, last.2),
        d => {
            let (_, shallow, deviation) = PAIRS[(d - first.0) as usize];
            (shallow, deviation)
        }
    };
    Some((shallow, deviation * CONFIDENCE / 100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_shallower_and_has_a_margin() {
        for depth in 0..30 {
            if let Some((shallow, margin)) = check(60, depth) {
                assert!((1..depth).contains(&shallow) && margin > 0, "{depth}");
            }
        }
        assert_eq!(check(60, 2), None);
        assert_eq!(check(60, 8), Some((4, 690)));
        assert_eq!(check(60, 12), Some((8, 690)));
        assert_eq!(check(20, 8), None, "the end is in sight");
    }

    #[test]
    fn the_table_has_a_line_for_each_depth() {
        for (line, depth) in PAIRS.iter().zip(PAIRS[0].0..) {
            assert_eq!(line.0, depth);
        }
    }
}
