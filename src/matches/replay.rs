//! Replay of the moves of a match: the game with its history.

use crate::matches::Error;
use crate::matches::MoveRecord;
use rookery_games::Game;
use rookery_games::GameType;
use rookery_games::Setup;
use rookery_games::api::view::Played;

/// The game with its history.
#[derive(Clone)]
pub(super) struct Replay {
    pub(super) game: Box<dyn Game>,
    /// The last move in words; for the others the stored notation is enough.
    pub(super) last: Option<Played>,
    /// One for each move.
    pub(super) turns: Vec<Turn>,
}

/// What a position says of the players before a move.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// The side that moves; in some games a side moves twice.
    pub(super) mover: usize,
    /// The colour of the first player: in some games the players choose colours on the way.
    pub(super) first_colour: Option<usize>,
}

impl Turn {
    fn of(game: &dyn Game) -> Self {
        Turn {
            mover: game.side(),
            first_colour: game.colour(0),
        }
    }
}

impl Replay {
    /// Plays `moves` from the starting position. A move that was stored without its notation gets it here.
    pub(super) fn of(
        game_type: &dyn GameType,
        setup: &Setup,
        moves: &mut [MoveRecord],
    ) -> Result<Self, Error> {
        let mut line = Replay {
            game: game_type.start(setup)?,
            last: None,
            turns: Vec::with_capacity(moves.len() + 1),
        };
        let total = moves.len();
        for (ply, made) in moves.iter_mut().enumerate() {
            let damaged = |source| Error::Damaged { ply, source };
            if made.notation.is_some() && ply + 1 < total {
                line.advance(&made.path).map_err(damaged)?;
            } else {
                let played = line.play(&made.path).map_err(damaged)?;
                made.notation.get_or_insert_with(|| played.notation.clone());
            }
        }
        Ok(line)
    }

    /// Makes one more move.
    pub(super) fn play(&mut self, path: &[String]) -> Result<&Played, rookery_games::Error> {
        let turn = Turn::of(&*self.game);
        let played = self.game.play(path)?;
        self.turns.push(turn);
        Ok(self.last.insert(played))
    }

    /// Makes one more move whose words are not needed.
    fn advance(&mut self, path: &[String]) -> Result<(), rookery_games::Error> {
        let turn = Turn::of(&*self.game);
        self.game.advance(path)?;
        self.turns.push(turn);
        Ok(())
    }
}
