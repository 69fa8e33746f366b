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

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of the palette, and contrasts to white by the definition: 1.05 / 0.05, and (1 + 0.05) / (luminance + 0.05).
    const PALETTE: [[u8; 3]; 4] = [[255; 3], [188; 3], [118; 3], [0; 3]];
    const WHITE: u8 = 0;
    const GREY: u8 = 2;
    const BLACK: u8 = 3;
    const BLACK_TO_WHITE: f32 = 21.0;
    /// As WebAIM's checker gives it.
    const GREY_TO_WHITE: f32 = 4.54;

    /// The contrast of a picture from runs of pixels: their number, part, step of the palette and share of the mask. `borders` are the
    /// numbers of border pixels that were drawn.
    fn contrast(runs: &[(usize, Part, u8, f32)], borders: &[u32], factor: f32) -> f32 {
        let pixels = || runs.iter().flat_map(|run| std::iter::repeat_n(run, run.0));
        let places: Vec<u8> = pixels().map(|run| run.2).collect();
        let mask: Vec<f32> = pixels().map(|run| run.3).collect();
        let letters = Letters {
            ink: Vec::new(),
            parts: pixels().map(|run| run.1).collect(),
            borders: borders.to_vec(),
        };
        Sides::of(&places, letters, Some(&mask), factor).contrast(&PALETTE)
    }

    fn assert_near(found: f32, expected: f32) {
        assert!((found - expected).abs() < 0.01, "{found}, not {expected}");
    }

    #[test]
    fn the_letter_that_stands_out_least_counts() {
        let (one, other) = (Part::Border(0), Part::Border(1));
        let runs = [
            (50, one, BLACK, 0.0),
            (50, Part::Rim(0), WHITE, 0.0),
            (50, Part::Ground, BLACK, 0.0),
            (50, other, GREY, 0.0),
            (50, Part::Rim(1), WHITE, 0.0),
        ];
        assert_near(contrast(&runs[..2], &[50], 1.0), BLACK_TO_WHITE);
        assert_near(contrast(&runs, &[50, 50], 1.0), GREY_TO_WHITE);
    }

    /// Half of the rim is white and half is black, a luminance of 0.5: (0.5 + 0.05) / 0.05 to black.
    #[test]
    fn a_rim_is_as_light_as_its_pixels_on_average() {
        let runs = [
            (40, Part::Border(0), BLACK, 0.0),
            (20, Part::Rim(0), WHITE, 0.0),
            (20, Part::Rim(0), BLACK, 0.0),
        ];
        assert_near(contrast(&runs, &[40], 1.0), 11.0);
    }

    #[test]
    fn each_side_of_a_mask_counts_for_itself_and_its_edge_not_at_all() {
        let border = Part::Border(0);
        let rim = Part::Rim(0);
        let runs = [
            (50, border, BLACK, 0.0),
            (50, rim, WHITE, 0.0),
            (50, border, WHITE, 1.0),
            (50, rim, GREY, 1.0),
            (50, border, WHITE, 0.1),
            (50, rim, WHITE, 0.9),
        ];
        assert_near(contrast(&runs, &[100], 1.0), GREY_TO_WHITE);
        assert_near(contrast(&runs[..2], &[50], 1.0), BLACK_TO_WHITE);
        // Together the sides would be the same grey all over.
        let crossed = [
            (50, border, BLACK, 0.0),
            (50, rim, WHITE, 0.0),
            (50, border, WHITE, 1.0),
            (50, rim, BLACK, 1.0),
        ];
        assert_near(contrast(&crossed, &[100], 1.0), BLACK_TO_WHITE);
    }

    #[test]
    fn a_letter_that_is_covered_by_more_than_three_fifths_is_illegible() {
        let runs = |border| {
            [
                (border, Part::Border(0), BLACK, 0.0),
                (50, Part::Rim(0), WHITE, 0.0),
            ]
        };
        assert_near(contrast(&runs(40), &[100], 1.0), BLACK_TO_WHITE);
        assert_near(contrast(&runs(39), &[100], 1.0), 1.0);
    }

    /// Eight square layout pixels are 8 pixels at scale 1 and 32 at scale 2.
    #[test]
    fn fewer_pixels_than_eight_square_layout_pixels_are_not_measured() {
        let runs = |many: usize, few: usize| {
            [
                (many, Part::Border(0), BLACK, 0.0),
                (many, Part::Rim(0), WHITE, 0.0),
                (few, Part::Border(0), GREY, 1.0),
                (many, Part::Rim(0), WHITE, 1.0),
            ]
        };
        for (factor, least) in [(1.0, 8), (2.0, 32)] {
            assert_near(
                contrast(&runs(40, least - 1), &[40], factor),
                BLACK_TO_WHITE,
            );
            assert_near(contrast(&runs(40, least), &[40], factor), GREY_TO_WHITE);
            // Nothing can be measured: no contrast.
            assert_near(contrast(&runs(least - 1, 0), &[10], factor), 1.0);
        }
    }
}
