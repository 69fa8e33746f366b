//! The symmetries of a square board: its turns and reflections.
//!
//! Bits 0 and 1 of a symmetry mirror the columns and the rows, bit 2 swaps them afterwards.

/// The number of symmetries, the identity included.
pub const COUNT: usize = 8;

/// The image of a square by symmetry `s` on a board of `width` columns and rows, whose squares are numbered row by row.
pub const fn image(width: u8, square: u8, s: usize) -> u8 {
    let (column, row) = image_of(width, (square % width, square / width), s);
    width * row + column
}

/// The same of a square by its column and row.
pub const fn image_of(width: u8, (mut column, mut row): (u8, u8), s: usize) -> (u8, u8) {
    if s & 1 != 0 {
        column = width - 1 - column;
    }
    if s & 2 != 0 {
        row = width - 1 - row;
    }
    if s & 4 != 0 {
        (row, column) = (column, row);
    }
    (column, row)
}

/// The symmetry that undoes another. After the swap the mirror of the columns is that of the rows.
pub const fn inverse(s: usize) -> usize {
    match s {
        5 => 6,
        6 => 5,
        own => own,
    }
}
