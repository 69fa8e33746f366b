//! Weights of the learned evaluation: a file in the build, written by `rookery tune othello`.
//!
//! The file: the eight bytes `rookoth2`; for each of the six stages four numbers of two bytes in centidiscs (the value of having
//! the move with an even and with an odd number of empty squares, of each move more than the other side has, and of each square
//! more where a move may become possible), then a byte for each weight (tenths of a disc); at the end eight bytes of checksum
//! (CRC-64/XZ) of everything before it. Numbers are signed, the lowest byte first.

use std::sync::{Arc, LazyLock};

use crate::othello::evaluation::patterns;
use rookery_engine::{Score, checksum};

/// The beginning of a file of weights.
const MAGIC: &[u8; 8] = b"rookoth2";

/// The number of stages of the game that have weights of their own.
pub const STAGES: usize = 6;

/// The worth of one step of a weight, centidiscs.
pub const STEP_CP: Score = 10;

/// The largest evaluation: a whole board.
const VALUE_MAX_CP: Score = 6_400;

/// The stage of a position with `empty` empty squares: the first 14 plies, four times eight plies, the last 14.
#[inline]
pub fn stage(empty: u32) -> usize {
    let ply = 60_u32.saturating_sub(empty);
    (ply.saturating_sub(6) / 8).min(STAGES as u32 - 1) as usize
}

/// The weights of one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The value of having the move, by whether the number of empty squares is even or odd.
    pub tempo: [i16; 2],
    /// The values of [`patterns::mobilities`].
    pub mobilities: [i16; 2],
    /// A weight for each filling, steps of [`STEP_CP`].
    pub fillings: Vec<i8>,
}

/// The learned evaluation: a table for every stage of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternWeights {
    /// By stage.
    pub stages: Vec<Stage>,
}

impl PatternWeights {
    /// The weights of this build.
    pub fn built_in() -> Arc<PatternWeights> {
        static WEIGHTS: LazyLock<Arc<PatternWeights>> = LazyLock::new(|| {
            let weights = PatternWeights::from_bytes(include_bytes!("../weights.bin"));
            Arc::new(weights.expect("a test reads the weights of the build"))
        });
        Arc::clone(&WEIGHTS)
    }

    /// The value for the side of `own`, centidiscs.
    #[inline]
    pub fn evaluate(&self, own: u64, other: u64) -> Score {
        let empty = (!(own | other)).count_ones();
        let stage = &self.stages[stage(empty)];
        let mut steps = 0;
        patterns::visit(own, other, |filling| {
            steps += Score::from(stage.fillings[filling]);
        });
        let mobilities = patterns::mobilities(own, other);
        let value = steps * STEP_CP
            + Score::from(stage.tempo[empty as usize & 1])
            + Score::from(stage.mobilities[0]) * mobilities[0]
            + Score::from(stage.mobilities[1]) * mobilities[1];
        value.clamp(-VALUE_MAX_CP, VALUE_MAX_CP)
    }

    /// Writes the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let sharing = patterns::sharing();
        let mut bytes = MAGIC.to_vec();
        for stage in &self.stages {
            for number in stage.tempo.iter().chain(&stage.mobilities) {
                bytes.extend(number.to_le_bytes());
            }
            let mut shared = vec![0_i8; sharing.weights];
            for (&weight, &value) in sharing.weight_of.iter().zip(&stage.fillings) {
                shared[weight as usize] = value;
            }
            bytes.extend(shared.into_iter().map(|w| w as u8));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The fault of the file, in words.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let sharing = patterns::sharing();
        let stage_size = 8 + sharing.weights;
        let size = MAGIC.len() + STAGES * stage_size + 8;
        let (head, sum) = bytes.split_at(bytes.len().saturating_sub(8));
        if bytes.len() != size || !head.starts_with(MAGIC) {
            return Err(format!(
                "these are not weights of this version: expected {size} bytes that begin with 'rookoth2'"
            ));
        }
        if checksum(head).to_le_bytes() != sum {
            return Err("the checksum of the weights is wrong: the file is damaged".to_owned());
        }
        let stages = head[MAGIC.len()..].chunks_exact(stage_size);
        let stages = stages.map(|bytes| {
            let (numbers, shared) = bytes.split_at(8);
            let number = |i: usize| i16::from_le_bytes([numbers[2 * i], numbers[2 * i + 1]]);
            let weights = sharing.weight_of.iter();
            Stage {
                tempo: [number(0), number(1)],
                mobilities: [number(2), number(3)],
                fillings: weights.map(|&w| shared[w as usize] as i8).collect(),
            }
        });
        Ok(PatternWeights {
            stages: stages.collect(),
        })
    }
}
