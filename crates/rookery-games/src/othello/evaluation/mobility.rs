//! The simple evaluation: mobility and corners. It needs no data; the learned evaluation is measured against it.

use crate::othello::bits;
use rookery_engine::Score;

/// A move more than the other side, centidiscs.
const MOVE_CP: Score = 80;
/// An empty square beside a disc of the other side.
const POTENTIAL_CP: Score = 30;
/// A disc in a corner, centidiscs.
const CORNER_CP: Score = 900;
/// A disc diagonally beside a free corner.
const X_SQUARE_CP: Score = 500;
/// A disc beside a free corner on the edge.
const C_SQUARE_CP: Score = 150;

/// The squares diagonally beside the corners of `free`.
fn x_squares(free: u64) -> u64 {
    (free & 1) << 9 | (free & 1 << 7) << 7 | (free & 1 << 56) >> 7 | (free & 1 << 63) >> 9
}

/// The squares of the edge beside the corners of `free`.
fn c_squares(free: u64) -> u64 {
    let left = free & (1 | 1 << 56);
    let right = free & (1 << 7 | 1 << 63);
    let top = free & (1 | 1 << 7);
    let bottom = free & (1 << 56 | 1 << 63);
    left << 1 | right >> 1 | top << 8 | bottom >> 8
}

/// The value for the side of `own` by mobility and corners, centidiscs.
pub fn evaluate(own: u64, other: u64) -> Score {
    let free = bits::CORNERS & !(own | other);
    let (x_squares, c_squares) = (x_squares(free), c_squares(free));
    let count = |set: u64| set.count_ones() as Score;
    let of = |own: u64, other: u64| {
        MOVE_CP * count(bits::mobility(own, other))
            + POTENTIAL_CP * count(bits::potential_mobility(own, other))
            + CORNER_CP * count(own & bits::CORNERS)
            - X_SQUARE_CP * count(own & x_squares)
            - C_SQUARE_CP * count(own & c_squares)
    };
    of(own, other) - of(other, own)
}
