//! Late move reductions: the depth by which moves late in the order are searched less deep, more so in deep nodes.

use crate::search::score::ONE;

/// Number of depths and of ranks in the table; greater ones are treated as the last.
const SIZE: usize = 64;

/// See [`log2_16`].
const LOGARITHMS: [u32; SIZE] = {
    let mut logarithms = [0; SIZE];
    let mut n = 1;
    while n < SIZE {
        logarithms[n] = log2_16(n as u32);
        n += 1;
    }
    logarithms
};

/// Sixteenths of a ply by depth and rank: the product of their logarithms, so that both must be large.
pub(crate) struct Reductions {
    /// 2^32 / (4 × divisor), rounded up: a multiplication and a shift then replace the division.
    inverse: u64,
}

impl Reductions {
    /// `divisor` in hundredths, up to 4,000: log₂ depth × log₂ rank × 100 / `divisor` plies.
    pub fn new(divisor: i32) -> Self {
        let divisor = 4 * u64::from(divisor.clamp(1, 4_000).unsigned_abs());
        Reductions {
            inverse: (1_u64 << 32).div_ceil(divisor),
        }
    }

    /// Sixteenths of a ply for the move of this rank (from 0) at this depth, plies.
    #[inline]
    pub fn get(&self, depth: i32, rank: usize) -> i32 {
        let depth = usize::try_from(depth).unwrap_or(0).min(SIZE - 1);
        let product = LOGARITHMS[depth] * LOGARITHMS[rank.min(SIZE - 1)];
        // Both factors are in sixteenths, and so is the result: 100 / 16 is 25 / 4. The product has 18 bits and the divisor 14, so
        // that the rounding up does not show.
        let sixteenths = (u64::from(25 * product) * self.inverse) >> 32;
        (sixteenths as i32).min(8 * ONE)
    }
}

/// Sixteenths of the logarithm to the base 2, rounded down; integers only, so that it is the same on every machine.
const fn log2_16(n: u32) -> u32 {
    // 16 log₂ n = log₂ n¹⁶; below 64 that fits into 96 bits.
    (n as u128).pow(16).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_floating_point() {
        for n in 1..64_u32 {
            let expected = (16.0 * f64::from(n).log2()).floor() as u32;
            assert_eq!(log2_16(n), expected, "{n}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_rank() {
        let reductions = Reductions::new(400);
        assert_eq!(reductions.get(8, 16), 3 * ONE, "3 × 4 / 4 plies");
        assert_eq!(reductions.get(8, 0), 0);
        assert!(reductions.get(20, 30) > reductions.get(10, 30));
        assert_eq!(reductions.get(63, 63), reductions.get(100, 200));
    }

    #[test]
    fn multiplying_divides() {
        for divisor in (1..=4_000).step_by(7).chain([342, 4_000]) {
            let reductions = Reductions::new(divisor);
            for depth in 1..64 {
                for rank in 1..64 {
                    let product = (log2_16(depth) * log2_16(rank)) as i32;
                    let expected = (product * 100 / (16 * divisor)).min(8 * ONE);
                    assert_eq!(reductions.get(depth as i32, rank as usize), expected);
                }
            }
        }
    }
}
