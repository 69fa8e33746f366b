//! A hint: the move that the best level would make.

use crate::matches::Match;
use crate::matches::Player;
use crate::matches::Refusal;
use crate::service::Error;
use crate::service::MatchRef;
use crate::service::MatchService;
use crate::work::JobError;
use rookery_engine::Control;
use rookery_engine::SearchReport;
use rookery_games::Message;

/// A move that the engine would make in the player's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The ply of the position that it is meant for.
    pub ply: usize,
    /// The move's tokens.
    pub path: Vec<String>,
    /// The move in the usual notation.
    pub notation: String,
    /// The move in words.
    pub say: Message,
}

impl MatchService {
    /// Searches the position for the player whose turn it is, at the best level. Dropping the future stops the search.
    ///
    /// # Errors
    /// [`Error::Refused`] for a spectator, out of turn, or after the end; [`Error::Busy`] when the engine has no room, [`Error::Limited`]
    /// when too many searches of this player wait; [`Error::EngineFailed`].
    pub async fn hint(
        &self,
        game: impl Into<MatchRef>,
        who: Option<Player>,
    ) -> Result<Hint, Error> {
        let game = self.matches.find(game.into(), who).await?;
        let player = who.and_then(|player| game.side_of(player).map(|side| (player, side)));
        let request = match player {
            None => Err(Refusal::NotAPlayer),
            Some((player, side)) => game.hint_request(side).map(|request| (player, request)),
        };
        let (player, request) = match request {
            Ok(asked) => asked,
            Err(why) => {
                return Err(Error::Refused { why, current: game });
            }
        };
        let report = if game.game_type().sheet().is_solved {
            game.game().search(&request, &Control::unlimited())
        } else {
            let ticket = self.engine.search(Some(player), &game, request)?;
            self.engine
                .until_stop(ticket)
                .await
                .map_err(|failure| match failure {
                    JobError::Stopped => Error::busy(),
                    JobError::Panicked(words) => Error::EngineFailed(words),
                })?
        };
        hint_of(&game, &report)
    }
}

fn hint_of(game: &Match, report: &SearchReport) -> Result<Hint, Error> {
    let legal = game.game().legal();
    let found = report
        .best
        .as_ref()
        .and_then(|best| legal.into_iter().find(|m| m.path == *best));
    let Some(found) = found else {
        return Err(Error::EngineFailed(format!(
            "it found no legal move at ply {}",
            game.game().ply()
        )));
    };
    Ok(Hint {
        ply: game.game().ply(),
        notation: found.alt.first().cloned().unwrap_or_default(),
        path: found.path,
        say: found.say,
    })
}
