//! Busy backgrounds: warped stripes, checks, bricks, dots, rings and blobs, so fine that nobody mistakes them for letters.

use crate::picture::captcha_rng::CaptchaRng;
use crate::strong::ground::tones::{HEIGHT, Tones, WIDTH, covered, fraction, length};

/// Fills the paper with one of the patterns.
pub(in crate::strong) fn pattern(tones: &mut Tones, rng: &mut CaptchaRng) {
    let kind = rng.pick([
        Kind::Stripes,
        Kind::Stripes,
        Kind::Checks,
        Kind::Bricks,
        Kind::Dots,
        Kind::Rings,
        Kind::Blobs,
    ]);
    let grid = Grid::new(kind, rng);
    let factor = tones.factor;
    tones.each(|tone, x, y| *tone = covered(grid.border(x, y), factor));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Stripes,
    Checks,
    Bricks,
    Dots,
    Rings,
    Blobs,
}

/// A pattern in its place.
struct Grid {
    kind: Kind,
    /// Repeats after this many layout pixels, along and across.
    period: (f32, f32),
    /// The share of a period that is ink.
    ink: f32,
    sin: f32,
    cos: f32,
    /// The centre of rings.
    centre: (f32, f32),
    /// The warp: the distance that each row moves sideways and each column up, one entry a layout pixel.
    rows: Vec<f32>,
    columns: Vec<f32>,
}

impl Grid {
    fn new(kind: Kind, rng: &mut CaptchaRng) -> Self {
        let (sin, cos) = rng.real(0.0, std::f32::consts::PI).sin_cos();
        // Finer than the strokes of letters; otherwise it would be read.
        let period = match kind {
            Kind::Stripes | Kind::Rings => (rng.real(6.0, 9.5), 1.0),
            Kind::Checks => (rng.real(5.5, 7.5), rng.real(5.5, 7.5)),
            Kind::Bricks => (rng.real(6.0, 9.0), rng.real(5.5, 8.0)),
            Kind::Dots => (rng.real(6.5, 9.0), rng.real(6.5, 9.0)),
            Kind::Blobs => (rng.real(6.5, 9.0), 1.0),
        };
        let mut wave = |length: u32| {
            let height = rng.real(0.0, 7.0);
            let turns = std::f32::consts::TAU / rng.real(35.0, 110.0);
            let phase = rng.real(0.0, std::f32::consts::TAU);
            let moved = |n| height * (n as f32 * turns + phase).sin();
            (0..=length).map(moved).collect()
        };
        Grid {
            kind,
            period,
            rows: wave(HEIGHT),
            columns: wave(WIDTH),
            ink: rng.real(0.38, 0.55),
            sin,
            cos,
            centre: (
                rng.real(-30.0, WIDTH as f32 + 30.0),
                rng.real(-40.0, HEIGHT as f32 + 40.0),
            ),
        }
    }

    /// The distance of a point from the border of the ink, negative inside.
    fn border(&self, x: f32, y: f32) -> f32 {
        let (u, v) = (x + self.rows[y as usize], y + self.columns[x as usize]);
        let (along, across) = (u * self.cos + v * self.sin, v * self.cos - u * self.sin);
        let stripe = |length: f32, period: f32, ink: f32| {
            let turn = length / period;
            ((fraction(turn) - 0.5).abs() - ink / 2.0) * period
        };
        match self.kind {
            Kind::Stripes => stripe(along, self.period.0, self.ink),
            Kind::Checks => {
                let (a, b) = (
                    stripe(along, 2.0 * self.period.0, 0.5),
                    stripe(across, 2.0 * self.period.1, 0.5),
                );
                let border = a.abs().min(b.abs());
                if (a < 0.0) == (b < 0.0) {
                    -border
                } else {
                    border
                }
            }
            Kind::Bricks => {
                let turn = across / self.period.1;
                let row = turn - fraction(turn);
                let shifted = along + self.period.0 * fraction(row / 2.0);
                let wide = stripe(shifted, 1.5 * self.period.0, 0.8);
                wide.max(stripe(across, self.period.1, 0.7))
            }
            Kind::Dots => {
                let turn = across / self.period.1;
                let row = turn - fraction(turn);
                let shifted = along + self.period.0 * fraction(row / 2.0);
                let middle = |length: f32, period: f32| {
                    let turn = length / period;
                    (fraction(turn) - 0.5) * period
                };
                let away = length(
                    middle(shifted, self.period.0),
                    middle(across, self.period.1),
                );
                away - 0.33 * self.period.0.min(self.period.1)
            }
            Kind::Rings => {
                let away = length(u - self.centre.0, v - self.centre.1);
                stripe(away, self.period.0, self.ink)
            }
            Kind::Blobs => {
                // The sum of four plane waves in odd directions has blobs of one size and no grid.
                let turns = std::f32::consts::TAU / (1.6 * self.period.0);
                let waves = [(1.0, 0.1), (0.35, 0.94), (-0.62, 0.8), (0.86, -0.55)];
                let sum: f32 = waves
                    .iter()
                    .map(|(a, b)| triangle((along * a + across * b) * turns))
                    .sum();
                sum / turns * 0.7
            }
        }
    }
}

/// An approximation of a sine, and cheaper: from −1 to 1 with period 2π.
fn triangle(angle: f32) -> f32 {
    let turn = angle / std::f32::consts::TAU;
    4.0 * (fraction(turn) - 0.5).abs() - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;

    const KINDS: [Kind; 6] = [
        Kind::Stripes,
        Kind::Checks,
        Kind::Bricks,
        Kind::Dots,
        Kind::Rings,
        Kind::Blobs,
    ];

    /// The shares follow from the shapes: a square in four, a disc in its cell, a brick in its course.
    #[test]
    fn each_pattern_is_as_much_ink_as_its_shape_says() {
        for kind in KINDS {
            let mut rng = CaptchaRng::new(1);
            for n in 0..40 {
                let grid = Grid::new(kind, &mut rng);
                let (along, across) = grid.period;
                let expected = match kind {
                    Kind::Stripes | Kind::Rings => grid.ink,
                    Kind::Checks | Kind::Blobs => 0.5,
                    Kind::Bricks => 0.8 * 0.7,
                    Kind::Dots => {
                        let radius = 0.33 * along.min(across);
                        std::f32::consts::PI * radius * radius / (along * across)
                    }
                };
                let mut tones = Tones::new(Scale::One);
                tones.each(|tone, x, y| *tone = covered(grid.border(x, y), 1.0));
                let share = tones.values.iter().sum::<f32>() / tones.values.len() as f32;
                assert!(
                    (share - expected).abs() < 0.05,
                    "{n}: {share}, not {expected}"
                );
            }
        }
    }

    /// Without its warp each row of bricks and of dots is the one before it, half a period aside.
    #[test]
    fn rows_of_bricks_and_dots_stand_between_those_above() {
        for kind in [Kind::Bricks, Kind::Dots] {
            let mut rng = CaptchaRng::new(2);
            let mut grid = Grid::new(kind, &mut rng);
            (grid.sin, grid.cos) = (0.0, 1.0);
            grid.rows.fill(0.0);
            grid.columns.fill(0.0);
            let (along, across) = grid.period;
            for n in 0..2_000 {
                let x = rng.real(along, 190.0);
                let y = rng.real(0.05, 0.95) * across;
                let (above, below) = (grid.border(x, y), grid.border(x - along / 2.0, y + across));
                assert!((above - below).abs() < 1e-3, "{n}: {above}, {below}");
            }
        }
    }
}
