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

    /// Whether the present position has been on the board before, in the game or since the root. One repetition counts as a draw even
    /// though the game may go on: at the third occurrence a player may claim a draw (FIDE's Laws of Chess, 9.2), so the side that stands
    /// better should find something new. The move made at the root is an exception: it may lead back to a position once, as it may be the
    /// one that wins.
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
