//! Othello against published figures and against a second, slow implementation of its rules.

mod endgame;
mod evaluation;
mod rules;
mod slow;
mod text;

use crate::othello::position::Othello;
use rookery_engine::{Position, SplitMix};

/// Calls `look` at every position of `games` random games, the last of each included.
pub fn random_games(seed: u64, games: usize, mut look: impl FnMut(&Othello)) {
    let mut random = SplitMix::new(seed);
    for _ in 0..games {
        let mut position = Othello::default();
        let mut moves = Vec::new();
        loop {
            look(&position);
            moves.clear();
            position.generate(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
}
