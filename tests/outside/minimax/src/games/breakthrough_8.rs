//! Breakthrough on eight by eight squares, on bitboards.

use rookery_games::engine::{Knowledge, MoveList, Outcome, Position, Score};

use crate::games::mixed;

/// Square 0 is a1; side 0 starts on the first two rows and moves up.
#[derive(Clone)]
pub struct Breakthrough {
    pub pieces: [u64; 2],
    pub side: usize,
}

pub fn start() -> Breakthrough {
    Breakthrough {
        pieces: [0xffff, 0xffff << 48],
        side: 0,
    }
}

impl Position for Breakthrough {
    /// Its source and its target, six bits each.
    type Move = u16;
    const NAME: &'static str = "breakthrough-8";
    const MAX_MOVES: usize = 48;
    const HISTORY: usize = 64 * 64;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        mixed(&[self.pieces[0], self.pieces[1], self.side as u64])
    }

    fn generate(&self, out: &mut MoveList<u16>) {
        let [own, other] = [self.pieces[self.side], self.pieces[1 - self.side]];
        let mut left = own;
        while left != 0 {
            let from = left.trailing_zeros();
            left &= left - 1;
            for columns in [-1_i32, 0, 1] {
                let column = (from % 8) as i32 + columns;
                let row = (from / 8) as i32 + if self.side == 0 { 1 } else { -1 };
                if !(0..8).contains(&column) || !(0..8).contains(&row) {
                    continue;
                }
                let to = (8 * row + column) as u32;
                let blocked = if columns == 0 { own | other } else { own };
                if blocked >> to & 1 == 0 {
                    out.push((from << 6 | to) as u16);
                }
            }
        }
    }

    fn play(&mut self, m: u16) {
        let (from, to) = (m >> 6, m & 63);
        self.pieces[1 - self.side] &= !(1 << to);
        self.pieces[self.side] ^= 1 << from | 1 << to;
        self.side = 1 - self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        let far = [0xff << 56, 0xff][1 - self.side];
        let is_lost = self.pieces[1 - self.side] & far != 0 || self.pieces[self.side] == 0;
        is_lost.then_some(Outcome::Loss)
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }
}

#[derive(Clone)]
pub struct Advance;

impl Knowledge<Breakthrough> for Advance {
    type Acc = ();

    /// A piece is worth the more the further it has come.
    fn eval(&self, position: &Breakthrough, (): &()) -> Score {
        let worth = |side: usize| -> Score {
            let rows = (0..8).map(|row| {
                let steps = if side == 0 { row } else { 7 - row };
                let pieces = position.pieces[side] >> (8 * row) & 0xff;
                (100 + 15 * steps) * pieces.count_ones() as Score
            });
            rows.sum()
        };
        worth(position.side) - worth(1 - position.side)
    }
}
