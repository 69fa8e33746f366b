//! Places of a board that may be turned, in units of a hundredth of a cell.

use rookery_games::api::view::Board;

/// Hundredths of a cell.
pub type Units = u32;

/// The side of a cell.
pub const CELL: Units = 100;

/// Coordinates on a board that may be turned.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    cols: u8,
    rows: u8,
    is_turned: bool,
}

impl Frame {
    /// The frame of a board, turned by 180 degrees or not.
    pub fn new(board: &Board, is_turned: bool) -> Self {
        Frame {
            cols: board.cols,
            rows: board.rows,
            is_turned,
        }
    }

    /// Column and row, from 0, of a place as seen.
    pub fn seen(self, c: u8, r: u8) -> (u8, u8) {
        if self.is_turned {
            (
                (self.cols - 1).saturating_sub(c),
                (self.rows - 1).saturating_sub(r),
            )
        } else {
            (c, r)
        }
    }

    /// The lines between columns and rows, from 0 at the upper left, as seen.
    pub fn seen_line(self, c: u8, r: u8) -> (u8, u8) {
        if self.is_turned {
            (self.cols.saturating_sub(c), self.rows.saturating_sub(r))
        } else {
            (c, r)
        }
    }

    /// The upper left corner of a place.
    pub fn corner(self, c: u8, r: u8) -> (Units, Units) {
        let (c, r) = self.seen(c, r);
        (Units::from(c) * CELL, Units::from(r) * CELL)
    }

    /// The middle of a place.
    pub fn centre(self, c: u8, r: u8) -> (Units, Units) {
        let (x, y) = self.corner(c, r);
        (x + CELL / 2, y + CELL / 2)
    }
}
