//! A middlegame and an endgame value in one number, so that one addition adds both.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use rookery_engine::Score;

/// Two values, centipawns, each within ±32767: the endgame's in the upper half, the middlegame's in the lower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(i32);

impl Pair {
    /// Nothing in both.
    pub const ZERO: Pair = Pair(0);

    /// Both values.
    pub const fn new(middlegame: i16, endgame: i16) -> Self {
        Pair(((endgame as i32) << 16).wrapping_add(middlegame as i32))
    }

    /// The value in the middlegame.
    #[inline]
    pub const fn middlegame(self) -> Score {
        self.0 as i16 as Score
    }

    /// The value in the endgame.
    #[inline]
    pub const fn endgame(self) -> Score {
        // A negative lower half has borrowed from the upper.
        (self.0.wrapping_add(0x8000) >> 16) as i16 as Score
    }
}

impl Add for Pair {
    type Output = Pair;

    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Pair {
    type Output = Pair;

    #[inline]
    fn neg(self) -> Pair {
        Pair(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    #[inline]
    fn mul(self, factor: i32) -> Pair {
        Pair(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_are_kept_through_sums_and_products() {
        let values = [-9_000, -321, -1, 0, 1, 77, 9_000];
        for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
            for (c, d) in values.iter().flat_map(|&c| values.map(|d| (c, d))) {
                let sum = Pair::new(a, b) + Pair::new(c, d);
                assert_eq!(sum.middlegame(), Score::from(a) + Score::from(c));
                assert_eq!(sum.endgame(), Score::from(b) + Score::from(d));
                let difference = Pair::new(a, b) - Pair::new(c, d);
                assert_eq!(difference.middlegame(), Score::from(a) - Score::from(c));
                assert_eq!(difference.endgame(), Score::from(b) - Score::from(d));
            }
            let thrice = Pair::new(a, b) * -3;
            assert_eq!(thrice.middlegame(), -3 * Score::from(a));
            assert_eq!(thrice.endgame(), -3 * Score::from(b));
        }
    }
}
