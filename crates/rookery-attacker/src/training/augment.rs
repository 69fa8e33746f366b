//! Augmentation: small changes that keep the word, so that the network learns letters and not pictures.

use rand::Rng;
use rand::RngExt;

use crate::training::picture::{FINE, Picture, Size};

/// Greatest change of the width and of the height.
const STRETCH: f32 = 0.10;
/// Greatest slant, in columns a row.
const SLANT: f32 = 0.15;
/// Greatest turn: rows a column.
const TILT: f32 = 0.03;
/// Greatest shift, as a share of the width and of the height.
const SHIFT: f32 = 0.04;
/// Greatest change of contrast and, in deviations, of brightness.
const CONTRAST: f32 = 0.15;

/// A view of a picture: an affine map, with its contrast and brightness.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    across_x: f32,
    across_y: f32,
    down_x: f32,
    down_y: f32,
    /// Shifts as shares of the width and of the height.
    shift_x: f32,
    shift_y: f32,
    contrast: f32,
    brightness: f32,
}

impl Look {
    /// As it is.
    pub(crate) const PLAIN: Look = Look {
        across_x: 1.0,
        across_y: 0.0,
        down_x: 0.0,
        down_y: 1.0,
        shift_x: 0.0,
        shift_y: 0.0,
        contrast: 1.0,
        brightness: 0.0,
    };

    /// A little wider, higher, slanted, turned, shifted, paler or darker.
    pub(crate) fn random(rng: &mut impl Rng) -> Self {
        let mut within = |most: f32| rng.random_range(-most..=most);
        Look {
            across_x: 1.0 + within(STRETCH),
            across_y: within(TILT),
            down_x: within(SLANT),
            down_y: 1.0 + within(STRETCH),
            shift_x: within(SHIFT),
            shift_y: within(SHIFT),
            contrast: 1.0 + within(CONTRAST),
            brightness: within(CONTRAST),
        }
    }

    /// Writes one channel of a picture as the network sees it: mean zero, deviation one.
    pub(crate) fn show(&self, picture: &Picture, channel: usize, to: &mut [f32]) {
        let Size { height, width } = picture.size;
        let centre_x = (width * FINE) as f32 / 2.0;
        let centre_y = (height * FINE) as f32 / 2.0;
        let (shift_x, shift_y) = (self.shift_x * 2.0 * centre_x, self.shift_y * 2.0 * centre_y);
        let factor = self.contrast / picture.deviation;
        let points = (FINE * FINE) as f32;
        for (place, to) in to.iter_mut().enumerate() {
            let (row, column) = (place / width, place % width);
            let mut sum = 0.0;
            for point in 0..FINE * FINE {
                let x = (column * FINE + point % FINE) as f32 + 0.5 - centre_x;
                let y = (row * FINE + point / FINE) as f32 + 0.5 - centre_y;
                let from_x = x * self.across_x + y * self.down_x + centre_x + shift_x;
                let from_y = x * self.across_y + y * self.down_y + centre_y + shift_y;
                sum += f32::from(picture.at(channel, from_x, from_y));
            }
            *to = (sum / points - picture.mean) * factor + self.brightness;
        }
    }
}
