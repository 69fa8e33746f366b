//! Tests of checkers.

mod differential;
mod evaluation;
mod patterns;
mod perft;
mod reference;
mod text;

use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::DrawRules;
use rookery_engine::{Position, SplitMix};

/// Calls `look` at positions of random games, most of them with kings towards the end.
pub(in crate::checkers) fn random_positions(
    seed: u64,
    games: usize,
    mut look: impl FnMut(&Checkers),
) {
    let mut random = SplitMix::new(seed);
    for _ in 0..games {
        let mut position = Checkers::new(DrawRules::default());
        while position.ended().is_none() {
            look(&position);
            let moves = position.moves();
            position.play(moves[random.below(moves.len())]);
        }
    }
}
