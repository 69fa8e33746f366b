//! Evaluation of sparse inputs: the learned one, or the hand-written one to which its weights are added.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::Score;
use crate::learning::sparse::inputs::SparseInputs;
use crate::learning::sparse::weights::SparseWeights;

/// Weights that are part of the program. They are read when they are first asked for.
pub struct BuiltInWeights<I> {
    file: &'static [u8],
    weights: OnceLock<Arc<SparseWeights<I>>>,
}

impl<I: SparseInputs> BuiltInWeights<I> {
    /// The weights of this file ([`SparseWeights::to_bytes`]).
    pub const fn new(file: &'static [u8]) -> Self {
        BuiltInWeights {
            file,
            weights: OnceLock::new(),
        }
    }

    /// The same ones each time, which all their users share.
    ///
    /// # Panics
    /// The file is no file of weights of this game: a fault of the build, which a test of the game finds.
    pub fn get(&self) -> Arc<SparseWeights<I>> {
        let weights = self.weights.get_or_init(|| {
            let weights = SparseWeights::from_bytes(self.file);
            Arc::new(weights.expect("a test reads the weights of the build"))
        });
        Arc::clone(weights)
    }
}

/// Inputs whose weights are part of the program.
pub trait LearnedInputs: SparseInputs {
    /// Those of this build of the program.
    fn built_in() -> &'static BuiltInWeights<Self>
    where
        Self: Sized;
}

pub(super) const LEARNED: &str = "learned";
const COUNTS: &str = "counts";
/// The names of the evaluations of a game with [`LearnedInputs`], the usual one first.
pub const SPARSE_EVALUATIONS: &[&str] = &[LEARNED, COUNTS];

/// The evaluations to choose from, in a game with [`LearnedInputs`].
pub enum SparseEvaluation<I> {
    /// The evaluation by hand with learned weights on top.
    Learned(Arc<SparseWeights<I>>),
    /// The evaluation by hand: counts.
    Counts,
}

impl<I: LearnedInputs> SparseEvaluation<I> {
    /// The evaluation of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            LEARNED => Some(SparseEvaluation::default()),
            COUNTS => Some(SparseEvaluation::Counts),
            _ => None,
        }
    }
}

impl<I: SparseInputs> SparseEvaluation<I> {
    /// The value for the side to move, centipawns.
    #[inline]
    pub fn evaluate(&self, position: &I::Position) -> Score {
        match self {
            SparseEvaluation::Learned(weights) => weights.evaluate(position),
            SparseEvaluation::Counts => I::base(position),
        }
    }
}

impl<I: LearnedInputs> Default for SparseEvaluation<I> {
    fn default() -> Self {
        SparseEvaluation::Learned(I::built_in().get())
    }
}

impl<I> Clone for SparseEvaluation<I> {
    fn clone(&self) -> Self {
        match self {
            SparseEvaluation::Learned(weights) => SparseEvaluation::Learned(Arc::clone(weights)),
            SparseEvaluation::Counts => SparseEvaluation::Counts,
        }
    }
}

impl<I> fmt::Debug for SparseEvaluation<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SparseEvaluation::Learned(weights) => f.debug_tuple("Learned").field(weights).finish(),
            SparseEvaluation::Counts => f.write_str("Counts"),
        }
    }
}
