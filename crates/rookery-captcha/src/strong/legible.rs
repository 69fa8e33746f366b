//! Contrast of a finished picture: each letter's border against the rim round it.

use crate::picture::contrast::{luminance, ratio};
use crate::strong::ground::colours::STEPS;
use crate::strong::letters::halo::{Letters, Part};

/// Minimum visible share of a letter's border; below it the letter is illegible.
const ENOUGH_BORDER: f32 = 0.4;
/// Minimum area, in square layout pixels, on one side of a mask for a measurement.
const ENOUGH_AREA: f32 = 8.0;

/// The number of pixels of each step of the palette.
type Counts = [u32; STEPS as usize];

/// The pixels of a letter's border and of the rim round it, on one side of the mask.
#[derive(Clone, Copy, Default)]
struct Side {
    border: Counts,
    rim: Counts,
}

/// The pixels of every letter, on both sides of the mask.
pub(super) struct Sides {
    letters: Vec<[Side; 2]>,
    /// The number of border pixels of each letter when it was drawn.
    borders: Vec<u32>,
    /// Pixels per layout pixel.
    factor: f32,
}

impl Sides {
    /// Counts the pixels of a finished picture, `factor` to a layout pixel. Those on the border of the mask count for neither
    /// side.
    pub(super) fn of(places: &[u8], letters: Letters, mask: Option<&[f32]>, factor: f32) -> Self {
        let mut sides = vec![[Side::default(); 2]; letters.borders.len()];
        for (at, part) in letters.parts.iter().enumerate() {
            let (n, is_border) = match part {
                Part::Ground => continue,
                Part::Border(n) => (usize::from(*n), true),
                Part::Rim(n) => (usize::from(*n), false),
            };
            let side = match mask.map_or(0.0, |mask| mask[at]) {
                share if share < 0.05 => 0,
                share if share > 0.95 => 1,
                _ => continue,
            };
            let side = &mut sides[n][side];
            let counts = if is_border {
                &mut side.border
            } else {
                &mut side.rim
            };
            counts[usize::from(places[at])] += 1;
        }
        Sides {
            letters: sides,
            borders: letters.borders,
            factor,
        }
    }

    /// The least contrast of any letter to its surroundings, on either side of the mask, in the colours of `palette`.
    pub(super) fn contrast(&self, palette: &[[u8; 3]]) -> f32 {
        let enough = (ENOUGH_AREA * self.factor * self.factor) as u32;
        let lights: Vec<f32> = palette.iter().map(|colour| luminance(*colour)).collect();
        let of_letter = |(sides, border): (&[Side; 2], &u32)| {
            let seen: u32 = sides.iter().flat_map(|side| side.border).sum();
            if (seen as f32) < ENOUGH_BORDER * *border as f32 {
                return 1.0;
            }
            let ratios = sides.iter().filter_map(|side| {
                Some(ratio(
                    mean(&side.border, &lights, enough)?,
                    mean(&side.rim, &lights, enough)?,
                ))
            });
            // An invisible letter has no contrast.
            ratios.reduce(f32::min).unwrap_or(1.0)
        };
        let letters = self.letters.iter().zip(&self.borders);
        letters.map(of_letter).fold(f32::INFINITY, f32::min)
    }
}

/// The mean luminance of some pixels; `None` if they are fewer than `enough`.
fn mean(counts: &Counts, lights: &[f32], enough: u32) -> Option<f32> {
    let pixels: u32 = counts.iter().sum();
    let sum: f32 = counts
        .iter()
        .zip(lights)
        .map(|(n, light)| *n as f32 * light)
        .sum();
    (pixels >= enough).then(|| sum / pixels as f32)
}
