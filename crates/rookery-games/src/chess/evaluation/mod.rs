//! The evaluation of chess: a sum of terms, each with a weight for the middlegame and one for the endgame, interpolated by
//! the pieces left on the board. The terms are reported to a [`tracer`](tuning::tracer): the search's adds up weights, the
//! tuner's records the terms, so that the learned terms are those that are played.

mod king;
mod mop_up;
mod pair;
mod pawns;
mod pieces;
mod scale;
mod squares;
mod state;
#[cfg(test)]
mod tests;
mod threats;
mod tuning;
mod whole;

pub use mop_up::mop_up;
pub use pair::Pair;
pub use state::State;
pub use tuning::features::{Features, Notes};
pub use tuning::terms::COUNT;
pub use tuning::weights::TermWeights;
pub use whole::{evaluate, faded};
