//! Correction of the evaluation by the results of searches: positions alike are misjudged alike (static evaluation
//! correction history, Caissa and Stockfish, 2023).

use crate::memory::alloc::Cells;
use crate::move_ordering::history_tables::HistoryContext;
use crate::{Bound, EVAL_MAX, STRUCTURES, Score};

/// The number of likenesses between positions: their structures, and the last two moves.
const LIKENESSES: usize = STRUCTURES + 1;

/// Cells for each likeness and side.
const CELLS: usize = 1 << 14;
/// Parts of a centipawn that a cell counts.
const GRAIN: i32 = 256;
/// The most that one likeness corrects, centipawns.
const MOST_CP: i32 = 48;
/// The number of parts of an error; each likeness learns one part of it for each ply of depth.
const PARTS: i32 = 512;
/// The greatest depth, in plies, that counts for that.
const DEEPEST: i32 = 16;
/// The greatest error, centipawns: a greater one counts as this.
const ERROR_CP: i32 = 100;

/// The error of the evaluation so far, by side to move and likeness.
pub(crate) struct Corrections {
    cells: Cells,
}

impl Corrections {
    /// Corrections of which nothing is known yet. Without `is_used` there are no cells, and nothing is ever learned.
    pub fn new(is_used: bool) -> Self {
        let count = if is_used { 2 * LIKENESSES * CELLS } else { 0 };
        Corrections {
            cells: Cells::new(count),
        }
    }

    /// The evaluation of a position, corrected by the error that searches of positions alike have found in it.
    pub fn corrected<M>(&self, place: &HistoryContext<M>, eval: Score) -> Score {
        let error = self.get(place.side, likenesses(place));
        (eval + error).clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// Learns by how much the corrected evaluation of a node was wrong, where the search has found a value that says so.
    pub fn learn_from<M>(
        &mut self,
        place: &HistoryContext<M>,
        depth: i32,
        eval: Score,
        (value, bound): (Score, Bound),
    ) {
        let is_wrong = match bound {
            Bound::Exact => true,
            Bound::Lower => value > eval,
            Bound::Upper => value < eval,
        };
        if is_wrong {
            self.learn(place.side, likenesses(place), depth, value - eval);
        }
    }

    /// The correction that is to be added to an evaluation, centipawns.
    fn get(&self, side: usize, likenesses: [u64; LIKENESSES]) -> Score {
        let known = indices(side, likenesses).map(|index| self.cells.get(index));
        let known = known.into_iter().flatten().copied().map(i32::from);
        known.sum::<i32>() / GRAIN
    }

    /// Learns that a search to `depth` plies has found `error` centipawns more than the corrected evaluation.
    fn learn(&mut self, side: usize, likenesses: [u64; LIKENESSES], depth: i32, error: Score) {
        let error = error.clamp(-ERROR_CP, ERROR_CP) * GRAIN;
        let step = error * depth.min(DEEPEST) / PARTS;
        for index in indices(side, likenesses) {
            if let Some(cell) = self.cells.get_mut(index) {
                let value = i32::from(*cell) + step;
                *cell = value.clamp(-MOST_CP * GRAIN, MOST_CP * GRAIN) as i16;
            }
        }
    }
}

fn likenesses<M>(place: &HistoryContext<M>) -> [u64; LIKENESSES] {
    let [a, b, c] = place.structures;
    [a, b, c, place.pair]
}

fn indices(side: usize, likenesses: [u64; LIKENESSES]) -> [usize; LIKENESSES] {
    std::array::from_fn(|i| (side * LIKENESSES + i) * CELLS + likenesses[i] as usize % CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_that_comes_again_and_again_is_corrected() {
        let mut corrections = Corrections::new(true);
        let likenesses = [7, 8, 9, 10];
        assert_eq!(corrections.get(0, likenesses), 0);
        for _ in 0..2_000 {
            let error = 30 - corrections.get(0, likenesses);
            corrections.learn(0, likenesses, 10, error);
        }
        assert!((29..=30).contains(&corrections.get(0, likenesses)));
        assert_eq!(corrections.get(1, likenesses), 0, "the other side");
        assert_eq!(corrections.get(0, [1, 2, 3, 4]), 0, "other positions");
    }

    #[test]
    fn no_error_however_great_is_believed_beyond_the_limit() {
        let mut corrections = Corrections::new(true);
        for _ in 0..10_000 {
            corrections.learn(1, [0; 4], 30, -30_000);
        }
        assert_eq!(corrections.get(1, [0; 4]), -MOST_CP * LIKENESSES as i32);
    }
}
