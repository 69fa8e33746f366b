//! The rules of noughts and crosses on two boards of nine bits.

use crate::symmetry;
use rookery_engine::{MoveList, Outcome, Position, SplitMix};

/// All nine squares.
pub(super) const FULL: u16 = 0b1_1111_1111;

/// The eight lines: rows, columns, diagonals. Square 0 is a3, square 8 is c1, row by row from the top.
pub(super) const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// A move: the number of the square, 0 to 8.
pub type Square = u8;

/// A board. The side to move follows from the number of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToePosition {
    /// The squares of the crosses (0) and of the noughts (1).
    pub marks: [u16; 2],
}

impl TicTacToePosition {
    /// The squares without a mark.
    pub fn free(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    /// Whether the side has three in a row.
    pub fn has_line(&self, side: usize) -> bool {
        LINES.iter().any(|line| self.marks[side] & line == *line)
    }

    /// The squares of the lines that the side has filled: none while nobody has won.
    pub fn lines_of(&self, side: usize) -> u16 {
        let filled = LINES
            .iter()
            .filter(|line| self.marks[side] & **line == **line);
        filled.fold(0, |squares, line| squares | line)
    }

    /// The board of this number: the inverse of [`TicTacToePosition::index`].
    pub fn from_index(mut index: usize) -> Self {
        let mut grid = TicTacToePosition::default();
        for square in 0..9 {
            match index % 3 {
                1 => grid.marks[0] |= 1 << square,
                2 => grid.marks[1] |= 1 << square,
                _ => {}
            }
            index /= 3;
        }
        grid
    }

    /// Whether a game can come to this board: the numbers of marks are possible, and nobody moved after the end.
    pub fn is_reachable(&self) -> bool {
        let [crosses, noughts] = self.marks.map(u16::count_ones);
        let ahead = crosses.wrapping_sub(noughts);
        // A line of the crosses was their last move, so they are one ahead; a line of the noughts was theirs.
        ahead <= 1 && !(self.has_line(0) && ahead == 0) && !(self.has_line(1) && ahead == 1)
    }

    /// The board as a number in base three, below 3⁹.
    pub fn index(&self) -> usize {
        (0..9).rev().fold(0, |index, square| {
            let digit = (self.marks[0] >> square & 1) + 2 * (self.marks[1] >> square & 1);
            3 * index + usize::from(digit)
        })
    }
}

impl Position for TicTacToePosition {
    type Move = Square;
    const NAME: &'static str = "tic-tac-toe";
    const MAX_MOVES: usize = 9;
    const HISTORY: usize = 9;
    const SYMMETRIES: usize = symmetry::COUNT;

    fn side(&self) -> usize {
        (self.free().count_ones() as usize + 1) % 2
    }

    fn key(&self) -> u64 {
        let [crosses, noughts] = self.marks.map(u64::from);
        SplitMix::new(crosses | noughts << 9).next()
    }

    fn generate(&self, out: &mut MoveList<Square>) {
        let free = self.free();
        out.extend((0..9).filter(|s| free >> s & 1 == 1));
    }

    fn play(&mut self, m: Square) {
        self.marks[self.side()] |= 1 << m;
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the side that has just moved can have made a line.
        if self.has_line(1 - self.side()) {
            Some(Outcome::Loss)
        } else if self.free() == 0 {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }

    fn count_moves(&self) -> usize {
        self.free().count_ones() as usize
    }

    fn transform(&self, s: usize) -> Self {
        let turn = |marks: u16| {
            (0..9)
                .filter(|square| marks >> square & 1 == 1)
                .fold(0, |turned, square| {
                    turned | 1 << symmetry::image(3, square, s)
                })
        };
        TicTacToePosition {
            marks: self.marks.map(turn),
        }
    }

    fn transform_move(m: Square, s: usize) -> Square {
        symmetry::image(3, m, s)
    }

    fn inverse(s: usize) -> usize {
        symmetry::inverse(s)
    }
}
