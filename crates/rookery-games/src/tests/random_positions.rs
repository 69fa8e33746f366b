//! The positions of random games, for tests that compare a fast count with a slow one.

use rookery_engine::learning::random_move;
use rookery_engine::{Position, SplitMix};

/// Calls `look` at each position of `games` random games from `first` on at which the game is not over.
pub fn random_positions<P: Position>(seed: u64, games: usize, first: P, mut look: impl FnMut(&P)) {
    let mut random = SplitMix::new(seed);
    for _ in 0..games {
        let mut position = first.clone();
        while let Some(m) = random_move(&position, &mut random) {
            look(&position);
            position.play(m);
        }
    }
}
