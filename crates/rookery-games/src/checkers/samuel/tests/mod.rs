//! Tests of Samuel's learning.

use crate::checkers::position_text;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::DrawRules;
use crate::checkers::samuel::terms::rated_position::RatedPosition;
use rookery_engine::{Position, SplitMix};

mod course;
mod generalisation;
mod look_ahead;
mod mobility;
mod rote;
mod signature;
mod terms;

fn rated(text: &str) -> RatedPosition {
    let read = position_text::parse(text, DrawRules::default());
    RatedPosition::new(read.unwrap_or_else(|fault| panic!("{text}: {fault}")))
}

/// Calls `look` at the positions of random games, most of them with kings towards the end.
fn random_positions(seed: u64, games: usize, mut look: impl FnMut(&Checkers)) {
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
