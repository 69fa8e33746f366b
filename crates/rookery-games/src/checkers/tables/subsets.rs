//! Sets of squares numbered by size: the rank of a set among all of its size, and back.
//!
//! Ranks count in the order of the sets as numbers, so that the sets within the first 28 squares, where men may stand, come first.

use std::sync::OnceLock;

use crate::binomial;
use crate::checkers::rules::squares::{self, SquareSet};

/// The largest sets that are numbered.
pub const LARGEST: usize = 4;

/// `BINOMIAL[n][k]`, the number of sets of `k` among `n`.
static BINOMIAL: [[usize; LARGEST + 1]; squares::COUNT] = binomial::table();

/// The rank of a set among all of its size (the combinatorial number system).
pub fn rank(set: SquareSet) -> usize {
    let terms = (1..).zip(squares::each(set));
    let numbers = terms.map(|(k, square)| BINOMIAL[usize::from(square)][k]);
    numbers.sum()
}

/// All sets of each size, in the order of their ranks.
#[derive(Debug)]
pub struct SubsetLists([OnceLock<Vec<SquareSet>>; LARGEST + 1]);

impl SubsetLists {
    pub const fn new() -> Self {
        SubsetLists([const { OnceLock::new() }; LARGEST + 1])
    }

    /// The sets of `size` squares.
    pub fn of_size(&self, size: usize) -> &[SquareSet] {
        self.0[size].get_or_init(|| {
            let mut sets = vec![0];
            for _ in 0..size {
                let longer = |set: &SquareSet| {
                    let set = *set;
                    let above = 32 - set.leading_zeros();
                    (above..32).map(move |square| set | 1 << square)
                };
                sets = sets.iter().flat_map(longer).collect();
            }
            sets.sort_unstable();
            sets
        })
    }
}
