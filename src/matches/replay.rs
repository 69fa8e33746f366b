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
    /// The side that made each move; in some games a side moves twice.
    pub(super) movers: Vec<usize>,
    /// The colour of the first player before each move: in some games the players choose colours on the way.
    pub(super) first_colours: Vec<Option<usize>>,
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
            movers: Vec::with_capacity(moves.len() + 1),
            first_colours: Vec::with_capacity(moves.len() + 1),
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
        let before = (self.game.side(), self.game.colour(0));
        let played = self.game.play(path)?;
        self.movers.push(before.0);
        self.first_colours.push(before.1);
        Ok(self.last.insert(played))
    }

    /// Makes one more move whose words are not needed.
    fn advance(&mut self, path: &[String]) -> Result<(), rookery_games::Error> {
        let before = (self.game.side(), self.game.colour(0));
        self.game.advance(path)?;
        self.movers.push(before.0);
        self.first_colours.push(before.1);
        Ok(())
    }
}
