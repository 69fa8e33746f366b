//! Which move to try first: what other branches of the tree have taught.

use crate::engine::{GameMove, MoveList, Position};

/// The move of the transposition table comes before everything.
const TABLE_MOVE: i32 = i32::MAX;
/// The last move that cut off at this ply, and the one before it.
const KILLERS: [i32; 2] = [1_200, 1_100];
/// The most that history adds or takes.
const HISTORY_MAX: i32 = 1_000;

/// The moves of a node, handed out best first. Picking is lazy: after a cut-off the rest is never sorted.
pub(super) struct Picker<M> {
    /// The moves; those before the next index are already handed out.
    pub moves: MoveList<M>,
    scores: Vec<i32>,
}

impl<M: Copy> Picker<M> {
    pub fn new(capacity: usize) -> Self {
        Picker {
            moves: MoveList::with_capacity(capacity),
            scores: Vec::with_capacity(capacity),
        }
    }

    /// Gives each move its score.
    pub fn score(&mut self, score: impl FnMut(M) -> i32) {
        self.scores.clear();
        self.scores.extend(self.moves.iter().copied().map(score));
    }

    /// The best of the moves from `index` on, put at `index`; the first generated among equals.
    pub fn pick(&mut self, index: usize) -> M {
        let mut best = index;
        for i in index + 1..self.scores.len() {
            if self.scores[i] > self.scores[best] {
                best = i;
            }
        }
        self.moves.swap(index, best);
        self.scores.swap(index, best);
        self.moves[index]
    }
}

/// Killers by ply, history by side and move.
pub(super) struct Memory<P: Position> {
    killers: Vec<[P::Move; 2]>,
    history: [Vec<i32>; 2],
    pub use_killers: bool,
    pub use_history: bool,
}

impl<P: Position> Memory<P> {
    /// Nothing learned yet, for lines of up to `plies` plies.
    pub fn new(plies: usize) -> Self {
        Memory {
            killers: vec![[P::Move::NULL; 2]; plies],
            history: [vec![0; P::HISTORY], vec![0; P::HISTORY]],
            use_killers: true,
            use_history: true,
        }
    }

    /// How early to try a move, beside the game's own guess.
    pub fn score(&self, side: usize, ply: usize, m: P::Move, table_move: Option<u32>) -> i32 {
        if table_move == Some(m.to_bits()) {
            return TABLE_MOVE;
        }
        let killer = self.killers[ply].iter().position(|&k| k == m);
        killer.map_or(0, |i| KILLERS[i]) + self.history[side][P::history_index(m)]
    }

    /// Learns that `m` cut off after `tried`, which did not.
    pub fn cut(&mut self, side: usize, ply: usize, depth: usize, m: P::Move, tried: &[P::Move]) {
        if self.use_killers && self.killers[ply][0] != m {
            self.killers[ply] = [m, self.killers[ply][0]];
        }
        if self.use_history {
            let bonus = i32::try_from(depth * depth).unwrap_or(HISTORY_MAX);
            let bonus = bonus.min(HISTORY_MAX / 4);
            self.add(side, m, bonus);
            for &other in tried {
                self.add(side, other, -bonus);
            }
        }
    }

    /// The nearer a value is to its limit, the less is added: old lessons fade, and the limit holds.
    fn add(&mut self, side: usize, m: P::Move, bonus: i32) {
        let value = &mut self.history[side][P::history_index(m)];
        *value += bonus - *value * bonus.abs() / HISTORY_MAX;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_best_first_and_the_first_among_equals() {
        let mut picker = Picker::new(4);
        picker.moves.extend(['a', 'b', 'c', 'd']);
        picker.score(|m| if m == 'c' { 1 } else { 0 });
        assert_eq!(picker.pick(0), 'c');
        picker.moves.clear();
        picker.moves.extend(['a', 'b', 'c']);
        picker.score(|_| 0);
        let order: Vec<_> = (0..3).map(|i| picker.pick(i)).collect();
        assert_eq!(order, ['a', 'b', 'c']);
    }
}
