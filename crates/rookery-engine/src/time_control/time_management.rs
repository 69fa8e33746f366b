//! Time management within a search, by its certainty: less than its share of the time if one move has long been best and most
//! nodes went into it, more if the answer has just changed or its value falls.

use crate::Score;

/// Percentage of the time, by the number of consecutive iterations with the same best move.
const BY_STABILITY: [u32; 5] = [180, 125, 105, 92, 85];
/// Percentage of the time if all nodes, and if none, went into the best move.
const BY_EFFORT: (u32, u32) = (60, 170);
/// Additional percentage for each centipawn by which the value has fallen.
const BY_FALL: u32 = 1;
/// The greatest fall that counts for that, centipawns.
const FALL_MAX_CP: Score = 60;
/// Minimum depth of an iteration for the effort to count.
const EFFORT_DEPTH: usize = 6;

/// The evidence of the iterations so far about the answer.
pub(crate) struct TimeManager<M> {
    best: Option<(M, Score)>,
    /// Consecutive iterations with the same best move.
    unchanged: usize,
    fall_cp: Score,
    /// Nodes that went into each move of the root.
    effort: Vec<(M, u64)>,
    depth: usize,
}

impl<M: Copy + Eq> TimeManager<M> {
    pub fn new() -> Self {
        TimeManager {
            best: None,
            unchanged: 0,
            fall_cp: 0,
            effort: Vec::new(),
            depth: 0,
        }
    }

    /// Records the nodes that went into a move of the root.
    pub fn spend(&mut self, m: M, nodes: u64) {
        match self.effort.iter_mut().find(|(other, _)| *other == m) {
            Some((_, spent)) => *spent += nodes,
            None => self.effort.push((m, nodes)),
        }
    }

    /// Records a complete iteration with its best move and value.
    pub fn heed(&mut self, depth: usize, m: M, value: Score) {
        self.depth = depth;
        if let Some((best, before)) = self.best {
            self.unchanged = if best == m { self.unchanged + 1 } else { 0 };
            self.fall_cp = (before - value).clamp(0, FALL_MAX_CP);
        }
        self.best = Some((m, value));
    }

    /// Percentage of the time intended for the move.
    pub fn percent(&self) -> u32 {
        let stability = BY_STABILITY[self.unchanged.min(BY_STABILITY.len() - 1)];
        let fall = 100 + BY_FALL * self.fall_cp.unsigned_abs();
        stability * self.effort_percent() / 100 * fall / 100
    }

    fn effort_percent(&self) -> u32 {
        let all: u64 = self.effort.iter().map(|(_, nodes)| nodes).sum();
        let best = self.best.map(|(m, _)| m);
        let of_best = self.effort.iter().find(|(m, _)| Some(*m) == best);
        match of_best {
            Some((_, nodes)) if self.depth >= EFFORT_DEPTH && all > 0 => {
                let share = (100 * nodes / all) as u32;
                let (sure, unsure) = BY_EFFORT;
                unsure - (unsure - sure) * share / 100
            }
            _ => 100,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_answer_takes_less_time_than_a_change_of_mind() {
        let mut steady = TimeManager::new();
        let mut changing = TimeManager::new();
        for depth in 1..=12 {
            steady.spend('a', 90);
            steady.spend('b', 10);
            steady.heed(depth, 'a', 20);
            changing.spend('a', 50);
            changing.spend('b', 50);
            changing.heed(depth, if depth % 2 == 0 { 'a' } else { 'b' }, 20);
        }
        assert!(steady.percent() < 70, "{}", steady.percent());
        assert!(changing.percent() > 150, "{}", changing.percent());
    }

    #[test]
    fn a_falling_value_takes_more_time() {
        let mut falling = TimeManager::new();
        for depth in 1..=5 {
            falling.heed(depth, 'a', 100);
        }
        let before = falling.percent();
        falling.heed(6, 'a', 40);
        assert_eq!(falling.percent(), before * 160 / 100);
        falling.heed(7, 'a', 40);
        assert_eq!(falling.percent(), before);
        falling.heed(8, 'a', 30);
        assert_eq!(falling.percent(), before * 110 / 100);
        // A greater fall counts for no more than sixty centipawns, and a rise for nothing.
        falling.heed(9, 'a', -270);
        assert_eq!(falling.percent(), before * 160 / 100);
        falling.heed(10, 'a', -170);
        assert_eq!(falling.percent(), before);
    }
}
