//! Learned sum of sparse inputs: the evaluation that any game can have for the list of its inputs.
//!
//! A game declares which inputs count for a position ([`SparseInputs`]): what stands on a square, how a few squares are filled, how many
//! pieces are left. Each input has two weights, for the opening and the ending ([`SparseWeights`]); on request a hidden layer sees besides
//! how inputs go together. They are learned from the engine's
//! own games ([`SparseTuner`]), on top of an evaluation by hand or of nothing. Where they are part of the program, the game offers both
//! evaluations ([`SparseEvaluation`]).

mod evaluation;
mod hidden_layer;
mod inputs;
mod regression;
mod self_play;
mod sparse_sample;
#[cfg(test)]
mod tests;
mod tuner;
mod weights;

pub use evaluation::{BuiltInWeights, LearnedInputs, SPARSE_EVALUATIONS, SparseEvaluation};
pub use hidden_layer::HIDDEN_UNITS;
pub use inputs::{PHASE_MAX, SparseInputs};
pub use self_play::TrainingGames;
pub use tuner::SparseTuner;
pub use weights::SparseWeights;
