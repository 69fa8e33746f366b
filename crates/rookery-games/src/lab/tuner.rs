//! The object-safe interface for tuning a game's evaluation by self-play.

use rookery_engine::Control;

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

/// Lessons come in blocks of this size, one of [`APART`] of which is kept apart to measure the error on. Neighbours are mostly of
/// the same game, and would tell each other's results.
const BLOCK: usize = 4_096;
/// See [`BLOCK`].
const APART: usize = 16;

/// The numbers of the lessons that are kept apart, and of those to learn from. Where lessons are few the blocks are smaller: of two
/// lessons already, one is learned.
pub(crate) fn kept_apart(lessons: usize) -> (Vec<u32>, Vec<u32>) {
    let block = BLOCK.min(lessons.div_ceil(APART)).max(1);
    let is_apart = |index: &u32| (*index as usize / block).is_multiple_of(APART);
    (0..lessons as u32).partition(is_apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_few_the_lessons_most_are_learned() {
        for (lessons, apart) in [(2, 1), (16, 1), (4_096, 256), (65_536, 4_096)] {
            let (kept, learned) = kept_apart(lessons);
            assert_eq!((kept.len(), learned.len()), (apart, lessons - apart));
        }
        assert_eq!(kept_apart(0), (vec![], vec![]));
    }
}
