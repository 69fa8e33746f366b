//! Value noise: random values on a lattice with smooth interpolation; it is periodic over the picture, so tiles have no seam.
//!
//! Only additions, multiplications, divisions and square roots, which every machine rounds alike: the same seed gives the same
//! file everywhere.

/// A source of noise, different for each seed.
#[derive(Clone, Copy)]
pub(crate) struct ValueNoise {
    seed: u64,
    width: u32,
    height: u32,
}

impl ValueNoise {
    /// Noise that repeats after `width` × `height` pixels.
    pub(crate) fn new(seed: u64, width: u32, height: u32) -> Self {
        ValueNoise {
            seed,
            width,
            height,
        }
    }

    /// Another noise of the same size.
    pub(crate) fn layer(self, number: u64) -> Self {
        ValueNoise {
            seed: mix(self.seed ^ mix(number)),
            ..self
        }
    }

    /// A random value 0 … 1 that belongs to a pair of numbers.
    pub(crate) fn value(self, x: u32, y: u32) -> f32 {
        let bits = mix(self.seed ^ mix(u64::from(x) << 32 | u64::from(y)));
        (bits >> 40) as f32 / (1 << 24) as f32
    }

    /// Smooth noise 0 … 1 with features of about `cell_x` × `cell_y` pixels, which divide the size.
    pub(crate) fn smooth(self, x: f32, y: f32, cell_x: u32, cell_y: u32) -> f32 {
        let (columns, rows) = (self.width / cell_x, self.height / cell_y);
        let (left, across) = split(x / cell_x as f32);
        let (top, down) = split(y / cell_y as f32);
        let corner = |dx: i32, dy: i32| {
            let column = (left + dx).rem_euclid(columns as i32);
            let row = (top + dy).rem_euclid(rows as i32);
            self.value(column as u32, row as u32)
        };
        let upper = between(corner(0, 0), corner(1, 0), across);
        let lower = between(corner(0, 1), corner(1, 1), across);
        between(upper, lower, down)
    }

    /// Two octaves of smooth noise, 0 … 1.
    pub(crate) fn cloud(self, x: f32, y: f32, cell: u32) -> f32 {
        let fine = self.layer(1).smooth(x, y, cell / 2, cell / 2);
        (self.smooth(x, y, cell, cell) * 2.0 + fine) / 3.0
    }
}

/// Whole part, and the fraction eased so that the slope is 0 at the lattice points.
fn split(x: f32) -> (i32, f32) {
    let whole = x.floor();
    (whole as i32, ease(x - whole))
}

/// 3t² − 2t³.
pub(crate) fn ease(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

fn between(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
