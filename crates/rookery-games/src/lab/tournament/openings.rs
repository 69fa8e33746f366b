//! Openings of a match: a few random plies, each opening different from those before it as long as there are others.

use std::collections::HashSet;

use crate::protocol::client::MadeMove;
use crate::{Error, Game, GameType, Setup};
use rookery_engine::SplitMix;

/// The most lines that are tried for an opening: if all end early or have been played before, one is taken twice.
const TRIES: usize = 200;

/// An opening of a match.
pub(crate) struct RandomOpening {
    /// The game after it.
    pub game: Box<dyn Game>,
    /// The rules and the first position, with what chance has decided about them.
    pub setup: Setup,
    /// The moves from there.
    pub moves: Vec<MadeMove>,
}

/// The sequence of openings that belongs to a seed.
pub(crate) struct Openings<'a> {
    game_type: &'a dyn GameType,
    setup: &'a Setup,
    plies: usize,
    rng: SplitMix,
    /// Random numbers for what the rules leave to chance about the first position. They come from a generator of their own, so that drawing
    /// them does not change the openings.
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

    /// The next opening: as many random plies as were asked for, after which the game goes on.
    ///
    /// # Errors
    /// A set-up that the game refuses, or [`Error::Opening`] where every line that was tried ends within the plies asked for.
    pub fn next(&mut self) -> Result<RandomOpening, Error> {
        let mut found = None;
        for _ in 0..TRIES {
            let Some(opening) = self.line()? else {
                continue;
            };
            if self.seen.insert(opening.game.hash()) {
                return Ok(opening);
            }
            found = Some(opening);
        }
        found.ok_or(Error::Opening(self.plies))
    }

    /// A random line; `None` where it ends the game.
    fn line(&mut self) -> Result<Option<RandomOpening>, Error> {
        let chance = self.lots.next();
        let setup = self.game_type.decide(self.setup.clone(), chance)?;
        let mut game = self.game_type.start(&setup)?;
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let legal = game.legal();
            if legal.is_empty() {
                return Ok(None);
            }
            let path = &legal[self.rng.below(legal.len())].path;
            moves.push(MadeMove::of(&*game, path));
            game.play(path)?;
        }
        let goes_on = game.ending().is_none();
        Ok(goes_on.then_some(RandomOpening { game, setup, moves }))
    }
}
