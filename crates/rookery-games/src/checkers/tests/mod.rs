//! Tests of checkers.

mod differential;
mod evaluation;
mod patterns;
mod perft;
mod reference;
mod text;

use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::DrawRules;

/// Calls `look` at positions of random games, most of them with kings towards the end.
pub(in crate::checkers) fn random_positions(seed: u64, games: usize, look: impl FnMut(&Checkers)) {
    let first = Checkers::new(DrawRules::default());
    crate::tests::random_positions::random_positions(seed, games, first, look);
}
