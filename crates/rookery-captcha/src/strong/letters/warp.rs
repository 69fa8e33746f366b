//! Warps of the whole word: the direction and the curve of its line, and a wave.

use ab_glyph::{Point, point};

use crate::picture::captcha_rng::CaptchaRng;
use crate::strong::Settings;
use crate::strong::ground::tones::{HEIGHT, WIDTH};

/// The middle of a picture.
const MIDDLE: (f32, f32) = (WIDTH as f32 / 2.0, HEIGHT as f32 / 2.0);
/// The least slope of a sloping word, as a share of the greatest: readers of text expect a line that is nearly level.
const LEAST_SLOPE: f32 = 0.65;
/// The share of slope and arc that is left if a word is in two rows.
const IN_TWO_ROWS: f32 = 0.2;

/// Warps of one picture: letters turn with the line on which they stand.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::strong) struct Warp {
    /// Angle of the line in the middle, in radians; positive if the word falls.
    slope: f32,
    /// The distance of the line's ends below its middle; negative if they are above.
    arc: f32,
    /// Amplitude, turns per pixel and phase of the wave that moves points up and down, and of the one that moves them sideways.
    waves: [(f32, f32, f32); 2],
}

impl Warp {
    pub(in crate::strong) fn new(
        settings: &Settings,
        in_two_rows: bool,
        rng: &mut CaptchaRng,
    ) -> Self {
        let share = if in_two_rows { IN_TWO_ROWS } else { 1.0 };
        let slope = share * most(settings.slope, settings.slope_deg as f32).to_radians();
        let arc = share * most(settings.arc, settings.arc_px as f32);
        let wave = most(settings.wave, settings.wave_px as f32);
        let mut one = |share: f32| {
            (
                rng.real(0.3, 1.0) * wave * share,
                std::f32::consts::TAU / rng.real(42.0, 110.0),
                rng.real(0.0, std::f32::consts::TAU),
            )
        };
        let waves = [one(1.0), one(0.7)];
        let slope = slope * rng.real(LEAST_SLOPE, 1.0);
        Warp {
            slope: if rng.chance(50) { slope } else { -slope },
            arc: rng.real(-arc, arc),
            waves,
        }
    }

    /// The curvature of the line in the middle: the change of its direction per pixel in radians, positive if it turns downwards.
    pub(in crate::strong) fn curvature(&self) -> f32 {
        2.0 * self.arc / (MIDDLE.0 * MIDDLE.0)
    }

    /// The warped position of a point of the straight word, whose line is level and runs through the middle of the picture.
    pub(in crate::strong) fn bend(&self, p: Point) -> Point {
        let [up, side] = self.waves;
        let x = p.x + side.0 * (p.y * side.1 + side.2).sin() - MIDDLE.0;
        let y = p.y + up.0 * (p.x * up.1 + up.2).sin() - MIDDLE.1;
        // A parabola, and the points above and below it where its direction leads, all turned by the slope.
        let (sin, cos) = (self.curvature() * x).atan().sin_cos();
        let curved = (x - y * sin, self.curvature() * x * x / 2.0 + y * cos);
        let (sin, cos) = self.slope.sin_cos();
        point(
            MIDDLE.0 + curved.0 * cos - curved.1 * sin,
            MIDDLE.1 + curved.0 * sin + curved.1 * cos,
        )
    }
}

/// The maximum of an idea; 0 if it is off.
pub(in crate::strong) fn most(is_on: bool, most: f32) -> f32 {
    if is_on { most } else { 0.0 }
}
