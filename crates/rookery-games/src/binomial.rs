//! Binomial coefficients: the number of sets of a size, by which endgame tables number sets of squares or points.

/// The number of sets of `k` among `n`; none where `k` is larger.
pub const fn choose(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    let mut product = 1;
    let mut i = 0;
    while i < k {
        product = product * (n - i) / (i + 1);
        i += 1;
    }
    product
}

/// All of them below given bounds: `table[n][k]` is [`choose`]`(n, k)`, for `n` below `N` and `k` below `K`.
pub const fn table<const K: usize, const N: usize>() -> [[usize; K]; N] {
    let mut table = [[0; K]; N];
    let mut n = 0;
    while n < N {
        let mut k = 0;
        while k < K {
            table[n][k] = choose(n, k);
            k += 1;
        }
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of Pascal's triangle.
    #[test]
    fn numbers_are_those_of_pascals_triangle() {
        assert_eq!(table::<5, 5>()[4], [1, 4, 6, 4, 1]);
        assert_eq!(table::<4, 3>()[2], [1, 2, 1, 0]);
        assert_eq!(choose(45, 5), 1_221_759);
    }
}
