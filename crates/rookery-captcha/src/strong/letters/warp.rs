//! Warps of the whole word: slope, arc and wave.

use ab_glyph::{Point, point};

use crate::picture::captcha_rng::CaptchaRng;
use crate::strong::Settings;
use crate::strong::ground::tones::WIDTH;

/// Warps of one picture: each moves a point depending on its position along the word.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::strong) struct Warp {
    /// Rise per pixel to the right.
    slope: f32,
    /// How far the ends sink below the middle; negative if they rise.
    arc: f32,
    /// Amplitude, turns per pixel and phase of the wave that moves points up and down, and of the one that moves them sideways.
    waves: [(f32, f32, f32); 2],
}

impl Warp {
    pub(in crate::strong) fn new(settings: &Settings, rng: &mut CaptchaRng) -> Self {
        let slope = most(settings.slope, settings.slope_deg as f32).to_radians();
        let arc = most(settings.arc, settings.arc_px as f32);
        let wave = most(settings.wave, settings.wave_px as f32);
        let mut one = |share: f32| {
            (
                rng.real(0.3, 1.0) * wave * share,
                std::f32::consts::TAU / rng.real(42.0, 110.0),
                rng.real(0.0, std::f32::consts::TAU),
            )
        };
        let waves = [one(1.0), one(0.7)];
        // Two in three pictures have a slope, and two in three an arc.
        let slope = if rng.chance(66) {
            rng.real(-slope, slope)
        } else {
            0.0
        };
        let arc = if rng.chance(66) {
            rng.real(-arc, arc)
        } else {
            0.0
        };
        Warp { slope, arc, waves }
    }

    /// The warped position of a point of the straight word.
    pub(in crate::strong) fn bend(&self, p: Point) -> Point {
        let middle = WIDTH as f32 / 2.0;
        let along = (p.x - middle) / middle;
        let [up, side] = self.waves;
        let lift = up.0 * (p.x * up.1 + up.2).sin();
        let shift = side.0 * (p.y * side.1 + side.2).sin();
        point(
            p.x + shift,
            p.y + lift + self.slope * (p.x - middle) + self.arc * along * along,
        )
    }
}

fn most(is_on: bool, most: f32) -> f32 {
    if is_on { most } else { 0.0 }
}
