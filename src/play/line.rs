//! The moves of a match played one after the other: the game, and how it came about.

use crate::games;
use crate::games::Game;
use crate::games::Kind;
use crate::games::Setup;
use crate::games::view::Played;
use crate::play::Error;
use crate::play::MoveRecord;

/// The game and how it came about.
pub(super) struct Line {
    pub(super) game: Box<dyn Game>,
    pub(super) played: Vec<Played>,
    /// The side that made each move; in some games a side moves twice.
    pub(super) movers: Vec<usize>,
}

impl Line {
    /// Plays `moves` from the first position.
    pub(super) fn replay(
        kind: &dyn Kind,
        setup: &Setup,
        moves: &[MoveRecord],
    ) -> Result<Self, Error> {
        let mut line = Line {
            game: kind.start(setup)?,
            played: Vec::with_capacity(moves.len()),
            movers: Vec::with_capacity(moves.len()),
        };
        for (ply, made) in moves.iter().enumerate() {
            line.play(&made.path)
                .map_err(|source| Error::Damaged { ply, source })?;
        }
        Ok(line)
    }

    /// Makes one more move.
    pub(super) fn play(&mut self, path: &[String]) -> Result<(), games::Error> {
        let mover = self.game.side();
        self.played.push(self.game.play(path)?);
        self.movers.push(mover);
        Ok(())
    }
}
