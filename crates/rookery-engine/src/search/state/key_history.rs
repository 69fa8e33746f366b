//! Repetition detection: the keys of the game so far and of the line that is being searched. Where positions cannot repeat, none is
//! kept.

use crate::{Position, Repetition};

/// The keys of all positions that led to the present node, that node last.
pub(crate) struct KeyHistory {
    keys: Vec<u64>,
    /// The index of the root in `keys`.
    root_index: usize,
}

impl KeyHistory {
    /// `earlier` are the keys of the positions before the root, the first of the game first.
    pub fn new(earlier: &[u64], root: u64) -> Self {
        let mut keys = earlier.to_vec();
        keys.push(root);
        KeyHistory {
            root_index: keys.len() - 1,
            keys,
        }
    }

    /// A move or a pass leads to this position.
    #[inline]
    pub fn push<P: Position>(&mut self, position: &P) {
        if P::REPETITION != Repetition::Impossible {
            self.keys.push(position.key());
        }
    }

    /// It is taken back.
    #[inline]
    pub fn pop<P: Position>(&mut self) {
        if P::REPETITION != Repetition::Impossible {
            self.keys.pop();
        }
    }

    /// Whether the position, the present one, has been on the board before, in the game or since the root. Where the game may well
    /// go on from it, it is worth no more than a draw all the same: the third time a draw may be claimed, by a player who
    /// intends it (FIDE's Laws of Chess, 9.2), so the side that stands better should find something new. Only the next move itself may
    /// lead back once: it may be the one that wins.
    pub fn repeats<P: Position>(&self, position: &P) -> bool {
        if P::REPETITION == Repetition::Impossible {
            return false;
        }
        let here = self.keys.len() - 1;
        let key = self.keys[here];
        let step = if P::ALTERNATING { 2 } else { 1 };
        let needed = if here == self.root_index + 1 { 2 } else { 1 };
        let earlier = (step..=position.reversible().min(here)).step_by(step);
        let same = earlier.filter(|back| self.keys[here - back] == key);
        same.take(needed).count() == needed
    }
}
