//! A list of scored moves, of which the best are handed out first, by selection.

use crate::{GameMove, MoveList};

/// Moves with their scores; those before the next one are already handed out.
pub(crate) struct ScoredMoves<M> {
    moves: MoveList<M>,
    scores: Vec<i32>,
    next: usize,
}

impl<M: GameMove> ScoredMoves<M> {
    pub fn new() -> Self {
        ScoredMoves {
            moves: MoveList::new(),
            scores: Vec::new(),
            next: 0,
        }
    }

    /// Forgets all moves, and keeps the storage.
    #[inline]
    pub fn clear(&mut self) {
        self.moves.clear();
        self.scores.clear();
        self.next = 0;
    }

    /// All moves that have been listed.
    #[inline]
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// The moves that have been handed out.
    #[inline]
    pub fn handed_out(&self) -> &[M] {
        &self.moves[..self.next]
    }

    #[inline]
    pub fn is_at_end(&self) -> bool {
        self.next == self.moves.len()
    }

    /// Lists moves, without those that have been handed out already, and scores all that are not.
    #[inline]
    pub fn list(&mut self, list: impl FnOnce(&mut MoveList<M>), score: impl FnMut(M) -> i32) {
        let first = self.moves.len();
        list(&mut self.moves);
        if self.next > 0 {
            self.forget_repeated(first);
        }
        self.score(first, score);
    }

    /// Gives the moves from `first` on their scores.
    #[inline]
    fn score(&mut self, first: usize, score: impl FnMut(M) -> i32) {
        self.scores.truncate(first);
        self.scores.resize(first, 0);
        self.scores
            .extend(self.moves[first..].iter().copied().map(score));
    }

    /// Brings the best of the moves that are left to the front of them; the first listed among equals.
    #[inline]
    pub fn raise_best(&mut self) -> Option<(M, i32)> {
        let left = self.scores.get(self.next..)?;
        // Two passes without unpredictable branches are faster than one pass with them.
        let best = left.iter().copied().max()?;
        let at = self.next + left.iter().position(|&score| score == best)?;
        self.moves.swap(self.next, at);
        self.scores.swap(self.next, at);
        Some((self.moves[self.next], best))
    }

    /// Hands out the best of the moves that are left.
    #[inline]
    pub fn hand_out_best(&mut self) -> Option<M> {
        let (m, _) = self.raise_best()?;
        self.next += 1;
        Some(m)
    }

    /// Hands out the move that was raised last.
    #[inline]
    pub fn hand_out_raised(&mut self) {
        self.next += 1;
    }

    /// Lowers the score of the move that was raised last.
    #[inline]
    pub fn lower_raised(&mut self, by: i32) {
        self.scores[self.next] -= by;
    }

    /// Hands out a move that is not listed yet.
    #[inline]
    pub fn hand_out(&mut self, m: M) {
        let last = self.moves.len();
        self.moves.push(m);
        self.scores.push(0);
        self.moves.swap(self.next, last);
        self.scores.swap(self.next, last);
        self.next += 1;
    }

    /// Removes the moves that have not been handed out and are not wanted.
    pub fn retain_left(&mut self, is_wanted: impl Fn(M) -> bool) {
        let mut kept = self.next;
        for i in self.next..self.moves.len() {
            if is_wanted(self.moves[i]) {
                self.moves.swap(i, kept);
                self.scores.swap(i, kept);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.scores.truncate(kept);
    }

    /// Removes, from the moves listed from `first` on, those that have been handed out already.
    fn forget_repeated(&mut self, first: usize) {
        let mut kept = first;
        for i in first..self.moves.len() {
            let m = self.moves[i];
            if !self.moves[..self.next].contains(&m) {
                self.moves[kept] = m;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters as moves.
    fn hand_out(moves: &[u32], scores: &[i32]) -> Vec<u32> {
        let mut list = ScoredMoves::new();
        list.list(
            |out| out.extend(moves.iter().copied().map(Letter)),
            |Letter(m)| scores[moves.iter().position(|&x| x == m).unwrap()],
        );
        let mut order = Vec::new();
        while let Some(Letter(m)) = list.hand_out_best() {
            order.push(m);
        }
        order
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Letter(u32);

    impl GameMove for Letter {
        const NULL: Self = Letter(0);

        fn to_bits(self) -> u32 {
            self.0
        }

        fn from_bits(bits: u32) -> Self {
            Letter(bits)
        }
    }

    #[test]
    fn hands_out_the_best_first_and_the_first_among_equals() {
        assert_eq!(hand_out(&[1, 2, 3], &[0, 0, 1])[0], 3);
        assert_eq!(hand_out(&[1, 2, 3], &[5, 5, 5]), [1, 2, 3]);
        assert_eq!(hand_out(&[1, 2, 3, 4], &[-9, 2, 7, 3]), [3, 4, 2, 1]);
    }

    #[test]
    fn what_was_handed_out_is_not_listed_again() {
        let mut list = ScoredMoves::new();
        list.hand_out(Letter(7));
        list.list(|out| out.extend([3, 7, 5].map(Letter)), |_| 0);
        assert_eq!(list.moves(), [7, 3, 5].map(Letter));
    }
}
