//! The interface by which a game learns its evaluation from its own games; object-safe.

use crate::Control;
use crate::learning::training_sample::SampleFormat;

/// Callback after each epoch: receives the number of epochs done, their total, and the root mean squared error on the validation samples;
/// returns false to end early.
pub type OnEpoch<'a> = dyn FnMut(usize, usize, f64) -> bool + 'a;

/// Plays games to learn from, and learns from them. Nothing is left to any chance but that of the seeds.
pub trait Tuner: Send {
    /// The weights with which it plays before it has adopted others; none where it plays without any. Games played with different weights
    /// are different games.
    fn first_weights(&self) -> Option<Vec<u8>> {
        None
    }

    /// Plays with these weights from now on, as [`Tuner::learn`] has written them.
    ///
    /// # Errors
    /// The fault of the weights, in words.
    fn adopt(&mut self, weights: &[u8]) -> Result<(), String>;

    /// Plays the game of this seed and returns its training samples, packed one behind the other; `None` where `control` stopped it.
    fn play(&mut self, seed: u64, control: &Control) -> Option<Vec<u8>>;

    /// The format of packed samples.
    fn sample_format(&self) -> SampleFormat;

    /// Makes weights of the samples of many games; none where `on_epoch` ended it.
    fn learn(&self, samples: &[u8], on_epoch: &mut OnEpoch<'_>) -> Option<Vec<u8>>;
}
