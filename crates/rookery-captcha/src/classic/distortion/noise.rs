//! Noise: single pixels from which the ink is removed.

use crate::picture::captcha_rng::CaptchaRng;
use crate::picture::ink::Ink;

/// Removes the ink from `per_column` random pixels of every column; a pixel just below the picture is ignored.
pub(crate) fn noise(ink: &mut Ink, per_column: u32, rng: &mut CaptchaRng) {
    let width = ink.width_px() as i32 / ink.pen_px();
    let height = ink.height_px() as i32 / ink.pen_px();
    for x in 0..width {
        for _ in 0..per_column {
            ink.dot(x, rng.between(0, height), 0);
        }
    }
}
