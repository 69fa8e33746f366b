//! A thin line through the word that inverts the tones that it crosses. It is never in ink: people mistake that for a part of a letter.

use crate::picture::captcha_rng::CaptchaRng;
use crate::strong::Settings;
use crate::strong::ground::tones::{HEIGHT, Tones, WIDTH, covered, inverted};

/// Draws the line.
pub(in crate::strong) fn stroke(tones: &mut Tones, settings: &Settings, rng: &mut CaptchaRng) {
    let half = rng.real(1.0, settings.stroke_px as f32) / 2.0;
    let middle = rng.real(0.3, 0.7) * HEIGHT as f32;
    let lean = rng.real(-0.15, 0.15);
    let height = rng.real(4.0, 16.0);
    let turns = std::f32::consts::TAU / rng.real(90.0, 260.0);
    let phase = rng.real(0.0, std::f32::consts::TAU);
    let factor = tones.factor;
    // Height of the line over each column, and the cosine of its steepness, which keeps its thickness constant.
    let column = |x: f32| {
        let (sin, cos) = (x * turns + phase).sin_cos();
        let steep = lean + height * turns * cos;
        let y = middle + lean * (x - WIDTH as f32 / 2.0) + height * sin;
        (y, 1.0 / (1.0 + steep * steep).sqrt())
    };
    let line: Vec<(f32, f32)> = (0..tones.width)
        .map(|x| column((x as f32 + 0.5) / factor))
        .collect();
    let rows = tones.height as f32;
    for (x, (y, cosine)) in line.into_iter().enumerate() {
        let reach = (half / cosine + 1.0) * factor;
        let (first, last) = (y * factor - reach, y * factor + reach);
        for row in first.max(0.0) as usize..last.clamp(0.0, rows) as usize {
            let away = ((row as f32 + 0.5) / factor - y).abs() * cosine - half;
            let tone = &mut tones.values[row * tones.width + x];
            *tone = inverted(*tone, covered(away, factor));
        }
    }
}
