//! Nim with one heap: the shortest game, for examples.

use crate::{MoveList, Outcome, Position};

/// A heap of matches: a player takes one to three of them per turn, and whoever takes the last one wins.
#[derive(Clone, Debug)]
pub struct Heap {
    /// Matches that are left.
    pub matches: u8,
    /// The side to move, 0 or 1.
    pub side: usize,
}

impl Position for Heap {
    type Move = u8;
    const NAME: &'static str = "nim";
    const MAX_MOVES: usize = 3;
    const HISTORY: usize = 4;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        u64::from(self.matches) << 1 | self.side as u64
    }

    fn generate(&self, out: &mut MoveList<u8>) {
        out.extend(1..=self.matches.min(3));
    }

    fn play(&mut self, taken: u8) {
        self.matches -= taken;
        self.side ^= 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.matches == 0).then_some(Outcome::Loss)
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }

    fn history_index(taken: u8) -> usize {
        taken.into()
    }
}
