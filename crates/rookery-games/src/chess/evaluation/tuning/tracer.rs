//! Tracer of evaluation terms: it adds up weights for the search, or records terms for the tuner.

use crate::chess::evaluation::pair::Pair;
use crate::chess::evaluation::tuning::terms::COUNT;

/// Takes the terms of a position one by one.
pub trait Tracer {
    /// Side 0 or 1 has the term of this number `count` times.
    fn add(&mut self, side: usize, term: usize, count: i32);
}

/// Adds up weights: the lead of White.
pub struct Sum<'a> {
    values: &'a [Pair; COUNT],
    total: Pair,
}

impl<'a> Sum<'a> {
    /// A sum that begins with `total`.
    pub fn new(values: &'a [Pair; COUNT], total: Pair) -> Self {
        Sum { values, total }
    }

    /// The sum so far.
    pub fn total(&self) -> Pair {
        self.total
    }
}

impl Tracer for Sum<'_> {
    #[inline]
    fn add(&mut self, side: usize, term: usize, count: i32) {
        let value = self.values[term] * count;
        if side == 0 {
            self.total += value;
        } else {
            self.total -= value;
        }
    }
}
