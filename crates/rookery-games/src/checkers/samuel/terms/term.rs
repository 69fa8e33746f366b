//! Terms of an evaluation: 26 differences of ratings, and 12 that join two of them as logical connectives do.

use crate::checkers::samuel::terms::rating::{Rating, Ratings};

/// Terms that an evaluation may have: Samuel's list of 38.
pub const TERMS: usize = Rating::COUNT + 4 * PAIRS.len();

/// The pairs that are joined, in four ways each: both, the first alone, the second alone, neither.
const PAIRS: [(Rating, Rating); 3] = [
    (Rating::Deny, Rating::Mob),
    (Rating::Mobil, Rating::Deny),
    (Rating::Mobil, Rating::Cent),
];

/// The names of the joined terms, in the order of appendix C.
const JOINED: [&str; 4 * PAIRS.len()] = [
    "DEMO", "DEMMO", "DDEMO", "DDMM", "MODE1", "MODE2", "MODE3", "MODE4", "MOC1", "MOC3", "MOC2",
    "MOC4",
];

/// The name of a term.
pub fn name(term: usize) -> &'static str {
    match term.checked_sub(Rating::COUNT) {
        None => Rating::NAMES[term],
        Some(joined) => JOINED[joined],
    }
}

/// The values of all terms of a position, for the side that has just moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermValues(pub [i8; TERMS]);

impl TermValues {
    /// The ratings of a position less those of the position before the last move, in which the other side was passive: both sides are
    /// rated just after they have moved.
    pub fn between(before: &Ratings, now: &Ratings) -> Self {
        let mut values = [0; TERMS];
        for ((value, now), before) in values.iter_mut().zip(now.all()).zip(before.all()) {
            *value = now - before;
        }
        let joined = PAIRS.into_iter().flat_map(|(first, second)| {
            let [a, b] = [first, second].map(|rating| values[rating as usize] > 0);
            [a && b, a && !b, !a && b, !a && !b]
        });
        let joined: Vec<bool> = joined.collect();
        for (value, holds) in values[Rating::COUNT..].iter_mut().zip(joined) {
            *value = i8::from(holds);
        }
        TermValues(values)
    }
}
