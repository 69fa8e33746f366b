//! A chess move in 32 bits.

use std::fmt;

use crate::chess::board::role::Role;
use rookery_engine::GameMove;

/// A move with all its effects: from (6 bits), to (6 bits), its kind (4 bits), the piece that moves (3 bits), its
/// side (1 bit), and the piece that it takes (3 bits). Castling is written as the king going to where its rook stands, so that it is
/// unambiguous from any first position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChessMove(u32);

const CASTLING: u32 = 1;
const EN_PASSANT: u32 = 2;
/// Added to the role that the pawn becomes.
const PROMOTION: u32 = 4;

impl ChessMove {
    #[inline]
    const fn special(side: usize, role: Role, from: u8, to: u8, special: u32) -> Self {
        ChessMove(
            from as u32
                | (to as u32) << 6
                | special << 12
                | (role as u32) << 16
                | (side as u32) << 19,
        )
    }

    /// A piece of `side` goes from one square to another.
    #[inline]
    pub const fn new(side: usize, role: Role, from: u8, to: u8) -> Self {
        Self::special(side, role, from, to, 0)
    }

    /// The same move where it takes a piece.
    #[inline]
    pub const fn taking(self, role: Role) -> Self {
        ChessMove(self.0 | (role as u32 + 1) << 20)
    }

    /// The king castles with the rook on `rook`.
    pub const fn castling(side: usize, king: u8, rook: u8) -> Self {
        Self::special(side, Role::King, king, rook, CASTLING)
    }

    /// A pawn takes another en passant.
    pub const fn en_passant(side: usize, from: u8, to: u8) -> Self {
        Self::special(side, Role::Pawn, from, to, EN_PASSANT).taking(Role::Pawn)
    }

    /// A pawn becomes another piece.
    #[inline]
    pub const fn promotion(side: usize, from: u8, to: u8, role: Role) -> Self {
        Self::special(side, Role::Pawn, from, to, PROMOTION + role as u32)
    }

    /// The side that moves.
    #[inline]
    pub const fn side(self) -> usize {
        (self.0 >> 19 & 1) as usize
    }

    /// The piece that is taken.
    #[inline]
    pub const fn captured(self) -> Option<Role> {
        const BY_BITS: [Option<Role>; 8] = [
            None,
            Some(Role::Pawn),
            Some(Role::Knight),
            Some(Role::Bishop),
            Some(Role::Rook),
            Some(Role::Queen),
            None,
            None,
        ];
        BY_BITS[(self.0 >> 20 & 7) as usize]
    }

    /// Whether a piece is taken.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 >> 20 & 7 != 0
    }

    /// The square that the piece leaves.
    #[inline]
    pub const fn from(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The square that it goes to; for castling, that of the rook.
    #[inline]
    pub const fn to(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// The piece that moves; a pawn where it becomes another.
    #[inline]
    pub const fn role(self) -> Role {
        // Eight entries for three bits: no move has the last two.
        const BY_BITS: [Role; 8] = [
            Role::Pawn,
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
            Role::King,
            Role::King,
        ];
        BY_BITS[(self.0 >> 16 & 7) as usize]
    }

    /// Whether the king castles.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0 >> 12 & 15 == CASTLING
    }

    /// Whether a pawn takes en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 >> 12 & 15 == EN_PASSANT
    }

    /// The role that a pawn takes on.
    #[inline]
    pub const fn promoted(self) -> Option<Role> {
        match self.0 >> 12 & 15 {
            5 => Some(Role::Knight),
            6 => Some(Role::Bishop),
            7 => Some(Role::Rook),
            8 => Some(Role::Queen),
            _ => None,
        }
    }
}

impl GameMove for ChessMove {
    /// A pawn from a1 to a1.
    const NULL: Self = ChessMove(0);

    fn to_bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Self {
        ChessMove(bits)
    }
}

impl fmt::Debug for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square: u8| format!("{}{}", (b'a' + square % 8) as char, square / 8 + 1);
        write!(f, "{}{}", name(self.from()), name(self.to()))?;
        match self.promoted() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}
