//! Openings of a match: a few random plies, each opening different from those before it as long as there are others.

use std::collections::HashSet;

use crate::{Error, Game, GameType, Setup};
use rookery_engine::SplitMix;

/// The most lines that are tried for an opening: if all end early or have been played before, one is taken twice.
const TRIES: usize = 200;

/// The sequence of openings that belongs to a seed.
pub(crate) struct Openings<'a> {
    game_type: &'a dyn GameType,
    setup: &'a Setup,
    plies: usize,
    rng: SplitMix,
    /// What the rules leave to chance about the first position: numbers of their own, so that games without a lot keep their openings.
    lots: SplitMix,
    seen: HashSet<u64>,
}

impl<'a> Openings<'a> {
    pub fn new(game_type: &'a dyn GameType, setup: &'a Setup, plies: usize, seed: u64) -> Self {
        Openings {
            game_type,
            setup,
            plies,
            rng: SplitMix::new(seed),
            lots: SplitMix::new(!seed),
            seen: HashSet::new(),
        }
    }

    /// The next opening: a game that goes on, after as many random plies as were asked for.
    ///
    /// # Errors
    /// A set-up that the game refuses, or [`Error::Opening`] where every line that was tried ends within the plies asked for.
    pub fn next(&mut self) -> Result<Box<dyn Game>, Error> {
        let mut found = None;
        for _ in 0..TRIES {
            let Some(game) = self.line()? else {
                continue;
            };
            if self.seen.insert(game.hash()) {
                return Ok(game);
            }
            found = Some(game);
        }
        found.ok_or(Error::Opening(self.plies))
    }

    /// A random line; `None` where it ends the game.
    fn line(&mut self) -> Result<Option<Box<dyn Game>>, Error> {
        let chance = self.lots.next();
        let setup = self.game_type.decide(self.setup.clone(), chance)?;
        let mut game = self.game_type.start(&setup)?;
        for _ in 0..self.plies {
            let legal = game.legal();
            if legal.is_empty() {
                return Ok(None);
            }
            game.play(&legal[self.rng.below(legal.len())].path)?;
        }
        Ok(game.ending().is_none().then_some(game))
    }
}
