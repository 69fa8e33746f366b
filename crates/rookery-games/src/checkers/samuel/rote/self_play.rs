//! Rote learning (Samuel 1959): games of a player against itself, whose positions are kept with the values backed up to them.

use crate::checkers::samuel::play::look_ahead::LookAhead;
use crate::checkers::samuel::play::played_game::{PlayedGame, ballots};
use crate::checkers::samuel::play::scoring::Scoring;
use crate::checkers::samuel::rote::memory::{MemoryLimits, RoteMemory};
use rookery_engine::{Control, SplitMix};

/// Samuel's tape had 53,000 positions. A game ages all by one.
const LIMITS: MemoryLimits = MemoryLimits {
    positions: 200_000,
    first_age: 200,
    last_age: 1_000,
};

/// The memory after games of a player against itself, from openings that the seed decides; `None` where `control` stopped them.
pub fn learn(
    scoring: &dyn Scoring,
    plies: u32,
    games: u64,
    seed: u64,
    control: &Control,
    progress: &mut dyn FnMut(u64),
) -> Option<RoteMemory> {
    let mut random = SplitMix::new(seed);
    let openings = ballots(&mut random);
    let mut memory = RoteMemory::new(LIMITS);
    for (number, opening) in (1..=games).zip(openings.iter().cycle()) {
        let mut game = PlayedGame::from(opening.clone());
        while game.halves().is_none() {
            let mut look_ahead = LookAhead::new(scoring, plies).remembering(Some(&mut memory));
            let Some(choice) = look_ahead.choose(&game.now, Some(&mut random)) else {
                break;
            };
            memory.store(&game.now.position, choice.backed_up);
            game.play(choice.best);
        }
        memory.grow_older();
        progress(number);
        if control.is_stopped() {
            return None;
        }
    }
    Some(memory)
}
