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
        // Memory is taken for the box round all control points, and those of a font that was made to do harm lie anywhere.
        let near = |at: f32, side: usize| at.clamp(-(side as f32), 2.0 * side as f32);
        let glyph = placed.letter.mapped(|p| {
            let place = layout.place(placed, p);
            ab_glyph::point(
                near(place.x * factor, tones.width),
                near(place.y * factor, tones.height),
            )
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

#[cfg(test)]
mod tests {
    use ab_glyph::{OutlineCurve, point};

    use super::*;
    use crate::picture::captcha_rng::CaptchaRng;
    use crate::strong::Settings;
    use crate::{Assets, Fonts, Scale};

    /// A letter that reaches three em to all sides, in a font whose capital E is a speck.
    #[test]
    fn a_letter_takes_no_more_memory_than_nine_pictures() {
        let speck = |x: f32, y: f32| point(x / 1000.0, y / 1000.0);
        let capital = vec![
            OutlineCurve::Line(speck(0.0, 0.0), speck(1.0, 0.0)),
            OutlineCurve::Line(speck(1.0, 0.0), speck(0.0, 1.0)),
            OutlineCurve::Line(speck(0.0, 1.0), speck(0.0, 0.0)),
        ];
        // Its ends and its middle lie together: the fit into the picture sees nothing of the rest.
        let far = |x: f32, y: f32| {
            let (start, end) = (point(0.0, 0.0), point(0.01, 0.01));
            OutlineCurve::Cubic(start, point(x, y), point(-x, -y), end)
        };
        let face = Fonts::built_in().with_letter('E', capital);
        let face = face.with_letter('g', vec![far(3.0, 3.0), far(3.0, -3.0)]);
        let assets = Assets {
            fonts: face.into(),
            ..Assets::default()
        };
        let tones = Tones::new(Scale::Two);
        let mut rng = CaptchaRng::new(1);
        let layout = Layout::new(&Settings::default(), &assets, "gg", &mut rng);
        for placed in &layout.letters {
            let shape = Shape::new(&layout, placed, &tones, 2.0);
            let pictures = shape.distances.len() as f32 / tones.values.len() as f32;
            assert!(pictures < 9.5, "{pictures}");
        }
        assert_eq!(layout.letters.len(), 2);
    }
}
