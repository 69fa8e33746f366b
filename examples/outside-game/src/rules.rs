//! The rules of Breakthrough (Dan Troyka, 2000) on six by six squares.

use rookery_games::engine::{MoveList, Outcome, Position};
use rookery_games::{Grid, Stones};

/// Square 0 is a6; the first player starts at the bottom and moves up.
pub const BOARD: Grid = Grid::new(6, 6).chequered().rotating();

/// The pieces of both sides, and whose turn it is.
#[derive(Clone)]
pub struct Breakthrough {
    pub pieces: Stones,
    pub side: usize,
}

/// A move: its source and target squares.
pub type Go = u16;

pub fn squares(go: Go) -> (u8, u8) {
    ((go >> 6) as u8, (go & 63) as u8)
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
        self.pieces.key(self.side)
    }

    /// One step forward: straight or diagonally to an empty square, diagonally to take.
    fn generate(&self, out: &mut MoveList<Go>) {
        let forward = if self.side == 0 { -1 } else { 1 };
        let own = |square: &u8| self.pieces.owner(*square) == Some(self.side);
        for from in BOARD.squares().filter(own) {
            for columns in [-1, 0, 1] {
                let Some(to) = BOARD.step(from, columns, forward) else {
                    continue;
                };
                let owner = self.pieces.owner(to);
                if owner.is_none() || columns != 0 && owner != Some(self.side) {
                    out.push(Go::from(from) << 6 | Go::from(to));
                }
            }
        }
    }

    fn play(&mut self, go: Go) {
        let (from, to) = squares(go);
        self.pieces.remove(from);
        self.pieces.put(self.side, to);
        self.side = 1 - self.side;
    }

    /// Whoever reaches the far row, or takes the last piece, has won.
    fn outcome(&self) -> Option<Outcome> {
        let far = [0x3f, 0x3f << 30][1 - self.side];
        let is_lost = self.pieces.of[1 - self.side] & far != 0 || self.pieces.count(self.side) == 0;
        is_lost.then_some(Outcome::Loss)
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }
}
