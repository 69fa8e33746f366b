//! The sequential probability ratio test (SPRT; Wald, 1945) on pairs of games: play until the results decide between two
//! hypotheses about the difference in strength.

use crate::lab::tournament::MatchScore;
use crate::lab::tournament::match_score::{expected_score, moments};

/// Either hypothesis is wrongly taken once in twenty tests.
const ERROR_RATE: f64 = 0.05;

/// A result that has not occurred counts as half a pair: the first few pairs are often alike, and their spread would be none.
const NEVER: f64 = 0.5;

/// Two hypotheses about the difference in strength of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    low: f64,
    high: f64,
}

/// The outcome of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The first player is stronger by the larger difference.
    Accepted,
    /// It is not: the smaller difference explains the results better.
    Rejected,
}

impl Sprt {
    /// The test of `high` Elo against `low`; `None` where `high` is not above `low`.
    pub fn new(low: f64, high: f64) -> Option<Self> {
        let is_usable = low.is_finite() && high.is_finite() && low < high;
        is_usable.then_some(Sprt { low, high })
    }

    /// The logarithm of the likelihood ratio of the two hypotheses, in the normal approximation for the mean of pairs.
    pub fn llr(&self, score: &MatchScore) -> f64 {
        let pairs: u64 = score.pairs.iter().sum();
        if pairs == 0 {
            return 0.0;
        }
        let (mean, variance) = moments(score.pairs.map(|n| (n as f64).max(NEVER)));
        let (low, high) = (expected_score(self.low), expected_score(self.high));
        pairs as f64 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// The log likelihood ratio at which the test ends, either way.
    pub fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// The verdict, once the results decide it.
    pub fn verdict(&self, score: &MatchScore) -> Option<SprtVerdict> {
        match self.llr(score) {
            llr if llr >= Sprt::bound() => Some(SprtVerdict::Accepted),
            llr if llr <= -Sprt::bound() => Some(SprtVerdict::Rejected),
            _ => None,
        }
    }
}
