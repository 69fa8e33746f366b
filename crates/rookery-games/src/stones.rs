//! Stones: pieces of one kind on the squares of a grid, as a bit for each square and side, and as text.

use crate::text::quoted;
use crate::{Grid, PlacedPiece};
use rookery_engine::SplitMix;

/// The stones of both sides. A square is a number, as of a [`Grid`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stones {
    /// The bits of each side's squares.
    pub of: [u128; 2],
}

impl Stones {
    /// The side whose stone is on a square.
    pub fn owner(&self, square: u8) -> Option<usize> {
        (0..2).find(|side| self.of[*side] >> square & 1 == 1)
    }

    /// Whether no stone is on a square.
    pub fn is_free(&self, square: u8) -> bool {
        self.owner(square).is_none()
    }

    /// Puts a stone on a square, in place of the one that is there.
    pub fn put(&mut self, side: usize, square: u8) {
        self.remove(square);
        self.of[side] |= 1 << square;
    }

    /// Takes the stone on a square off the board.
    pub fn remove(&mut self, square: u8) {
        for stones in &mut self.of {
            *stones &= !(1 << square);
        }
    }

    /// The number of stones of a side.
    pub fn count(&self, side: usize) -> usize {
        self.of[side].count_ones() as usize
    }

    /// The side to move where both put one stone by turns, side 0 first.
    pub fn turn(&self) -> usize {
        (self.count(0) + self.count(1)) % 2
    }

    /// The free squares.
    pub fn free(&self, grid: Grid) -> impl Iterator<Item = u8> {
        let all = self.of[0] | self.of[1];
        grid.squares().filter(move |square| all >> square & 1 == 0)
    }

    /// A key for the transposition table, of the stones and the side to move.
    pub fn key(&self, side: usize) -> u64 {
        let halves = self.of.map(|bits| [bits as u64, (bits >> 64) as u64]);
        let mix = |key: u64, half: u64| SplitMix::new(key ^ half).next();
        // The side last, through the mixer of its own: as a first value it would be the same bit as a stone.
        mix(halves.into_iter().flatten().fold(0, mix), side as u64)
    }

    /// The stones as pieces on the board, all of this kind.
    pub fn pieces(&self, grid: Grid, kind: &'static str) -> Vec<PlacedPiece> {
        grid.pieces(|square| Some((self.owner(square)?, kind)))
    }

    /// The position as rows from the top between slashes: `x` is side 0, `o` side 1.
    pub fn print(&self, grid: Grid) -> String {
        grid.print(|square| match self.owner(square) {
            Some(0) => 'x',
            Some(_) => 'o',
            None => '.',
        })
    }

    /// Reads the text of [`Stones::print`].
    ///
    /// # Errors
    /// The shape that the board must have, or the sign that is none.
    pub fn read(grid: Grid, text: &str) -> Result<Self, String> {
        let mut stones = Stones::default();
        for (square, sign) in (0..).zip(grid.read(text)?) {
            match sign {
                'x' => stones.put(0, square),
                'o' => stones.put(1, square),
                '.' => {}
                _ => {
                    return Err(format!(
                        "{} is not a square: write x, o or a dot",
                        quoted(sign)
                    ));
                }
            }
        }
        Ok(stones)
    }

    /// The same for a game in which both sides put one stone by turns, side 0 first, so that the stones tell whose turn it is.
    ///
    /// # Errors
    /// As [`Stones::read`], and the counts where no game has them.
    pub fn read_by_turns(grid: Grid, text: &str) -> Result<Self, String> {
        let stones = Stones::read(grid, text)?;
        let [first, second] = [0, 1].map(|side| stones.count(side));
        match first == second || first == second + 1 {
            true => Ok(stones),
            false => Err(format!(
                "there are {first} x and {second} o: write as many x as o, or one x more"
            )),
        }
    }

    /// The position and the side to move, `x` or `o`, with a space between them.
    pub fn print_with_side(&self, grid: Grid, side: usize) -> String {
        format!("{} {}", self.print(grid), ['x', 'o'][side])
    }

    /// Reads the text of [`Stones::print_with_side`]: the stones and the side to move.
    ///
    /// # Errors
    /// As [`Stones::read`], with the text in place of the side to move.
    pub fn read_with_side(grid: Grid, text: &str) -> Result<(Self, usize), String> {
        let (board, side) = text
            .trim()
            .rsplit_once(' ')
            .ok_or("write the board, a space and the side to move, x or o")?;
        let side = match side {
            "x" => 0,
            "o" => 1,
            _ => {
                return Err(format!(
                    "{} is not a side to move: write x or o",
                    quoted(side)
                ));
            }
        };
        Ok((Stones::read(grid, board)?, side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid::new(3, 2);

    #[test]
    fn a_square_has_one_stone_at_most() {
        let mut stones = Stones::default();
        stones.put(0, 4);
        stones.put(1, 4);
        assert_eq!((stones.owner(4), stones.count(0)), (Some(1), 0));
        assert!(!stones.is_free(4) && stones.is_free(3));
        stones.remove(4);
        assert_eq!(stones, Stones::default());
    }

    #[test]
    fn positions_read_back_with_the_side_to_move() {
        let (stones, side) = Stones::read_with_side(GRID, "x.o/.xx o").unwrap();
        assert_eq!(side, 1);
        assert_eq!(stones.of, [0b110001, 0b000100]);
        assert_eq!(stones.print_with_side(GRID, side), "x.o/.xx o");
        let pieces = stones.pieces(GRID, "disc");
        let at: Vec<_> = pieces.iter().map(|p| (p.at.as_str(), p.side)).collect();
        assert_eq!(at, [("a2", 0), ("c2", 1), ("b1", 0), ("c1", 0)]);
        for wrong in ["x.o/.xx", "x.o/.xx z", "x.o/.x x", "x.o/.xX x", ""] {
            assert!(Stones::read_with_side(GRID, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn stones_by_turns_tell_whose_turn_it_is() {
        let turn = |text| Stones::read_by_turns(GRID, text).map(|stones| stones.turn());
        assert_eq!(turn(".../..."), Ok(0));
        assert_eq!(turn("x../..."), Ok(1));
        assert_eq!(turn("x../o.."), Ok(0));
        assert!(turn("o../...").is_err());
        assert!(turn("xx./...").is_err());
    }

    #[test]
    fn keys_tell_sides_and_squares_apart() {
        let none = Stones::default();
        let mut keys = std::collections::HashSet::from([none.key(0), none.key(1)]);
        for square in 0..81 {
            for owner in 0..2 {
                let mut stones = Stones::default();
                stones.put(owner, square);
                keys.extend([stones.key(0), stones.key(1)]);
            }
        }
        assert_eq!(keys.len(), 81 * 2 * 2 + 2);
    }
}
