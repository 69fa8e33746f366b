//! A position, what a search thought of it, and how the game ended.

use crate::chess::board::bits::squares;
use crate::chess::board::role::Role;
use crate::chess::rules::position::{Chess, Setting};
use rookery_engine::Position;

/// What is learned from.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// The position, as far as its evaluation goes: without castling, en passant and counts of plies.
    pub position: Chess,
    /// The value that a search gave it, centipawns, as White sees it.
    pub score_cp: i16,
    /// Half points of White at the end.
    pub halves: u8,
}

impl Lesson {
    /// As bytes.
    pub const SIZE: usize = 28;

    /// A lesson of a position.
    pub fn new(position: &Chess, score_cp: i16, halves: u8) -> Self {
        let setting = Setting {
            castling: 0,
            en_passant: None,
            quiet_plies: 0,
            ply: 0,
            ..position.setting()
        };
        Lesson {
            position: Chess::from_setting(&setting),
            score_cp,
            halves,
        }
    }

    /// What the search thought, centipawns, and how the game ended, half points, both as White sees it.
    pub fn end(&self) -> (i16, u8) {
        (self.score_cp, self.halves)
    }

    /// Writes it: the set of pieces; half a byte for each piece in the order of squares (role, and 8 for Black); the score; half points
    /// and, as their fourth bit, the side to move.
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&self.position.occupied().to_le_bytes());
        for (i, square) in squares(self.position.occupied()).enumerate() {
            let role = self.position.role_at(square).map_or(0, |role| role as u8);
            let is_black = (self.position.of(1) >> square & 1) as u8;
            bytes[8 + i / 2] |= (role | is_black << 3) << (4 * (i % 2));
        }
        bytes[24..26].copy_from_slice(&self.score_cp.to_le_bytes());
        bytes[26] = self.halves | (self.position.side() as u8) << 3;
        bytes
    }

    /// The inverse of [`Lesson::to_bytes`]; the bytes are as many as that writes. `None` where they are no position.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let pieces = u64::from_le_bytes(bytes.get(..8)?.try_into().ok()?);
        if pieces.count_ones() > 32 {
            return None;
        }
        let mut setting = Setting::default();
        for (i, square) in squares(pieces).enumerate() {
            let code = bytes.get(8 + i / 2)? >> (4 * (i % 2)) & 15;
            *setting.roles.get_mut(usize::from(code & 7))? |= 1 << square;
            setting.sides[usize::from(code >> 3)] |= 1 << square;
        }
        let kings = setting.roles[Role::King as usize];
        if setting
            .sides
            .iter()
            .any(|side| (side & kings).count_ones() != 1)
        {
            return None;
        }
        setting.side = usize::from(bytes.get(26)? >> 3 & 1);
        Some(Lesson {
            position: Chess::from_setting(&setting),
            score_cp: i16::from_le_bytes(bytes.get(24..26)?.try_into().ok()?),
            halves: bytes.get(26)? & 7,
        })
    }
}
