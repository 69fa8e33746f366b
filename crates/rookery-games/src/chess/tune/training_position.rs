//! Training position: with the value that a search gave it, and how the game ended.

use crate::chess::board::bits::squares;
use crate::chess::board::role::Role;
use crate::chess::rules::position::{Chess, Setting};
use rookery_engine::Position;
use rookery_engine::learning::TrainingSample;

/// A position of a training game.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingPosition {
    /// The position, as far as its evaluation goes: without castling, en passant and counts of plies.
    pub position: Chess,
    /// The value that a search gave it, centipawns, as White sees it.
    pub score_cp: i16,
    /// Half points of White at the end.
    pub halves: u8,
}

impl TrainingPosition {
    /// The position without the parts that its evaluation ignores.
    pub fn new(position: &Chess, score_cp: i16, halves: u8) -> Self {
        let setting = Setting {
            castling: 0,
            en_passant: None,
            quiet_plies: 0,
            ply: 0,
            ..position.setting()
        };
        TrainingPosition {
            position: Chess::from_setting(&setting),
            score_cp,
            halves,
        }
    }
}

/// The record: the set of pieces; half a byte for each piece in the order of squares (role, and 8 for Black); the score; half points
/// and, as their fourth bit, the side to move.
impl TrainingSample for TrainingPosition {
    const SIZE: usize = 28;

    fn pack(&self, record: &mut [u8]) {
        record[..8].copy_from_slice(&self.position.occupied().to_le_bytes());
        for (i, square) in squares(self.position.occupied()).enumerate() {
            let role = self.position.role_at(square).map_or(0, |role| role as u8);
            let is_black = (self.position.of(1) >> square & 1) as u8;
            record[8 + i / 2] |= (role | is_black << 3) << (4 * (i % 2));
        }
        record[24..26].copy_from_slice(&self.score_cp.to_le_bytes());
        record[26] = self.halves | (self.position.side() as u8) << 3;
    }

    fn unpack(record: &[u8]) -> Option<Self> {
        let pieces = u64::from_le_bytes(record.get(..8)?.try_into().ok()?);
        if pieces.count_ones() > 32 {
            return None;
        }
        let mut setting = Setting::default();
        for (i, square) in squares(pieces).enumerate() {
            let code = record.get(8 + i / 2)? >> (4 * (i % 2)) & 15;
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
        setting.side = usize::from(record.get(26)? >> 3 & 1);
        Some(TrainingPosition {
            position: Chess::from_setting(&setting),
            score_cp: i16::from_le_bytes(record.get(24..26)?.try_into().ok()?),
            halves: record.get(26)? & 7,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::fen;
    use crate::chess::tests::perft::random_games;
    use rookery_engine::learning::pack;

    #[test]
    fn training_positions_are_read_back() {
        random_games(5, |_, _, position| {
            let sample = TrainingPosition::new(position, -1_234, 2);
            let record = pack(std::slice::from_ref(&sample));
            assert_eq!(TrainingPosition::unpack(&record), Some(sample));
        });
        for byte in [0, 255] {
            let record = [byte; TrainingPosition::SIZE];
            assert_eq!(TrainingPosition::unpack(&record), None);
        }
    }

    /// The first position, written from the description of the record alone: files on disk must stay readable.
    #[test]
    fn the_record_is_as_described() {
        let sample = TrainingPosition::new(&fen::parse(fen::START).unwrap(), -2, 1);
        let mut record = vec![255, 255, 0, 0, 0, 0, 255, 255];
        // Rook, knight, bishop and so on along a rank, two squares a byte, the lower half first.
        record.extend([0x13, 0x42, 0x25, 0x31, 0, 0, 0, 0]);
        record.extend([0x88, 0x88, 0x88, 0x88, 0x9b, 0xca, 0xad, 0xb9]);
        record.extend([254, 255, 1, 0]);
        assert_eq!(pack(&[sample]), record);
    }
}
