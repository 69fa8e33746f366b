//! One thin line in the ink colour through the beginning of the text.

use image::Luma;
use imageproc::drawing::draw_line_segment_mut;

use crate::picture::captcha_rng::CaptchaRng;
use crate::picture::ink::{FULL, Ink};

/// Both ends lie in the square of this side at the upper left, however large the picture is.
const REACH_PX: i32 = 120;

/// Draws the line; the parts outside the picture are left out.
pub(crate) fn strike(ink: &mut Ink, rng: &mut CaptchaRng) {
    let [x0, y0, x1, y1] = [(); 4].map(|()| (rng.between(0, REACH_PX) * ink.pen_px()) as f32);
    draw_line_segment_mut(ink, (x0, y0), (x1, y1), Luma([FULL]));
}
