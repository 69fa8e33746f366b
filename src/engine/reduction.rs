//! Late move reductions: how much less deep a move is searched that stands late in the order of a deep node.

use crate::engine::searcher::ONE;

/// Depths and ranks beyond this are treated as this.
const SIZE: usize = 64;

/// Sixteenths of a ply by depth and rank: the product of their logarithms, so that both must be large.
pub(super) struct Reductions {
    table: Box<[[u8; SIZE]; SIZE]>,
}

impl Reductions {
    /// `divisor` in hundredths: log₂ depth × log₂ rank × 100 / `divisor` plies.
    pub fn new(divisor: i32) -> Self {
        let mut table = Box::new([[0; SIZE]; SIZE]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (rank, cell) in row.iter_mut().enumerate().skip(1) {
                let product = log2_16(depth as u32) * log2_16(rank as u32);
                // Both factors are in sixteenths, and so is the result.
                let sixteenths = product * 100 / (16 * divisor.max(1));
                *cell = sixteenths.min(8 * ONE) as u8;
            }
        }
        Reductions { table }
    }

    /// Sixteenths of a ply for the move of this rank (from 0) at this depth, plies.
    pub fn get(&self, depth: i32, rank: usize) -> i32 {
        let depth = usize::try_from(depth).unwrap_or(0).min(SIZE - 1);
        self.table[depth][rank.min(SIZE - 1)].into()
    }
}

/// Sixteenths of the logarithm to the base 2, rounded down; integers only, so that it is the same on every machine.
fn log2_16(n: u32) -> i32 {
    // 16 log₂ n = log₂ n¹⁶; below 64 that fits into 96 bits.
    u128::from(n).pow(16).ilog2() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_floating_point() {
        for n in 1..64_u32 {
            let expected = (16.0 * f64::from(n).log2()).floor() as i32;
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
}
