//! The end of a game: by the rules of its position, or as a draw by what the whole game was.

use crate::engine::{Outcome, Position};
use crate::games::api::view::Ending;
use crate::games::lab::solution;
use crate::games::{BoardGame, History, Reason};

/// How the game has ended, if it has.
pub(in crate::games) fn of<G: BoardGame>(
    game: &G,
    history: &History<G::Position>,
) -> Option<Ending> {
    let position = history.position();
    let side = position.side();
    let Some(outcome) = solution::ended(position) else {
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
    })
}

/// A draw for a reason.
pub(in crate::games) fn drawn(reason: Reason) -> Ending {
    Ending {
        winner: None,
        reason: reason.key,
        say: reason.say,
    }
}
