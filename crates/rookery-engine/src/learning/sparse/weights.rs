//! Weights of sparse inputs, and their file.
//!
//! The file: [`SparseInputs::MAGIC`]; for each input two numbers of two bytes, its weights for the opening and for the ending in
//! sixteenths of a centipawn, signed, the lowest byte first; at the end eight bytes of checksum (CRC-64/XZ) of all before.

use std::marker::PhantomData;

use crate::learning::sparse::inputs::{PHASE_MAX, SparseInputs};
use crate::{EVAL_MAX, Score, checksum};

/// Steps of a weight that make a centipawn.
pub(super) const STEPS_A_CP: f32 = 16.0;
/// Steps of a blended sum that make a centipawn.
const BLENDED_STEPS_A_CP: Score = STEPS_A_CP as Score * PHASE_MAX;

/// The weights of a game's inputs.
pub struct SparseWeights<I> {
    /// For each input the weights for the opening and the ending, sixteenths of a centipawn.
    pairs: Box<[[i16; 2]]>,
    of: PhantomData<fn() -> I>,
}

impl<I> std::fmt::Debug for SparseWeights<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} weights", self.pairs.len())
    }
}

impl<I> PartialEq for SparseWeights<I> {
    fn eq(&self, other: &Self) -> bool {
        self.pairs == other.pairs
    }
}

impl<I: SparseInputs> SparseWeights<I> {
    /// Zero weights: the evaluation is [`SparseInputs::base`].
    pub fn zero() -> Self {
        SparseWeights::from_pairs(vec![[0; 2]; I::COUNT])
    }

    pub(super) fn from_pairs(pairs: Vec<[i16; 2]>) -> Self {
        SparseWeights {
            pairs: pairs.into(),
            of: PhantomData,
        }
    }

    /// The value for the side to move, centipawns.
    #[inline]
    pub fn evaluate(&self, position: &I::Position) -> Score {
        let (mut opening, mut ending) = (0, 0);
        I::visit(position, |input| {
            let [first, last] = self.pairs[input];
            opening += Score::from(first);
            ending += Score::from(last);
        });
        let phase = I::phase(position).clamp(0, PHASE_MAX);
        let sum = opening * phase + ending * (PHASE_MAX - phase);
        (I::base(position) + sum / BLENDED_STEPS_A_CP).clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// Writes the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = I::MAGIC.to_vec();
        for weight in self.pairs.as_flattened() {
            bytes.extend(weight.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The fault of the file, in words: another game or version, another length, a wrong checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let size = I::MAGIC.len() + 4 * I::COUNT + 8;
        if !bytes.starts_with(&I::MAGIC) || bytes.len() != size {
            return Err(format!(
                "these are not weights of this game and version: expected {size} bytes that begin with '{}', found {}",
                String::from_utf8_lossy(&I::MAGIC),
                bytes.len()
            ));
        }
        let (head, sum) = bytes.split_at(size - 8);
        if checksum(head).to_le_bytes() != sum {
            return Err("the checksum of the weights is wrong: the file is damaged".to_owned());
        }
        let pairs = head[I::MAGIC.len()..].chunks_exact(4);
        let pairs = pairs.map(|b| [[b[0], b[1]], [b[2], b[3]]].map(i16::from_le_bytes));
        Ok(SparseWeights::from_pairs(pairs.collect()))
    }
}
