//! The moves of a node with their scores, and how far they have been handed out.

use crate::{GameMove, MoveList};

/// What has been listed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nothing: the table's move comes first.
    Table,
    /// Nothing but the table's move.
    BeforeNoisy,
    /// The noisy moves; whether an exchange is lost is found out when it would be handed out.
    Noisy,
    /// The same; next come the answers that have proved good elsewhere, before any other quiet move is listed.
    Answers,
    /// All that will be.
    All,
}

/// The moves of a node and how far they have been handed out.
pub(crate) struct Picker<M> {
    /// The moves; those before the next index are already handed out.
    pub moves: MoveList<M>,
    pub(super) scores: Vec<i32>,
    pub(super) next: usize,
    pub(super) stage: Stage,
    /// Whether moves that are not noisy come too.
    pub(super) has_quiet: bool,
    /// Whether they are left out from here on.
    pub(super) leaves_quiet: bool,
    /// How many of the known answers have been looked at.
    pub(super) answers: usize,
}

impl<M: GameMove> Picker<M> {
    pub fn new() -> Self {
        Picker {
            moves: MoveList::new(),
            scores: Vec::new(),
            next: 0,
            stage: Stage::All,
            has_quiet: true,
            leaves_quiet: false,
            answers: 0,
        }
    }

    /// The moves that were handed out before the last one.
    pub fn tried(&self) -> &[M] {
        &self.moves[..self.next.saturating_sub(1)]
    }

    /// Whether the move handed out last is the last of all.
    pub fn is_at_end(&self) -> bool {
        self.stage == Stage::All && self.next == self.moves.len()
    }

    /// Whether the exchange that the move handed out last begins has been found not to lose.
    pub fn has_weighed(&self) -> bool {
        self.stage == Stage::Noisy
    }

    /// Gives the moves from `first` on their scores.
    pub(super) fn score(&mut self, first: usize, score: impl FnMut(M) -> i32) {
        self.scores.truncate(first);
        self.scores.resize(first, 0);
        self.scores
            .extend(self.moves[first..].iter().copied().map(score));
    }

    /// Brings the best of the moves that are left to the front of them; the first listed among equals.
    pub(super) fn raise_best(&mut self) -> Option<(M, i32)> {
        let left = self.scores.get(self.next..)?;
        // Two passes without a branch that cannot be foretold are faster than one with it.
        let best = left.iter().copied().max()?;
        let at = self.next + left.iter().position(|&score| score == best)?;
        self.moves.swap(self.next, at);
        self.scores.swap(self.next, at);
        Some((self.moves[self.next], best))
    }

    /// Hands out noisy moves alone from here on.
    pub fn leave_quiet(&mut self, is_noisy: impl Fn(M) -> bool) {
        if std::mem::replace(&mut self.leaves_quiet, true) {
            return;
        }
        let mut kept = self.next;
        for i in self.next..self.moves.len() {
            if is_noisy(self.moves[i]) {
                self.moves.swap(i, kept);
                self.scores.swap(i, kept);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.scores.truncate(kept);
    }

    /// Hands out a move that is not listed yet.
    pub(super) fn hand_out(&mut self, m: M) {
        let last = self.moves.len();
        self.moves.push(m);
        self.scores.push(0);
        self.moves.swap(self.next, last);
        self.scores.swap(self.next, last);
        self.next += 1;
    }

    /// Takes what has been handed out already out of the moves listed since.
    pub(super) fn forget_repeated(&mut self, first: usize) {
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
        let mut picker = Picker::new();
        picker.moves.extend(moves.iter().copied().map(Letter));
        picker.score(0, |Letter(m)| {
            scores[moves.iter().position(|&x| x == m).unwrap()]
        });
        let mut order = Vec::new();
        while let Some((Letter(m), _)) = picker.raise_best() {
            picker.next += 1;
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
        let mut picker = Picker::new();
        picker.moves.extend([7, 3, 7, 5].map(Letter));
        picker.next = 1;
        picker.forget_repeated(1);
        assert_eq!(picker.moves, [7, 3, 5].map(Letter));
    }
}
