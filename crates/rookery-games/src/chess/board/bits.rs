//! Bitboards: sets of squares as 64 bits; bit 0 is a1, bit 7 is h1, bit 63 is h8.

/// The squares of the a-file.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of the h-file.
pub const FILE_H: u64 = FILE_A << 7;
/// The squares of the first rank.
pub const RANK_1: u64 = 0xff;

/// The dark squares.
pub const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The set of one square.
#[inline]
pub const fn bit(square: u8) -> u64 {
    1 << square
}

/// The file of a square, 0 = a.
#[inline]
pub const fn file(square: u8) -> u8 {
    square & 7
}

/// The rank of a square, 0 = first.
#[inline]
pub const fn rank(square: u8) -> u8 {
    square >> 3
}

/// The squares of a file, 0 = a.
#[inline]
pub const fn file_set(file: u8) -> u64 {
    FILE_A << file
}

/// The squares of a rank, 0 = first.
#[inline]
pub const fn rank_set(rank: u8) -> u64 {
    RANK_1 << (8 * rank)
}

/// The rank as `side` counts it from its own side of the board, 0 to 7.
#[inline]
pub const fn own_rank(square: u8, side: usize) -> u8 {
    rank(square) ^ (7 * side as u8)
}

/// The lowest square of a set that is not empty.
#[inline]
pub const fn first(set: u64) -> u8 {
    set.trailing_zeros() as u8
}

/// The squares of a set, a1 first.
#[inline]
pub fn squares(set: u64) -> Squares {
    Squares(set)
}

/// An iterator over the squares of a set.
#[derive(Clone, Copy, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        (self.0 != 0).then(|| {
            let square = first(self.0);
            self.0 &= self.0 - 1;
            square
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

/// All squares one rank on for `side` (0 moves up the board).
#[inline]
pub const fn forward(set: u64, side: usize) -> u64 {
    if side == 0 { set << 8 } else { set >> 8 }
}

/// The squares that pawns of `side` on `set` attack towards the a-file.
#[inline]
pub const fn pawn_west(set: u64, side: usize) -> u64 {
    let set = set & !FILE_A;
    if side == 0 { set << 7 } else { set >> 9 }
}

/// The squares that pawns of `side` on `set` attack towards the h-file.
#[inline]
pub const fn pawn_east(set: u64, side: usize) -> u64 {
    let set = set & !FILE_H;
    if side == 0 { set << 9 } else { set >> 7 }
}
