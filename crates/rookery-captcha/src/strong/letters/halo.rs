//! Halo: draws a letter onto the picture, first a quiet rim of paper round it, then its ink.

use crate::strong::ground::tones::{Tones, covered, inverted};
use crate::strong::letters::shape::Shape;
use crate::strong::letters::style::{SHADOW, Style};

/// The letter that a pixel belongs to, for the final check of contrast.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::strong) enum Part {
    /// Neither.
    #[default]
    Ground,
    /// The border of letter `n`.
    Border(u8),
    /// The rim of paper round letter `n`.
    Rim(u8),
}

/// The letters of a picture, without their background.
pub(in crate::strong) struct Letters {
    /// Their ink, 0 to 1.
    pub(in crate::strong) ink: Vec<f32>,
    /// The part that each pixel belongs to.
    pub(in crate::strong) parts: Vec<Part>,
    /// The number of border pixels of each letter when it was drawn; later letters may cover some.
    pub(in crate::strong) borders: Vec<u32>,
}

impl Letters {
    pub(in crate::strong) fn new(tones: &Tones) -> Self {
        Letters {
            ink: vec![0.0; tones.values.len()],
            parts: vec![Part::Ground; tones.values.len()],
            borders: Vec::new(),
        }
    }

    /// Draws letter `n`, with a rim of `halo` layout pixels in the background. Joined letters have no rim against each other: where
    /// two overlap, the tone is inverted, so that both outlines stay visible.
    pub(in crate::strong) fn draw(
        &mut self,
        tones: &mut Tones,
        shape: &Shape,
        style: Style,
        halo: f32,
        is_joined: bool,
        n: u8,
    ) {
        let factor = tones.factor;
        let height = shape.distances.len() / shape.width.max(1);
        let (middle_x, middle_y) = (shape.width as f32 / 2.0, height as f32 / 2.0);
        let fall = (SHADOW * factor).round() as usize;
        let reach = if style == Style::Echo {
            style.reach()
        } else {
            0.0
        };
        let mut border = 0;
        for (at, own) in shape.pixels(tones) {
            let distance = shape.distances[own];
            let mut edge = distance - reach;
            let mut shadow = 0.0;
            if style == Style::Shadow {
                let from = own.checked_sub(fall * shape.width + fall);
                let fallen = from.map_or(f32::MAX, |from| shape.distances[from]);
                // The shadow begins where the letter ends.
                shadow = covered(fallen, factor) * covered(0.4 - distance, factor);
                edge = distance.min(fallen);
            }
            if edge > halo + 1.0 {
                continue;
            }
            let (x, y) = (own % shape.width, own / shape.width);
            let (x, y) = (x as f32 - middle_x, y as f32 - middle_y);
            let ink = style
                .ink(distance, x / factor, y / factor, factor)
                .max(shadow);
            let rim = covered(edge - halo, factor);
            tones.values[at] *= 1.0 - rim;
            let below = &mut self.ink[at];
            let is_crossed = is_joined && *below > 0.1;
            *below = match is_joined {
                true => inverted(*below, ink),
                false => *below * (1.0 - rim) + (1.0 - *below * (1.0 - rim)) * ink,
            };
            let is_border = BORDER.contains(&distance);
            border += u32::from(is_border);
            self.parts[at] = match distance {
                _ if is_crossed => Part::Ground,
                _ if is_border => Part::Border(n),
                d if d > 0.7 && d < QUIET && shadow == 0.0 => Part::Rim(n),
                _ if edge < halo => Part::Ground,
                _ => self.parts[at],
            };
        }
        self.borders.push(border);
    }
}

/// Distances of the pixels of a border that are all ink.
const BORDER: std::ops::Range<f32> = -1.6..-0.6;
/// Within this distance of a letter every style leaves paper.
const QUIET: f32 = 1.8;
