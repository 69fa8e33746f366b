//! The tone layer of a picture: how much of each pixel is ink.

use ab_glyph::OutlinedGlyph;

use crate::Scale;

/// Width of a picture in layout pixels.
pub(in crate::strong) const WIDTH: u32 = 200;
/// Height of a picture in layout pixels.
pub(in crate::strong) const HEIGHT: u32 = 110;

/// Tones from 0 (paper) to 1 (ink), row by row.
pub(in crate::strong) struct Tones {
    pub(in crate::strong) width: usize,
    pub(in crate::strong) height: usize,
    /// Pixels per layout pixel.
    pub(in crate::strong) factor: f32,
    pub(in crate::strong) values: Vec<f32>,
}

impl Tones {
    /// Bare paper.
    pub(in crate::strong) fn new(scale: Scale) -> Self {
        let factor = scale.factor() as usize;
        let (width, height) = (WIDTH as usize * factor, HEIGHT as usize * factor);
        Tones {
            width,
            height,
            factor: scale.factor() as f32,
            values: vec![0.0; width * height],
        }
    }

    /// Visits all pixels with their centres in layout pixels.
    pub(in crate::strong) fn each(&mut self, mut change: impl FnMut(&mut f32, f32, f32)) {
        let step = 1.0 / self.factor;
        for (row, n) in self.values.chunks_exact_mut(self.width).zip(0u16..) {
            let y = (f32::from(n) + 0.5) * step;
            let mut x = 0.5 * step;
            for tone in row {
                change(tone, x, y);
                x += step;
            }
        }
    }
}

/// Visits the pixels of a picture of `width` × `height` that a glyph covers: their indexes and coverage.
pub(in crate::strong) fn under(
    glyph: &OutlinedGlyph,
    (width, height): (usize, usize),
    mut see: impl FnMut(usize, f32),
) {
    let origin = glyph.px_bounds().min;
    let (left, top) = (origin.x as i64, origin.y as i64);
    let (width, height) = (width as i64, height as i64);
    glyph.draw(|x, y, covered| {
        let (x, y) = (left + i64::from(x), top + i64::from(y));
        if (0..width).contains(&x) && (0..height).contains(&y) {
            see((y * width + x) as usize, covered);
        }
    });
}

/// The coverage of a pixel by a shape whose border is `distance` layout pixels away, negative inside.
pub(in crate::strong) fn covered(distance: f32, factor: f32) -> f32 {
    (0.5 - distance * factor).clamp(0.0, 1.0)
}

/// `tone`, inverted by `share`.
pub(in crate::strong) fn inverted(tone: f32, share: f32) -> f32 {
    tone + share * (1.0 - 2.0 * tone)
}

/// The fraction of its period that a position is through, from 0 to 1. `f32::floor` is a call into the C library on a processor of 2003.
pub(in crate::strong) fn fraction(turn: f32) -> f32 {
    let rest = turn - turn as i32 as f32;
    if rest < 0.0 { rest + 1.0 } else { rest }
}

/// The length of a vector. `f32::hypot` guards against overflows that no picture has, at ten times the cost.
pub(in crate::strong) fn length(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}
