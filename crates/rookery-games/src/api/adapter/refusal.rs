//! Reasons why a path of tokens is not a legal move, as far as they do not depend on the game.

use crate::api::game::shown_colour;
use crate::{Game, Message};

/// A move that is not finished, or that goes on after its end.
pub(crate) fn of_length(legal: &[Vec<String>], path: &[String]) -> Option<Message> {
    if legal
        .iter()
        .any(|l| l.len() > path.len() && l.starts_with(path))
    {
        return Some(if path.is_empty() {
            Message::new("illegal-empty")
        } else {
            Message::new("illegal-unfinished").with("move", path.join(" "))
        });
    }
    let whole = legal
        .iter()
        .find(|l| l.len() < path.len() && path.starts_with(l))?;
    // A move that may go on elsewhere is not too long: the game knows why not here.
    let goes_on = |l: &Vec<String>| l.len() > whole.len() && l.starts_with(whole);
    (!legal.iter().any(goes_on))
        .then(|| Message::new("illegal-too-long").with("move", whole.join(" ")))
}

/// A typed token as the board spells it, where the two differ by capital letters alone: phones begin with one.
pub(crate) fn as_spelled(game: &dyn Game, token: &str) -> String {
    let board = game.board();
    let spaces = board.spaces.into_iter();
    let choices = game.choices().into_iter().map(|c| c.token.to_owned());
    let mut known = spaces
        .flat_map(|s| [Some(s.id), s.tap])
        .flatten()
        .chain(choices);
    known
        .find(|known| known.eq_ignore_ascii_case(token))
        .unwrap_or_else(|| token.to_owned())
}

/// A token that is nowhere on the board, a piece of the other side, or simply not a legal move.
pub(crate) fn of_path(game: &dyn Game, legal: &[Vec<String>], path: &[String]) -> Message {
    let board = game.board();
    let choices = game.choices();
    let exists = |token: &str| {
        let is_space = board
            .spaces
            .iter()
            .any(|s| s.id == token || s.tap.as_deref() == Some(token));
        is_space || choices.iter().any(|c| c.token == token)
    };
    if path.iter().all(String::is_empty) {
        return Message::new("illegal-empty");
    }
    if let Some(stranger) = path.iter().find(|token| !exists(token)) {
        return Message::new("illegal-no-such-space").with("space", stranger.as_str());
    }
    let pieces = game.pieces();
    let owner = |space: &str| pieces.iter().find(|p| p.at == space).map(|p| p.side);
    let colour = shown_colour(game, game.side());
    let begins_with_own = legal
        .iter()
        .any(|l| l.first().and_then(|first| owner(first)) == Some(colour));
    if let Some(first) = path.first()
        && begins_with_own
        && owner(first) == Some(1 - colour)
    {
        return Message::new("illegal-not-your-piece").with("space", first.as_str());
    }
    Message::new("illegal-not-a-move").with("move", path.join(" "))
}
