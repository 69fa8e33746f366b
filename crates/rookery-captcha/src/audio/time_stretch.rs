//! Speed of speech: a clip is resampled, which changes its pitch too, and the speed drifts a little, so that no stretch of it
//! has the shape of the clip in the tree.

use crate::audio::clip::Clip;
use crate::picture::captcha_rng::CaptchaRng;

/// Slowest and fastest, in thousandths of the clip's own speed.
pub(crate) const SPEED_PERMILLE: (i32, i32) = (900, 1120);
/// How far the speed drifts from the beginning of a word to its end, each way.
const DRIFT_PERMILLE: i32 = 80;

/// Bits after the point of a position in a clip.
const FRACTION_BITS: u32 = 16;

/// A clip at some speed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeStretched {
    clip: Clip,
    /// Samples of the clip per output sample, in 65,536ths, at the beginning and at the end.
    steps: (i64, i64),
    /// Number of output samples.
    len: i64,
}

impl TimeStretched {
    /// A clip at a random speed.
    pub(crate) fn random(clip: Clip, rng: &mut CaptchaRng) -> Self {
        let (slowest, fastest) = SPEED_PERMILLE;
        let first = rng.between(slowest, fastest);
        let last = first + rng.between(-DRIFT_PERMILLE, DRIFT_PERMILLE);
        TimeStretched::at(clip, first, last.clamp(slowest, fastest))
    }

    /// A clip at these speeds in thousandths of its own, from its beginning to its end.
    pub(crate) fn at(clip: Clip, first_permille: i32, last_permille: i32) -> Self {
        let step = |permille: i32| ((i64::from(permille) << FRACTION_BITS) / 1000).max(1);
        let steps = (step(first_permille), step(last_permille));
        let samples = i64::try_from(clip.len()).unwrap_or(i64::MAX >> FRACTION_BITS);
        TimeStretched {
            clip,
            steps,
            len: (samples << FRACTION_BITS) * 2 / (steps.0 + steps.1),
        }
    }

    /// The number of samples at this speed.
    pub(crate) fn len(self) -> usize {
        usize::try_from(self.len).unwrap_or(usize::MAX)
    }

    /// A sample, 16 bits, by linear interpolation between two of the clip.
    pub(crate) fn sample(self, n: usize) -> i32 {
        let n = n as i64;
        // The speed changes linearly, so the position is a parabola.
        let drifted = (self.steps.1 - self.steps.0) * n * n / (2 * self.len.max(1));
        let at = self.steps.0 * n + drifted;
        let (whole, part) = (at >> FRACTION_BITS, at & ((1 << FRACTION_BITS) - 1));
        let whole = usize::try_from(whole).unwrap_or(usize::MAX - 1);
        let (before, after) = (self.clip.sample(whole), self.clip.sample(whole + 1));
        // Shorter by one bit, so that the product of a full step fits.
        before + (((after - before) * ((part >> 1) as i32)) >> (FRACTION_BITS - 1))
    }
}
