//! Speed: a clip read faster or slower, which moves its pitch with it.

use crate::captcha::audio::clip::Clip;
use crate::captcha::dice::Dice;

/// Slowest and fastest, in thousandths of the clip's own speed.
pub(crate) const SPEED_PERMILLE: (i32, i32) = (900, 1120);

/// Bits after the point of a position in a clip.
const FRACTION_BITS: u32 = 16;

/// A clip at some speed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paced {
    clip: Clip,
    /// Samples of the clip per sample that is made, in 65,536ths.
    step: usize,
}

impl Paced {
    /// A clip at a random speed.
    pub(crate) fn random(clip: Clip, dice: &mut Dice) -> Self {
        let (slowest, fastest) = SPEED_PERMILLE;
        Paced::at(clip, dice.between(slowest, fastest).unsigned_abs() as usize)
    }

    /// A clip at a speed in thousandths of its own.
    pub(crate) fn at(clip: Clip, permille: usize) -> Self {
        Paced {
            clip,
            step: ((permille << FRACTION_BITS) / 1000).max(1),
        }
    }

    /// How many samples it has at this speed.
    pub(crate) fn len(self) -> usize {
        (self.clip.len() << FRACTION_BITS) / self.step
    }

    /// A sample, 16 bits: between two of the clip, on a straight line.
    pub(crate) fn sample(self, n: usize) -> i32 {
        let at = n * self.step;
        let (whole, part) = (at >> FRACTION_BITS, at & ((1 << FRACTION_BITS) - 1));
        let (before, after) = (self.clip.sample(whole), self.clip.sample(whole + 1));
        // Shorter by one bit, so that the product of a full step fits.
        before + (((after - before) * ((part >> 1) as i32)) >> (FRACTION_BITS - 1))
    }
}
