//! The text layer: one ink, and its coverage of each pixel.
//!
//! There is one ink a picture, and noise takes ink away. So the layer needs no colours, and plain and pictured grounds are drawn
//! the same way.

use ab_glyph::OutlinedGlyph;
use image::Luma;
use imageproc::drawing::Canvas;

use crate::Scale;

/// Full coverage of a pixel by the ink: levels are 0 … [`FULL`]. Few steps keep the palette, and so the file, small.
pub(crate) const FULL: u8 = 7;

/// The text layer of a picture.
pub(crate) struct Ink {
    width_px: u32,
    height_px: u32,
    /// The side of a pen's or a noise pixel's square: one layout pixel.
    pen_px: u32,
    levels: Vec<u8>,
}

impl Ink {
    /// An empty layer for a layout of `width` × `height`.
    pub(crate) fn new(width: u32, height: u32, scale: Scale) -> Self {
        let (width_px, height_px) = (width * scale.factor(), height * scale.factor());
        Ink {
            width_px,
            height_px,
            pen_px: scale.factor(),
            levels: vec![0; width_px as usize * height_px as usize],
        }
    }

    /// Draws a glyph, clipped to the layer.
    pub(crate) fn glyph(&mut self, glyph: &OutlinedGlyph) {
        let origin = glyph.px_bounds().min;
        let (left, top) = (origin.x as i64, origin.y as i64);
        let (width, height) = (i64::from(self.width_px), i64::from(self.height_px));
        glyph.draw(|x, y, coverage| {
            let level = (coverage.clamp(0.0, 1.0) * f32::from(FULL) + 0.5) as u8;
            let (x, y) = (left + i64::from(x), top + i64::from(y));
            if level > 0 && (0..width).contains(&x) && (0..height).contains(&y) {
                let pixel = &mut self.levels[(y * width + x) as usize];
                *pixel = level.max(*pixel);
            }
        });
    }

    /// Sets the layout pixel (`x`, `y`); outside the layer nothing happens.
    pub(crate) fn dot(&mut self, x: i32, y: i32, level: u8) {
        if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) {
            self.square(
                x.saturating_mul(self.pen_px),
                y.saturating_mul(self.pen_px),
                level,
            );
        }
    }

    fn square(&mut self, x: u32, y: u32, level: u8) {
        let right = x.saturating_add(self.pen_px).min(self.width_px);
        for y in y..y.saturating_add(self.pen_px).min(self.height_px) {
            let row = y as usize * self.width_px as usize;
            for x in x..right {
                self.levels[row + x as usize] = level;
            }
        }
    }

    /// Pixels per layout pixel.
    pub(crate) fn pen_px(&self) -> i32 {
        self.pen_px as i32
    }

    pub(crate) fn width_px(&self) -> u32 {
        self.width_px
    }

    pub(crate) fn height_px(&self) -> u32 {
        self.height_px
    }

    /// The coverage of each pixel, row by row.
    pub(crate) fn levels(&self) -> &[u8] {
        &self.levels
    }
}

/// Lines and ellipses are drawn with a square pen of one layout pixel.
impl Canvas for Ink {
    type Pixel = Luma<u8>;

    fn dimensions(&self) -> (u32, u32) {
        (self.width_px, self.height_px)
    }

    fn get_pixel(&self, x: u32, y: u32) -> Luma<u8> {
        Luma([self.levels[y as usize * self.width_px as usize + x as usize]])
    }

    fn draw_pixel(&mut self, x: u32, y: u32, color: Luma<u8>) {
        self.square(x, y, color.0[0]);
    }
}
