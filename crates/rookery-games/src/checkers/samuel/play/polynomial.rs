//! Linear polynomial of terms, with a whole coefficient for each.

use crate::checkers::samuel::play::scoring::{self, Scoring};
use crate::checkers::samuel::terms::rated_position::RatedPosition;
use crate::checkers::samuel::terms::rating::Rating;
use crate::checkers::samuel::terms::term::{TERMS, TermValues};

/// Coefficients of the polynomial of the rote learner (1959): denial of occupancy, mobility, and control of the centre with advancement,
/// in falling order. Mobility is that of the side to move, and so counts against the side that has moved.
const FIXED: [(Rating, i32); 4] = [
    (Rating::Deny, 1 << 16),
    (Rating::Mob, -(1 << 14)),
    (Rating::Cent, 1 << 13),
    (Rating::Adv, 1 << 13),
];

/// A coefficient for each term, most of them 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    /// In the order of the terms.
    pub coefficients: [i32; TERMS],
}

impl Polynomial {
    /// The polynomial with which Samuel's rote learner played.
    pub fn fixed() -> Self {
        let mut polynomial = Polynomial::empty();
        for (rating, coefficient) in FIXED {
            polynomial.coefficients[rating as usize] = coefficient;
        }
        polynomial
    }

    /// No term at all: the piece advantage alone.
    pub fn empty() -> Self {
        Polynomial {
            coefficients: [0; TERMS],
        }
    }

    /// The sum of the terms' contributions.
    pub fn sum(&self, terms: &TermValues) -> i64 {
        let products = self.coefficients.iter().zip(&terms.0);
        products
            .map(|(&c, &term)| i64::from(c) * i64::from(term))
            .sum()
    }
}

impl Scoring for Polynomial {
    fn score(&self, before: &RatedPosition, now: &RatedPosition) -> i32 {
        scoring::with_terms(&now.sides, self.sum(&now.terms(before)))
    }
}
