//! Sets of squares in front of and beside pawns.

use crate::chess::board::bits::{FILE_A, FILE_H, file, file_set, rank};

/// The squares of a set and those beside them.
#[inline]
pub const fn widened(set: u64) -> u64 {
    set | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// The files beside a file.
#[inline]
pub const fn beside(square: u8) -> u64 {
    let own = file_set(file(square));
    widened(own) & !own
}

/// All squares on the ranks in front of a square.
#[inline]
const fn ranks_ahead(square: u8, side: usize) -> u64 {
    if side == 0 {
        // In two steps: the last rank would be shifted by all 64.
        (u64::MAX << (8 * rank(square))) << 8
    } else {
        !(u64::MAX << (8 * rank(square)))
    }
}

/// The squares in front of a square on its file.
#[inline]
pub const fn ahead(square: u8, side: usize) -> u64 {
    ranks_ahead(square, side) & file_set(file(square))
}

/// The squares in front of a square on its file and those beside it.
#[inline]
pub const fn wide_ahead(square: u8, side: usize) -> u64 {
    ranks_ahead(square, side) & widened(file_set(file(square)))
}

/// All squares in front of a set, on the same files.
#[inline]
pub const fn all_ahead(set: u64, side: usize) -> u64 {
    if side == 0 {
        let set = set << 8;
        let set = set | set << 8;
        let set = set | set << 16;
        set | set << 32
    } else {
        let set = set >> 8;
        let set = set | set >> 8;
        let set = set | set >> 16;
        set | set >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::bits::{bit, rank_set};

    #[test]
    fn spans_are_known_by_hand() {
        assert_eq!(ahead(0, 0), FILE_A & !1);
        assert_eq!(ahead(56, 0), 0);
        assert_eq!(ahead(63, 1), FILE_H & !bit(63));
        assert_eq!(ahead(7, 1), 0);
        assert_eq!(wide_ahead(49, 0), bit(56) | bit(57) | bit(58));
        assert_eq!(wide_ahead(8, 1), bit(0) | bit(1));
        assert_eq!(beside(0), FILE_A << 1);
        assert_eq!(widened(bit(7) | bit(8)), bit(6) | bit(7) | bit(8) | bit(9));
        assert_eq!(all_ahead(rank_set(0), 0), !rank_set(0));
        assert_eq!(all_ahead(bit(58) | bit(18), 1), ahead(58, 1));
    }
}
