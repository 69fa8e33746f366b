//! Thin lines and ellipses along which the ink is removed.

use image::Luma;
use imageproc::drawing::{draw_hollow_ellipse_mut, draw_line_segment_mut};

use crate::picture::captcha_rng::CaptchaRng;
use crate::picture::ink::Ink;

/// Removes the ink along `count` random lines and `count` random ellipses, alternating.
pub(crate) fn lines(ink: &mut Ink, count: u32, rng: &mut CaptchaRng) {
    let pen = ink.pen_px();
    let width = ink.width_px() as i32 / pen;
    let height = ink.height_px() as i32 / pen;
    for _ in 0..count {
        let [x0, y0, x1, y1] =
            [width, height, width, height].map(|side| rng.between(0, side) * pen);
        draw_line_segment_mut(
            ink,
            (x0 as f32, y0 as f32),
            (x1 as f32, y1 as f32),
            Luma([0]),
        );
        let [x, y, across, down] =
            [width, height, width, height].map(|side| rng.between(0, side) * pen);
        draw_hollow_ellipse_mut(ink, (x, y), across / 2, down / 2, Luma([0]));
    }
}
