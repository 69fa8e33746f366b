//! Weights of sparse inputs, and their file.
//!
//! The file: [`SparseInputs::MAGIC`]; for each input two numbers of two bytes, its weights for the opening and for the ending in
//! sixteenths of a centipawn, signed, the lowest byte first; where there is a hidden layer ([`SparseInputs::HIDDEN`]) such numbers for each
//! input and unit in 256ths of its full output, the units' sums without inputs, and the worth of their full outputs in sixteenths of a
//! centipawn; at the end eight bytes of checksum (CRC-64/XZ) of all before.

use std::marker::PhantomData;

use crate::learning::sparse::hidden_layer::{HIDDEN_UNITS, HiddenLayer};
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
    hidden: Option<HiddenLayer>,
    of: PhantomData<fn() -> I>,
}

impl<I> std::fmt::Debug for SparseWeights<I> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} weights", self.pairs.len())
    }
}

impl<I> PartialEq for SparseWeights<I> {
    fn eq(&self, other: &Self) -> bool {
        self.pairs == other.pairs && self.hidden == other.hidden
    }
}

impl<I: SparseInputs> SparseWeights<I> {
    /// Zero weights: the evaluation is [`SparseInputs::base`].
    pub fn zero() -> Self {
        SparseWeights::from_numbers(&vec![0; Self::NUMBERS])
    }

    /// The numbers of a file.
    pub(super) const NUMBERS: usize = match I::HIDDEN {
        false => 2 * I::COUNT,
        true => (2 + HIDDEN_UNITS) * I::COUNT + 2 * HIDDEN_UNITS,
    };

    /// The weights of a file's numbers, in their order there.
    pub(super) fn from_numbers(numbers: &[i16]) -> Self {
        let (pairs, rest) = numbers.split_at(2 * I::COUNT);
        let mut sums = rest.as_chunks().0.iter().copied();
        let rows: Box<[_]> = sums.by_ref().take(I::COUNT).collect();
        let ends = sums.next().zip(sums.next());
        SparseWeights {
            pairs: pairs.as_chunks().0.into(),
            hidden: ends.map(|(first, worth)| HiddenLayer { rows, first, worth }),
            of: PhantomData,
        }
    }

    /// The inverse of [`SparseWeights::from_numbers`].
    fn numbers(&self) -> impl Iterator<Item = i16> {
        let hidden = self.hidden.iter().flat_map(|hidden| {
            let ends = [hidden.first, hidden.worth];
            hidden.rows.iter().copied().chain(ends).flatten()
        });
        self.pairs.as_flattened().iter().copied().chain(hidden)
    }

    /// The value for the side to move, centipawns.
    #[inline]
    pub fn evaluate(&self, position: &I::Position) -> Score {
        let mut sums = [0; 2];
        let mut add = |input: usize| {
            let [opening, ending] = self.pairs[input];
            sums[0] += Score::from(opening);
            sums[1] += Score::from(ending);
        };
        let hidden = match &self.hidden {
            None => {
                I::visit(position, add);
                0
            }
            Some(hidden) => {
                let mut units = hidden.first;
                I::visit(position, |input| {
                    add(input);
                    hidden.add(&mut units, input);
                });
                hidden.value(&units)
            }
        };
        let phase = I::phase(position).clamp(0, PHASE_MAX);
        let blended = sums[0] * phase + sums[1] * (PHASE_MAX - phase) + hidden * PHASE_MAX;
        (I::base(position) + blended / BLENDED_STEPS_A_CP).clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// Writes the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = I::MAGIC.to_vec();
        bytes.extend(self.numbers().flat_map(i16::to_le_bytes));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The fault of the file, in words: another game or version, another length, a wrong checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let size = I::MAGIC.len() + 2 * Self::NUMBERS + 8;
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
        let numbers = head[I::MAGIC.len()..].as_chunks().0.iter();
        let numbers: Vec<_> = numbers.map(|&bytes| i16::from_le_bytes(bytes)).collect();
        Ok(SparseWeights::from_numbers(&numbers))
    }
}
