//! Inputs of the network: for each side every piece by its side, role and square, with the own side below and the board
//! turned so that the own king is on the files a to d.

use crate::chess::board::bits::{file, squares};
use crate::chess::{Chess, Role};

/// Own and other pieces, six roles, 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// One side's view of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    side: usize,
    /// The bits that are flipped in the number of a square.
    flip: u8,
}

impl Perspective {
    /// The perspective of `side`, whose king stands on `king`.
    #[inline]
    pub fn new(side: usize, king: u8) -> Self {
        let turned = if file(king) >= 4 { 7 } else { 0 };
        Perspective {
            side,
            flip: (56 * side as u8) ^ turned,
        }
    }

    /// The perspective of `side` in a position.
    #[inline]
    pub fn of(position: &Chess, side: usize) -> Self {
        Perspective::new(side, position.king(side))
    }
}

/// The number of a piece's input in a view.
#[inline]
pub fn input(view: Perspective, side: usize, role: Role, square: u8) -> usize {
    let is_other = usize::from(side != view.side);
    (is_other * 6 + role as usize) * 64 + usize::from((square ^ view.flip) & 63)
}

/// Calls `with` for the input of every piece on the board.
pub fn for_all(position: &Chess, view: Perspective, mut with: impl FnMut(usize)) {
    for side in 0..2 {
        for role in Role::ALL {
            for square in squares(position.pieces_of(side, role)) {
                with(input(view, side, role, square));
            }
        }
    }
}
