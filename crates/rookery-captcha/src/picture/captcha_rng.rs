//! Random number generator of a picture: ChaCha from a seed, so that the same seed makes the same choices everywhere.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

/// The random numbers of one picture.
pub(crate) struct CaptchaRng(ChaCha12Rng);

impl CaptchaRng {
    pub(crate) fn new(seed: u64) -> Self {
        CaptchaRng(ChaCha12Rng::seed_from_u64(seed))
    }

    /// An integer from `low` to `high`, both included; `low` if the range is empty.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        self.0.random_range(low..=high.max(low))
    }

    /// A number from `low` to `high`, in steps fine enough for a length in pixels.
    pub(crate) fn real(&mut self, low: f32, high: f32) -> f32 {
        let share = self.0.random_range(0..=0xFFFFu32) as f32 / 65_535.0;
        low + (high - low) * share
    }

    /// True with a probability of `percent` per cent.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.0.random_range(0..100) < percent
    }

    /// One of a few things, all equally likely.
    pub(crate) fn pick<T: Copy, const N: usize>(&mut self, things: [T; N]) -> T {
        things[self.index(N)]
    }

    /// An index below `len`; 0 if there is nothing to choose from.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        self.0.random_range(0..len.max(1))
    }

    /// A generator of its own for one idea of a picture: however many numbers the idea takes, those of the others stay the same.
    pub(crate) fn branch(&mut self) -> Self {
        CaptchaRng::new(self.seed())
    }

    /// A seed for something else.
    pub(crate) fn seed(&mut self) -> u64 {
        self.0.random()
    }
}
