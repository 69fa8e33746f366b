//! Conditions of castling, from the usual array and from those of Chess960.

use crate::chess::Chess;
use crate::chess::board::attacks;
use crate::chess::board::bits::bit;

/// The squares that matter when a king castles with one of its rooks (FIDE Laws 3.8.2 and, for Chess960, Guidelines II): apart
/// from the two, no piece may stand between them or on the squares that they cross or reach, and no square that the king stands
/// on, crosses or reaches may be attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// The pieces that stand in the way.
    pub blocked: u64,
    /// The squares that the king crosses, and the one that it reaches.
    pub king_path: u64,
    /// The occupied squares with which to test for attacks on the path: without the king, and with the rook on its target square,
    /// because a rook that leaves its square may uncover an attack along the rank (Chess960).
    pub occupied: u64,
}

impl Castling {
    /// Castling of the king and the rook on these squares, on a board with the pieces `occupied`.
    #[inline]
    pub fn new(occupied: u64, king: u8, rook: u8) -> Self {
        let (king_to, rook_to) = Chess::castled(king, rook);
        let others = occupied & !bit(king) & !bit(rook);
        let king_path = attacks::between(king, king_to) | bit(king_to);
        let rook_path = attacks::between(rook, rook_to) | bit(rook_to);
        Castling {
            blocked: others & (king_path | rook_path | attacks::between(king, rook)),
            king_path,
            occupied: others | bit(rook_to),
        }
    }
}
