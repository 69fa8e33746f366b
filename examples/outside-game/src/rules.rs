//! The rules of Breakthrough (Dan Troyka, 2000) on six by six squares.

use rookery_games::Grid;
use rookery_games::engine::{MoveList, Outcome, Position, SplitMix};

/// Square 0 is a6; the first player starts at the bottom and moves up.
pub const BOARD: Grid = Grid::new(6, 6).chequered().rotating();

/// Bits of the squares of both sides, and whose turn it is.
#[derive(Clone)]
pub struct Breakthrough {
    pub men: [u64; 2],
    pub side: usize,
}

/// From which square to which.
pub type Go = u16;

pub fn squares(go: Go) -> (u8, u8) {
    ((go >> 6) as u8, (go & 63) as u8)
}

impl Breakthrough {
    pub fn start() -> Self {
        Breakthrough {
            men: [0xfff << 24, 0xfff],
            side: 0,
        }
    }

    pub fn owner(&self, square: u8) -> Option<usize> {
        (0..2).find(|side| self.men[*side] >> square & 1 == 1)
    }
}

impl Position for Breakthrough {
    type Move = Go;
    const NAME: &'static str = "breakthrough";
    const MAX_MOVES: usize = 36;
    const HISTORY: usize = 64 * 64;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        let both = SplitMix::new(self.men[0]).next() ^ self.men[1] << 1;
        SplitMix::new(both | self.side as u64).next()
    }

    /// One step forward: straight or diagonally to an empty square, diagonally to take.
    fn generate(&self, out: &mut MoveList<Go>) {
        let forward = if self.side == 0 { -1 } else { 1 };
        for from in BOARD
            .squares()
            .filter(|s| self.owner(*s) == Some(self.side))
        {
            for columns in [-1, 0, 1] {
                let Some(to) = BOARD.step(from, columns, forward) else {
                    continue;
                };
                let owner = self.owner(to);
                if owner.is_none() || columns != 0 && owner != Some(self.side) {
                    out.push(Go::from(from) << 6 | Go::from(to));
                }
            }
        }
    }

    fn play(&mut self, go: Go) {
        let (from, to) = squares(go);
        self.men[self.side] ^= 1 << from | 1 << to;
        self.men[1 - self.side] &= !(1 << to);
        self.side = 1 - self.side;
    }

    /// Whoever reaches the far row, or takes the last man, has won.
    fn outcome(&self) -> Option<Outcome> {
        let far = [0x3f, 0x3f << 30][1 - self.side];
        let is_lost = self.men[1 - self.side] & far != 0 || self.men[self.side] == 0;
        is_lost.then_some(Outcome::Loss)
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }

    fn history_index(go: Go) -> usize {
        go.into()
    }
}
