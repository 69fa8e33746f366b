//! Masks: parts of a picture where letters are light on dark instead of dark on light. A picture has both.

use ab_glyph::point;

use crate::picture::captcha_rng::CaptchaRng;
use crate::strong::code::ALPHABET;
use crate::strong::ground::tones::{HEIGHT, Tones, WIDTH, covered, fraction, length, under};
use crate::{Assets, Fonts};

const MIDDLE: (f32, f32) = (WIDTH as f32 / 2.0, HEIGHT as f32 / 2.0);

/// The share of each pixel that is inverted, 0 to 1.
pub(in crate::strong) fn mask(tones: &Tones, assets: &Assets, rng: &mut CaptchaRng) -> Vec<f32> {
    let lot = rng.index(9);
    match lot {
        0 => filled(tones, half_plane(rng)),
        1 => filled(tones, bands(rng)),
        2 | 3 => filled(tones, wedges(rng)),
        4 => filled(tones, rings(rng)),
        5 => filled(tones, zigzag(rng)),
        6 => filled(tones, river(rng)),
        7 => filled(tones, blobs(rng)),
        _ => giant_letter(tones, assets, rng),
    }
}

fn filled(tones: &Tones, border: impl Fn(f32, f32) -> f32) -> Vec<f32> {
    let mut field = Vec::with_capacity(tones.values.len());
    let factor = tones.factor;
    for row in 0..tones.height {
        let y = (row as f32 + 0.5) / factor;
        field.extend((0..tones.width).map(|column| {
            let x = (column as f32 + 0.5) / factor;
            covered(border(x, y), factor)
        }));
    }
    field
}

/// A straight border through the middle part of the picture: the distance of a point from it.
fn line(rng: &mut CaptchaRng, spread: f32) -> impl Fn(f32, f32) -> f32 + use<> {
    let (sin, cos) = rng.real(0.0, std::f32::consts::TAU).sin_cos();
    let through = (
        MIDDLE.0 + rng.real(-spread, spread),
        MIDDLE.1 + rng.real(-20.0, 20.0),
    );
    move |x, y| (x - through.0) * cos + (y - through.1) * sin
}

fn half_plane(rng: &mut CaptchaRng) -> impl Fn(f32, f32) -> f32 + use<> {
    line(rng, 70.0)
}

/// Parallel bands, wide enough for a letter or thin enough to go through one.
fn bands(rng: &mut CaptchaRng) -> impl Fn(f32, f32) -> f32 + use<> {
    let line = line(rng, 30.0);
    let width = rng.real(18.0, 50.0);
    move |x, y| {
        let turn = line(x, y) / (2.0 * width);
        ((fraction(turn) - 0.5).abs() - 0.25) * 2.0 * width
    }
}

/// Lines through one point: every other sector is inverted.
fn wedges(rng: &mut CaptchaRng) -> impl Fn(f32, f32) -> f32 + use<> {
    let centre = (
        MIDDLE.0 + rng.real(-70.0, 70.0),
        MIDDLE.1 + rng.real(-25.0, 25.0),
    );
    let count = rng.pick([2, 2, 3, 4]);
    let first = rng.real(0.0, std::f32::consts::PI);
    let lines: Vec<(f32, f32)> = (0..count)
        .map(|n| {
            let even = std::f32::consts::PI * n as f32 / count as f32;
            (first + even + rng.real(-0.2, 0.2)).sin_cos()
        })
        .collect();
    move |x, y| {
        let (x, y) = (x - centre.0, y - centre.1);
        let (mut nearest, mut sign) = (f32::MAX, 1.0);
        for (sin, cos) in &lines {
            let away = x * cos + y * sin;
            nearest = nearest.min(away.abs());
            sign *= away.signum();
        }
        nearest * sign
    }
}

fn rings(rng: &mut CaptchaRng) -> impl Fn(f32, f32) -> f32 + use<> {
    let centre = (
        rng.real(0.0, WIDTH as f32),
        MIDDLE.1 + rng.real(-50.0, 50.0),
    );
    let width = rng.real(16.0, 40.0);
    let squeeze = rng.real(0.7, 1.4);
    move |x, y| {
        let away = length(x - centre.0, (y - centre.1) * squeeze);
        let turn = away / (2.0 * width);
        ((fraction(turn) - 0.5).abs() - 0.25) * 2.0 * width
    }
}

fn zigzag(rng: &mut CaptchaRng) -> impl Fn(f32, f32) -> f32 + use<> {
    let height = rng.real(10.0, 26.0);
    let period = rng.real(44.0, 110.0);
    let middle = MIDDLE.1 + rng.real(-14.0, 14.0);
    let shift = rng.real(0.0, period);
    let lean = rng.real(-0.15, 0.15);
    let steep = (4.0 * height / period).hypot(1.0);
    move |x, y| {
        let turn = (x + shift) / period;
        let tooth = (4.0 * (fraction(turn) - 0.5).abs() - 1.0) * height;
        (y - middle - tooth - lean * (x - MIDDLE.0)) / steep
    }
}

/// A winding band along the word.
fn river(rng: &mut CaptchaRng) -> impl Fn(f32, f32) -> f32 + use<> {
    let height = rng.real(8.0, 22.0);
    let turns = std::f32::consts::TAU / rng.real(60.0, 200.0);
    let phase = rng.real(0.0, std::f32::consts::TAU);
    let middle = MIDDLE.1 + rng.real(-12.0, 12.0);
    let half = rng.real(9.0, 18.0);
    let is_band = rng.chance(60);
    let bank: Vec<f32> = (0..=WIDTH * 2)
        .map(|n| middle + height * (n as f32 / 2.0 * turns + phase).sin())
        .collect();
    move |x, y| {
        let away = y - bank[(x * 2.0) as usize];
        if is_band { away.abs() - half } else { away }
    }
}

/// A few round islands.
fn blobs(rng: &mut CaptchaRng) -> impl Fn(f32, f32) -> f32 + use<> {
    let count = rng.between(3, 6);
    let spots: Vec<[f32; 4]> = (0..count)
        .map(|_| {
            [
                rng.real(0.0, WIDTH as f32),
                rng.real(0.0, HEIGHT as f32),
                rng.real(14.0, 34.0),
                rng.real(0.6, 1.5),
            ]
        })
        .collect();
    move |x, y| {
        let away =
            |[cx, cy, radius, squeeze]: &[f32; 4]| length(x - cx, (y - cy) * squeeze) - radius;
        spots.iter().map(away).fold(f32::MAX, f32::min)
    }
}

/// A letter as high as the picture and higher.
fn giant_letter(tones: &Tones, assets: &Assets, rng: &mut CaptchaRng) -> Vec<f32> {
    let face = assets.fonts.face(rng.index(assets.fonts.len()));
    let letter = char::from(ALPHABET[rng.index(ALPHABET.len())]).to_ascii_uppercase();
    let size = rng.real(130.0, 220.0) * tones.factor;
    let (sin, cos) = rng.real(-0.5, 0.5).sin_cos();
    let centre = (
        (MIDDLE.0 + rng.real(-60.0, 60.0)) * tones.factor,
        (MIDDLE.1 + rng.real(-15.0, 15.0)) * tones.factor,
    );
    let mut field = vec![0.0; tones.values.len()];
    let Some(letter) = face.unwrap_or_else(|| Fonts::built_in()).letter(letter) else {
        return field;
    };
    let middle = letter.middle();
    let glyph = letter.mapped(|p| {
        let (x, y) = (p.x - middle.x, middle.y - p.y);
        point(
            centre.0 + (x * cos + y * sin) * size,
            centre.1 + (y * cos - x * sin) * size,
        )
    });
    under(&glyph, (tones.width, tones.height), |at, share| {
        field[at] = share.clamp(0.0, 1.0);
    });
    field
}
