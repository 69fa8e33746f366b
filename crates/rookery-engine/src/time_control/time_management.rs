//! Time management within a search, by its certainty: less than its share of the time if one move has long been best and most
//! nodes went into it, more if the answer has just changed or its value falls.

use crate::Score;

/// Percent of the time, by how many iterations in a row have had the same best move.
const BY_STABILITY: [u32; 5] = [180, 125, 105, 92, 85];
/// Percent of the time where all nodes, and where none, went into the best move.
const BY_EFFORT: (u32, u32) = (60, 170);
/// Percent more for each centipawn that the value has fallen by ...
const BY_FALL: u32 = 1;
/// ... as far as this.
const FALL_MAX_CP: Score = 60;
/// An iteration of less depth says nothing about effort.
const EFFORT_DEPTH: usize = 6;

/// What the iterations so far say about the answer.
pub(crate) struct TimeManager<M> {
    best: Option<(M, Score)>,
    /// Iterations in a row that have had the same best move.
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

    /// So many nodes went into a move of the root.
    pub fn spend(&mut self, m: M, nodes: u64) {
        match self.effort.iter_mut().find(|(other, _)| *other == m) {
            Some((_, spent)) => *spent += nodes,
            None => self.effort.push((m, nodes)),
        }
    }

    /// The iteration of this depth is complete, with this best move and its value.
    pub fn heed(&mut self, depth: usize, m: M, value: Score) {
        self.depth = depth;
        if let Some((best, before)) = self.best {
            self.unchanged = if best == m { self.unchanged + 1 } else { 0 };
            self.fall_cp = (before - value).clamp(0, FALL_MAX_CP);
        }
        self.best = Some((m, value));
    }

    /// Percent of the time that was meant for the move.
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
    }
}
