//! Domineering on eight by eight squares: side 0 places its dominoes upright, side 1 flat; a side without a place for one loses.

use rookery_games::engine::{Knowledge, MoveList, Outcome, Position, Score};

use crate::games::mixed;

#[derive(Clone)]
pub struct Domineering {
    pub taken: u64,
    pub side: usize,
}

/// The squares that have another one to their right.
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

pub fn start() -> Domineering {
    Domineering { taken: 0, side: 0 }
}

impl Domineering {
    /// The lower or left squares of the places for a side's domino.
    fn places(&self, side: usize) -> u64 {
        let free = !self.taken;
        match side {
            0 => free & free >> 8,
            _ => free & free >> 1 & NOT_LAST,
        }
    }
}

impl Position for Domineering {
    /// The lower or left square of the domino.
    type Move = u8;
    const NAME: &'static str = "domineering";
    const MAX_MOVES: usize = 56;
    const HISTORY: usize = 64;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        mixed(&[self.taken, self.side as u64])
    }

    fn generate(&self, out: &mut MoveList<u8>) {
        let places = self.places(self.side);
        out.extend((0..64).filter(|square| places >> square & 1 == 1));
    }

    fn play(&mut self, square: u8) {
        let domino = [0x101, 0b11][self.side];
        self.taken |= domino << square;
        self.side = 1 - self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.places(self.side) == 0).then_some(Outcome::Loss)
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }
}

#[derive(Clone)]
pub struct Places;

impl Knowledge<Domineering> for Places {
    type Acc = ();

    /// The places that each side has left.
    fn eval(&self, position: &Domineering, (): &()) -> Score {
        let of = |side: usize| position.places(side).count_ones() as Score;
        20 * (of(position.side) - of(1 - position.side))
    }
}
