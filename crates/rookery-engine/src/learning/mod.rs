//! Learning an evaluation: self-play, files of training samples, and gradient descent.
//!
//! A game says how a training game is played and learned from ([`Tuner`]), how a training sample is packed ([`TrainingSample`]), and
//! how the error of a sample depends on each weight ([`Model`]). The rest is the same for all games: games on any number of threads,
//! which give the same samples ([`play_games`]); the file that they are kept in, which goes on where it was cut off ([`SampleFile`]);
//! mini-batches, the learning rate, the optimiser (Adam) and the error on samples that are kept apart ([`Training`]). A game that
//! declares the inputs of its evaluation gets all of this without further code ([`sparse`]).

mod adam;
mod batches;
mod expected_score;
mod gradient_descent;
mod learning_rate;
mod sample_file;
mod self_play;
pub mod sparse;
#[cfg(test)]
mod tests;
mod training_sample;
mod tuner;

pub use expected_score::{expected_score, fitted_scale_cp, target};
pub use gradient_descent::{Model, Training};
pub use learning_rate::LearningRate;
pub use sample_file::{SampleFile, SampleFileError};
pub use self_play::{play_games, random_move, search_line};
pub use training_sample::{PackedSamples, SampleFormat, TrainingSample, pack};
pub use tuner::{OnEpoch, Tuner};
