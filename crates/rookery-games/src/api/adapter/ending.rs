//! The end of a game: by the rules of its position, or as a draw by its history.

use crate::api::view::Ending;
use crate::{BoardGame, History, Reason};
use rookery_engine::{Outcome, Position};

/// The end of the game, if it has come.
pub(crate) fn of<G: BoardGame>(game: &G, history: &History<G::Position>) -> Option<Ending> {
    let position = history.position();
    let side = position.side();
    let Some(outcome) = position.ended() else {
        return game.draw(history).map(drawn);
    };
    let winner = match outcome {
        Outcome::Win => Some(side),
        Outcome::Loss => Some(1 - side),
        Outcome::Margin(points) if points > 0 => Some(side),
        Outcome::Margin(points) if points < 0 => Some(1 - side),
        Outcome::Draw | Outcome::Margin(_) => None,
    };
    let reason = game.reason(position, winner);
    Some(Ending {
        winner,
        reason: reason.key,
        say: reason.say,
        brief: reason.brief,
    })
}

pub(crate) fn drawn(reason: Reason) -> Ending {
    Ending {
        winner: None,
        reason: reason.key,
        say: reason.say,
        brief: reason.brief,
    }
}
