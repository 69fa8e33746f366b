//! Masks: parts of a picture where letters are light on dark instead of dark on light. A picture has both.

use crate::picture::captcha_rng::CaptchaRng;
use crate::strong::ground::tones::{HEIGHT, Tones, WIDTH, covered, fraction, length};

const MIDDLE: (f32, f32) = (WIDTH as f32 / 2.0, HEIGHT as f32 / 2.0);

/// The share of each pixel that is inverted, 0 to 1.
pub(in crate::strong) fn mask(tones: &Tones, rng: &mut CaptchaRng) -> Vec<f32> {
    match rng.index(8) {
        0 => filled(tones, half_plane(rng)),
        1 => filled(tones, bands(rng)),
        2 | 3 => filled(tones, wedges(rng)),
        4 => filled(tones, rings(rng)),
        5 => filled(tones, zigzag(rng)),
        6 => filled(tones, river(rng)),
        _ => filled(tones, blobs(rng)),
    }
}

/// The share of each pixel that lies on the inner side of a border. `border` is the distance of a point from it in layout pixels,
/// negative inside, and changes by no more than [`STEEPEST`] per pixel: only tiles that the border crosses are looked at pixel by pixel.
fn filled(tones: &Tones, border: impl Fn(f32, f32) -> f32) -> Vec<f32> {
    let factor = tones.factor;
    let mut field = vec![0.0; tones.values.len()];
    let reach = STEEPEST * TILE as f32 / factor * std::f32::consts::FRAC_1_SQRT_2 + 0.5 / factor;
    for top in (0..tones.height).step_by(TILE) {
        for left in (0..tones.width).step_by(TILE) {
            let (foot, right) = (
                (top + TILE).min(tones.height),
                (left + TILE).min(tones.width),
            );
            let middle = |from: usize, to: usize| (from + to) as f32 / 2.0 / factor;
            let away = border(middle(left, right), middle(top, foot));
            if away > reach {
                continue;
            }
            for row in top..foot {
                let pixels = &mut field[row * tones.width..][left..right];
                if away < -reach {
                    pixels.fill(1.0);
                    continue;
                }
                let y = (row as f32 + 0.5) / factor;
                for (pixel, column) in pixels.iter_mut().zip(left..) {
                    let x = (column as f32 + 0.5) / factor;
                    *pixel = covered(border(x, y), factor);
                }
            }
        }
    }
    field
}

/// Side of a tile of [`filled`], in pixels.
const TILE: usize = 4;
/// Largest change of a border's distance per layout pixel: the squeeze of islands.
const STEEPEST: f32 = 1.5;

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

/// Parallel bands, about as wide as a letter: thinner ones look like strokes.
fn bands(rng: &mut CaptchaRng) -> impl Fn(f32, f32) -> f32 + use<> {
    let line = line(rng, 30.0);
    let width = rng.real(26.0, 55.0);
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
    let count = rng.pick([2, 2, 3]);
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
            sign = if away < 0.0 { -sign } else { sign };
        }
        nearest * sign
    }
}

fn rings(rng: &mut CaptchaRng) -> impl Fn(f32, f32) -> f32 + use<> {
    let centre = (
        rng.real(0.0, WIDTH as f32),
        MIDDLE.1 + rng.real(-50.0, 50.0),
    );
    let width = rng.real(24.0, 45.0);
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
    let half = rng.real(13.0, 22.0);
    let is_band = rng.chance(60);
    let steep = (height * turns).hypot(1.0);
    let bank: Vec<f32> = (0..=WIDTH * 2)
        .map(|n| middle + height * (n as f32 / 2.0 * turns + phase).sin())
        .collect();
    move |x, y| {
        let away = (y - bank[(x * 2.0) as usize]) / steep;
        if is_band {
            away.abs() - half / steep
        } else {
            away
        }
    }
}

/// A few round islands, larger than letters.
fn blobs(rng: &mut CaptchaRng) -> impl Fn(f32, f32) -> f32 + use<> {
    let count = rng.between(2, 4);
    let spots: Vec<[f32; 4]> = (0..count)
        .map(|_| {
            [
                rng.real(0.0, WIDTH as f32),
                rng.real(0.0, HEIGHT as f32),
                rng.real(30.0, 55.0),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;

    fn share(field: &[f32]) -> f32 {
        field.iter().sum::<f32>() / field.len() as f32
    }

    /// Tiles that are passed over are as they would be pixel by pixel.
    fn assert_as_pixel_by_pixel(scale: Scale, border: impl Fn(f32, f32) -> f32) {
        let tones = Tones::new(scale);
        let quick = filled(&tones, &border);
        let mut slow = Tones::new(scale);
        slow.each(|tone, x, y| *tone = covered(border(x, y), tones.factor));
        for (at, (quick, slow)) in quick.iter().zip(&slow.values).enumerate() {
            assert!((quick - slow).abs() < 0.01, "{at}: {quick}, not {slow}");
        }
    }

    #[test]
    fn a_mask_is_the_same_pixel_by_pixel() {
        for seed in 0..12 {
            for scale in [Scale::One, Scale::Two] {
                let rng = &mut CaptchaRng::new(seed);
                assert_as_pixel_by_pixel(scale, half_plane(rng));
                assert_as_pixel_by_pixel(scale, bands(rng));
                assert_as_pixel_by_pixel(scale, wedges(rng));
                assert_as_pixel_by_pixel(scale, rings(rng));
                assert_as_pixel_by_pixel(scale, zigzag(rng));
                assert_as_pixel_by_pixel(scale, river(rng));
                assert_as_pixel_by_pixel(scale, blobs(rng));
            }
        }
    }

    /// These have no side of their own: by symmetry half of the picture is inverted, over many seeds.
    #[test]
    fn half_planes_wedges_and_zigzags_invert_one_half() {
        let tones = Tones::new(Scale::One);
        let (mut planes, mut sectors, mut teeth) = (0.0, 0.0, 0.0);
        let seeds: u16 = 300;
        for seed in 0..seeds {
            let rng = &mut CaptchaRng::new(seed.into());
            planes += share(&filled(&tones, half_plane(rng)));
            sectors += share(&filled(&tones, wedges(rng)));
            teeth += share(&filled(&tones, zigzag(rng)));
        }
        for (name, sum) in [("planes", planes), ("sectors", sectors), ("teeth", teeth)] {
            let mean = sum / f32::from(seeds);
            assert!((mean - 0.5).abs() < 0.04, "{name}: {mean}");
        }
    }

    /// A distance grows by one a pixel, straight away from the border; the lean of the whole takes or adds less than a fifth.
    #[test]
    fn the_border_of_a_zigzag_is_a_distance() {
        for seed in 0..200 {
            let rng = &mut CaptchaRng::new(seed);
            let border = zigzag(rng);
            let mut near = 0;
            for _ in 0..200 {
                let (x, y) = (rng.real(1.0, 199.0), rng.real(1.0, 109.0));
                let step = 0.01;
                let across = (border(x + step, y) - border(x - step, y)) / (2.0 * step);
                let down = (border(x, y + step) - border(x, y - step)) / (2.0 * step);
                near += u32::from((0.8..1.2).contains(&length(across, down)));
            }
            // But where a tooth turns.
            assert!(near >= 195, "seed {seed}: {near} of 200");
        }
    }
}
