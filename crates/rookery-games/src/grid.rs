//! Boards of squares in columns and rows: their names, their geometry, and positions as text.

use crate::PlacedPiece;
use crate::api::view::{Board, BoardKind, Coords, Space};

const FILES: &str = "abcdefghijklmnopqrstuvwxyz";
const FILES_WITHOUT_I: &str = "abcdefghjklmnopqrstuvwxyz";
const RANKS_UP: &str = "987654321";
const RANKS_DOWN: &str = "123456789";

/// A board of at most 9 by 9 squares. A square is a number: row by row from the top, each from the left. Its name is the letter of
/// its column, from the left, and the number of its row: from below, or from the top where the game counts so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u8,
    rows: u8,
    counts_down: bool,
    is_chequered: bool,
    rotates: bool,
    skips_i: bool,
}

impl Grid {
    /// A plain board.
    ///
    /// # Panics
    /// If it has no square, or more than nine columns or rows: a row is named by one digit.
    pub const fn new(columns: u8, rows: u8) -> Self {
        assert!(columns > 0 && rows > 0 && columns <= 9 && rows <= 9);
        Grid {
            columns,
            rows,
            counts_down: false,
            is_chequered: false,
            rotates: false,
            skips_i: false,
        }
    }

    /// The same with row 1 at the top.
    pub const fn counting_down(mut self) -> Self {
        self.counts_down = true;
        self
    }

    /// The same with light and dark squares by turns, a light one at the upper left.
    pub const fn chequered(mut self) -> Self {
        self.is_chequered = true;
        self
    }

    /// The same, turned by 180 degrees for the second player.
    pub const fn rotating(mut self) -> Self {
        self.rotates = true;
        self
    }

    /// The same without a column `i`, as the boards of Go are named: the ninth column is `j`.
    pub const fn skipping_i(mut self) -> Self {
        self.skips_i = true;
        self
    }

    /// The letters of the columns, from the left.
    fn files(self) -> &'static str {
        let letters = if self.skips_i { FILES_WITHOUT_I } else { FILES };
        &letters[..usize::from(self.columns)]
    }

    /// The squares, in reading order.
    pub fn squares(self) -> std::ops::Range<u8> {
        0..self.columns * self.rows
    }

    /// The column from the left and the row from the top, from 0.
    pub fn place(self, square: u8) -> (u8, u8) {
        (square % self.columns, square / self.columns)
    }

    /// The square in a column and a row, where the board has it.
    pub fn at(self, column: i8, row: i8) -> Option<u8> {
        let column = u8::try_from(column).ok().filter(|c| *c < self.columns)?;
        let row = u8::try_from(row).ok().filter(|r| *r < self.rows)?;
        Some(row * self.columns + column)
    }

    /// The square `columns` to the right and `rows` down; `None` beyond the edge.
    pub fn step(self, square: u8, columns: i8, rows: i8) -> Option<u8> {
        let (column, row) = self.place(square);
        self.at(
            i8::try_from(column).ok()?.checked_add(columns)?,
            i8::try_from(row).ok()?.checked_add(rows)?,
        )
    }

    /// All rows of this many squares, across, down and diagonally: the bits of their squares.
    ///
    /// # Panics
    /// If the length is 0.
    pub fn lines(self, length: i8) -> Vec<u128> {
        assert!(length > 0, "a line has squares");
        let line = |square, (columns, rows): (i8, i8)| {
            (0..length).try_fold(0, |bits, n| {
                Some(bits | 1 << self.step(square, n * columns, n * rows)?)
            })
        };
        let ways = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let from = |square| ways.into_iter().filter_map(move |way| line(square, way));
        self.squares().flat_map(from).collect()
    }

    /// The name of a square, for example `b2`.
    pub fn name(self, square: u8) -> String {
        let (column, row) = self.place(square);
        let number = match self.counts_down {
            true => row + 1,
            false => self.rows - row,
        };
        let letter = self.files().as_bytes()[usize::from(column)];
        [letter, b'0' + number].map(char::from).iter().collect()
    }

    /// The names of the squares whose bits are set.
    pub fn names(self, bits: u128) -> impl Iterator<Item = String> {
        let is_set = move |square: &u8| bits >> square & 1 == 1;
        self.squares().filter(is_set).map(move |s| self.name(s))
    }

    /// The square of a name.
    pub fn find(self, name: &str) -> Option<u8> {
        let [letter, digit] = name.as_bytes() else {
            return None;
        };
        let column = self.files().bytes().position(|file| file == *letter)? as u8;
        let number = digit.checked_sub(b'1').filter(|n| *n < self.rows)?;
        let row = match self.counts_down {
            true => number,
            false => self.rows - 1 - number,
        };
        Some(row * self.columns + column)
    }

    /// The geometry, for a game whose pieces stand in squares.
    pub fn board(self) -> Board {
        let space = |square| {
            let (c, r) = self.place(square);
            Space {
                id: self.name(square),
                c,
                r,
                shade: if self.is_chequered { (c + r) % 2 } else { 0 },
                tap: None,
                label: None,
            }
        };
        let rows = usize::from(self.rows);
        Board {
            kind: BoardKind::Cells,
            cols: self.columns,
            rows: self.rows,
            spaces: self.squares().map(space).collect(),
            lines: Vec::new(),
            dots: Vec::new(),
            coords: Coords {
                files: self.files(),
                ranks: match self.counts_down {
                    true => &RANKS_DOWN[..rows],
                    false => &RANKS_UP[RANKS_UP.len() - rows..],
                },
            },
            rotates: self.rotates,
        }
    }

    /// The pieces on the board; `piece` tells whose stands on a square, and of which kind.
    pub fn pieces(self, piece: impl Fn(u8) -> Option<(usize, &'static str)>) -> Vec<PlacedPiece> {
        let placed = |square| {
            let (side, kind) = piece(square)?;
            let at = self.name(square);
            Some(PlacedPiece { at, side, kind })
        };
        self.squares().filter_map(placed).collect()
    }

    /// The position as rows from the top between slashes, one sign a square.
    pub fn print(self, sign: impl Fn(u8) -> char) -> String {
        let mut text = String::new();
        for square in self.squares() {
            if square > 0 && square % self.columns == 0 {
                text.push('/');
            }
            text.push(sign(square));
        }
        text
    }

    /// The signs of a position that [`Grid::print`] wrote, square by square; the slashes may be left out.
    ///
    /// # Errors
    /// The number of rows and squares that there must be.
    pub fn read(self, text: &str) -> Result<Vec<char>, String> {
        let (columns, rows) = (usize::from(self.columns), usize::from(self.rows));
        let parts: Vec<&str> = text.split('/').collect();
        let has_shape = match parts[..] {
            [all] => all.chars().count() == columns * rows,
            _ => parts.len() == rows && parts.iter().all(|row| row.chars().count() == columns),
        };
        match has_shape {
            true => Ok(parts.concat().chars().collect()),
            false => Err(format!(
                "{} is not a board: write {rows} rows of {columns} squares with slashes between them",
                crate::text::quoted(text)
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Grid = Grid::new(3, 2);

    #[test]
    fn squares_have_the_names_that_people_read() {
        let names = |grid: Grid| {
            grid.squares()
                .map(|s| grid.name(s))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(names(SMALL), "a2 b2 c2 a1 b1 c1");
        assert_eq!(names(SMALL.counting_down()), "a1 b1 c1 a2 b2 c2");
        for grid in [SMALL, SMALL.counting_down(), Grid::new(9, 9)] {
            for square in grid.squares() {
                assert_eq!(grid.find(&grid.name(square)), Some(square));
            }
        }
        assert!(SMALL.names(0b100010).eq(["b2", "c1"]));
        for stranger in ["", "a", "d1", "a3", "a0", "A1", "a11", "ä1"] {
            assert_eq!(SMALL.find(stranger), None, "{stranger}");
        }
    }

    #[test]
    fn a_board_of_go_has_no_column_i() {
        let grid = Grid::new(9, 9).skipping_i();
        let corners = [(0, "a9"), (7, "h9"), (8, "j9"), (80, "j1")];
        assert!(
            corners
                .iter()
                .all(|(square, name)| grid.name(*square) == *name)
        );
        assert!(grid.squares().all(|s| grid.find(&grid.name(s)) == Some(s)));
        assert_eq!((grid.find("i5"), grid.find("k5")), (None, None));
        assert_eq!(grid.board().coords.files, "abcdefghj");
    }

    /// Counted on paper: n x n has 2 n (n - k + 1) lines of k across and down, and 2 (n - k + 1)² diagonal ones.
    #[test]
    fn lines_are_as_many_as_fit() {
        assert_eq!(Grid::new(3, 3).lines(3).len(), 8);
        assert_eq!(Grid::new(9, 9).lines(5).len(), 2 * 9 * 5 + 2 * 5 * 5);
        assert_eq!(
            Grid::new(7, 6).lines(4).len(),
            69,
            "as the books on Connect Four have it"
        );
        assert!(Grid::new(3, 2).lines(3).contains(&0b111000));
        for line in Grid::new(9, 9).lines(5) {
            assert_eq!(line.count_ones(), 5);
        }
    }

    #[test]
    fn steps_end_at_the_edge() {
        assert_eq!(SMALL.step(0, 1, 1), Some(4));
        assert_eq!(SMALL.step(4, -1, -1), Some(0));
        for (columns, rows) in [(-1, 0), (0, -1), (3, 0), (0, 2), (i8::MAX, 0), (i8::MIN, 0)] {
            assert_eq!(SMALL.step(0, columns, rows), None);
        }
    }

    #[test]
    fn a_position_reads_back() {
        let text = SMALL.print(|square| char::from(b'p' + square));
        assert_eq!(text, "pqr/stu");
        let signs: String = SMALL.read(&text).unwrap().into_iter().collect();
        assert_eq!(signs, "pqrstu");
        assert!(SMALL.read("pqrstu").is_ok());
        for wrong in ["", "pqr", "pq/rstu", "pqr/stu/", "pqrstuv"] {
            assert!(SMALL.read(wrong).is_err(), "{wrong}");
        }
    }
}
