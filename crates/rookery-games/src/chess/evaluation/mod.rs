//! The evaluation of chess: a sum of terms, each with a weight for the middlegame and one for the endgame, between which the
//! pieces left on the board decide. The terms are told to a [`tracer`](tuning::tracer): one adds up weights as the search goes on, another notes
//! the terms for the tuner, so that what is learned is what is played.

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
pub use tuning::weights::Weights;
pub use whole::{evaluate, faded};
