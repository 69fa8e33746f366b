//! The 16 terms of a learning polynomial, their correlations with what happens in play, and the terms in reserve (Samuel 1959,
//! second series).

use std::collections::VecDeque;

use crate::checkers::samuel::play::polynomial::Polynomial;
use crate::checkers::samuel::terms::term::{TERMS, TermValues};
use rookery_engine::SplitMix;

/// Terms in use at a time.
pub const ACTIVE: usize = 16;
/// The exponent of the coefficient 2^18, which the term with the greatest correlation gets.
const GREATEST_POWER: f64 = 18.0;
/// The exponent of every coefficient, a power of two, before anything has been learned.
const FIRST_POWER: u32 = 9;
/// The weight of a use falls with the number of earlier uses within these bounds: a new term counts as used 16 times, an old one
/// as 256 times.
const USES: [u32; 2] = [16, 256];
/// Corrections in which a term has the lowest correlation of all, before it goes to the reserve.
const LOW_TALLIES: u32 = 32;

/// A term in use.
#[derive(Clone, Debug, PartialEq)]
pub struct ActiveTerm {
    /// Its number in the list of terms.
    pub term: usize,
    /// The correlation of its sign with that of delta, -1 to 1.
    pub correlation: f64,
    uses: u32,
    low_tally: u32,
}

impl ActiveTerm {
    pub fn new(term: usize) -> Self {
        ActiveTerm {
            term,
            correlation: 0.0,
            uses: 0,
            low_tally: 0,
        }
    }

    /// Moves the correlation towards 1 if the term had the sign of delta, otherwise towards -1: by the distance, divided by the
    /// number of uses, which is rounded down to a power of two between 16 and 256.
    pub fn observe(&mut self, agrees: bool) {
        self.uses += 1;
        let [least, most] = USES;
        let power_of_two = 1 << self.uses.ilog2();
        let uses = f64::from(power_of_two.clamp(least, most));
        let towards = if agrees { 1.0 } else { -1.0 };
        self.correlation -= (self.correlation - towards) / uses;
    }
}

/// A position that was met, as a learner judges it: terms for the side that has just moved.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// The terms of the position.
    pub terms: TermValues,
    /// Whether the learner is the side that has just moved.
    pub is_passive: bool,
}

/// A difference between what a position was thought to be worth and what play has shown.
#[derive(Clone, Copy, Debug)]
pub struct Delta {
    /// Whether the position was better than it was thought to be.
    pub is_positive: bool,
    /// The number of times that it counts: once, twice where pieces were won or lost, four times where a game was.
    pub times: u32,
}

/// Terms in use and terms in reserve.
#[derive(Clone, Debug)]
pub struct TermSelection {
    active: Vec<ActiveTerm>,
    reserve: VecDeque<usize>,
    corrections: u64,
}

impl TermSelection {
    /// A selection left to chance, of equal weights.
    pub fn by_chance(random: &mut SplitMix) -> Self {
        let mut terms: Vec<usize> = (0..TERMS).collect();
        random.shuffle(&mut terms);
        let reserve = terms.split_off(ACTIVE);
        TermSelection {
            active: terms.into_iter().map(ActiveTerm::new).collect(),
            reserve: reserve.into(),
            corrections: 0,
        }
    }

    /// The number of corrections so far.
    pub fn corrections(&self) -> u64 {
        self.corrections
    }

    fn greatest_correlation(&self) -> f64 {
        let magnitudes = self.active.iter().map(|term| term.correlation.abs());
        magnitudes.fold(0.0, f64::max)
    }

    /// The polynomial of these correlations: the coefficient of the greatest is 2^18, and the powers of the others are in proportion.
    pub fn polynomial(&self) -> Polynomial {
        let greatest = self.greatest_correlation();
        let mut coefficients = [0; TERMS];
        for active in &self.active {
            coefficients[active.term] = coefficient(active.correlation, greatest);
        }
        Polynomial { coefficients }
    }

    /// The least difference to learn from: the mean coefficient.
    pub fn least_delta(&self) -> i64 {
        let coefficients = self.polynomial().coefficients;
        let sum: i64 = coefficients.iter().map(|c| i64::from(c.abs())).sum();
        sum / ACTIVE as i64
    }

    /// Learns from a delta. If the position was better than thought, which may be due to a bad move of the other side, only the
    /// terms whose contribution has the opposite sign to the sum are corrected.
    pub fn correct(&mut self, judged: &Judged, delta: Delta) {
        let polynomial = self.polynomial();
        let sign = if judged.is_passive { 1 } else { -1 };
        let sum = sign * polynomial.sum(&judged.terms);
        let least = self.least_delta();
        for active in &mut self.active {
            let value = sign * i64::from(judged.terms.0[active.term]);
            let contribution = value * i64::from(polynomial.coefficients[active.term]);
            let spoke_against = sum.abs() >= least && contribution.signum() == -sum.signum();
            if value == 0 || (delta.is_positive && !spoke_against) {
                continue;
            }
            for _ in 0..delta.times {
                active.observe((value > 0) == delta.is_positive);
            }
        }
        self.corrections += 1;
        self.tally_lowest();
    }

    /// Adds one to the tally of the term with the lowest correlation; after enough tallies the first term of the reserve takes
    /// its place.
    fn tally_lowest(&mut self) {
        let by_correlation = |a: &&mut ActiveTerm, b: &&mut ActiveTerm| {
            a.correlation.abs().total_cmp(&b.correlation.abs())
        };
        let Some(lowest) = self.active.iter_mut().min_by(by_correlation) else {
            return;
        };
        lowest.low_tally += 1;
        if lowest.low_tally >= LOW_TALLIES
            && let Some(fresh) = self.reserve.pop_front()
        {
            self.reserve.push_back(lowest.term);
            *lowest = ActiveTerm::new(fresh);
        }
    }

    /// A change after too many lost games: the correlation of the leading term is set to zero.
    pub fn unseat_leader(&mut self) {
        let greatest = self.greatest_correlation();
        let leads = |active: &&mut ActiveTerm| active.correlation.abs() >= greatest;
        if let Some(leader) = self.active.iter_mut().find(leads) {
            leader.correlation = 0.0;
        }
    }
}

/// The coefficient of a correlation, a power of two with its sign.
fn coefficient(correlation: f64, greatest: f64) -> i32 {
    if greatest == 0.0 {
        return 1 << FIRST_POWER;
    }
    let power = (GREATEST_POWER * correlation.abs() / greatest).round() as u32;
    if correlation < 0.0 {
        -(1 << power)
    } else {
        1 << power
    }
}

#[cfg(test)]
impl TermSelection {
    /// The terms in use.
    pub fn active(&self) -> &[ActiveTerm] {
        &self.active
    }

    /// A selection of these correlations.
    pub fn of(active: Vec<ActiveTerm>, reserve: &[usize]) -> Self {
        TermSelection {
            active,
            reserve: reserve.iter().copied().collect(),
            corrections: 0,
        }
    }
}
