//! A letter on the pixel grid: the distance of each nearby pixel to its border.

use crate::strong::ground::tones::Tones;
use crate::strong::layout::{Layout, Placed};
use crate::strong::letters::distance::distances;

/// Distances of the pixels of a box round a letter.
pub(in crate::strong) struct Shape {
    /// Column of the picture at the left of the box; may be negative.
    pub(in crate::strong) left: i32,
    /// Row of the picture at the top of the box; may be negative.
    pub(in crate::strong) top: i32,
    pub(in crate::strong) width: usize,
    /// From the border, in layout pixels, negative inside.
    pub(in crate::strong) distances: Vec<f32>,
}

impl Shape {
    /// Rasterises a letter with `rim` layout pixels of space round it; thin strokes grow.
    pub(in crate::strong) fn new(
        layout: &Layout<'_>,
        placed: &Placed<'_>,
        tones: &Tones,
        rim: f32,
    ) -> Self {
        let factor = tones.factor;
        let glyph = placed.letter.mapped(|p| {
            let place = layout.place(placed, p);
            ab_glyph::point(place.x * factor, place.y * factor)
        });
        let bounds = glyph.px_bounds();
        let pad = (rim * factor).ceil() as i32 + 2;
        let (left, top) = (bounds.min.x as i32 - pad, bounds.min.y as i32 - pad);
        let width = (bounds.width().max(0.0) as i32 + 2 * pad) as usize;
        let height = (bounds.height().max(0.0) as i32 + 2 * pad) as usize;
        let mut coverage = vec![0.0; width * height];
        glyph.draw(|x, y, covered| {
            let at = (y as usize + pad as usize) * width + x as usize + pad as usize;
            if let Some(pixel) = coverage.get_mut(at) {
                *pixel = whole(covered);
            }
        });
        let mut distances = distances(&coverage, width);
        // A worn edge is blurred by growing.
        let grown = match placed.is_ragged {
            true => 0.0,
            false => (THICK - deepest(&distances) / factor).clamp(0.0, MOST_GROWN),
        };
        distances
            .iter_mut()
            .for_each(|distance| *distance = *distance / factor - grown);
        Shape {
            left,
            top,
            width,
            distances,
        }
    }

    /// Visits the pixels of the box that lie in the picture: their index in the picture and in the box.
    pub(in crate::strong) fn pixels(
        &self,
        tones: &Tones,
    ) -> impl Iterator<Item = (usize, usize)> + use<> {
        let height = self.distances.len() / self.width.max(1);
        let (left, top, width) = (self.left, self.top, self.width);
        let (across, down) = (tones.width as i32, tones.height as i32);
        let columns = (-left).max(0)..(across - left).min(width as i32);
        let rows = (-top).max(0)..(down - top).min(height as i32);
        rows.flat_map(move |row| {
            let picture = (top + row) * across + left;
            let own = row * width as i32;
            columns
                .clone()
                .map(move |x| ((picture + x) as usize, (own + x) as usize))
        })
    }
}

/// Half the desired thickness of strokes, and the maximum growth towards it.
const THICK: f32 = 3.4;
const MOST_GROWN: f32 = 1.0;

/// The depth of a letter's thickest strokes: a twentieth of its pixels lie deeper.
fn deepest(distances: &[f32]) -> f32 {
    let mut counts = [0u32; 32];
    for distance in distances.iter().filter(|distance| **distance < 0.0) {
        counts[((-distance * 2.0) as usize).min(31)] += 1;
    }
    let twentieth = counts.iter().sum::<u32>() / 20;
    let mut beyond = 0;
    for (step, count) in counts.iter().enumerate().rev() {
        beyond += count;
        if beyond > twentieth {
            return step as f32 / 2.0;
        }
    }
    0.0
}

/// Rounds to 0 or 1: the sum of many edges is rarely exact to the last bit, but a pixel entirely inside or outside must be.
fn whole(covered: f32) -> f32 {
    match covered {
        some if some < 0.01 => 0.0,
        most if most > 0.99 => 1.0,
        edge => edge,
    }
}
