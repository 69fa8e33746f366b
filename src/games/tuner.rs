//! How a game learns its evaluation from its own games; object-safe.

use crate::engine::Control;

/// Plays games to learn from, and learns from them. Nothing is left to any chance but that of the seeds.
pub trait Tuner: Send {
    /// Plays with these weights from now on, as [`Tuner::learn`] has written them.
    ///
    /// # Errors
    /// What is wrong with them.
    fn adopt(&mut self, weights: &[u8]) -> Result<(), String>;

    /// Plays the game of this seed and says what can be learned from it, lesson after lesson; `None` where `control` stopped it.
    fn play(&mut self, seed: u64, control: &Control) -> Option<Vec<u8>>;

    /// The size of a lesson, bytes.
    fn lesson_size(&self) -> usize;

    /// Makes weights of the lessons of many games. `passed` is told after each pass how many are done, how many there will be, and
    /// the root of the mean squared error on lessons that are kept apart; it answers false to end early, and then there are no weights.
    fn learn(
        &self,
        lessons: &[u8],
        passed: &mut dyn FnMut(usize, usize, f64) -> bool,
    ) -> Option<Vec<u8>>;
}
