//! Training sample of sparse inputs: a position, the value that a search gave it, and the result of its game.

use crate::learning::sparse::inputs::SparseInputs;
use crate::learning::training_sample::TrainingSample;

/// A position of a training game.
pub struct SparseSample<I: SparseInputs> {
    /// The position, as far as its inputs go.
    pub position: I::Position,
    /// The value that a search gave it, centipawns for the side to move.
    pub score_cp: i16,
    /// Half points of the side to move at the end.
    pub halves: u8,
}

/// The record: the packed position, the score, the half points.
impl<I: SparseInputs> TrainingSample for SparseSample<I> {
    const SIZE: usize = I::PACKED + 3;

    fn pack(&self, record: &mut [u8]) {
        let (position, rest) = record.split_at_mut(I::PACKED);
        I::pack(&self.position, position);
        rest[..2].copy_from_slice(&self.score_cp.to_le_bytes());
        rest[2] = self.halves;
    }

    fn unpack(record: &[u8]) -> Option<Self> {
        let (position, rest) = record.split_at_checked(I::PACKED)?;
        let &[low, high, halves] = rest else {
            return None;
        };
        (halves <= 2).then_some(())?;
        Some(SparseSample {
            position: I::unpack(position)?,
            score_cp: i16::from_le_bytes([low, high]),
            halves,
        })
    }
}
