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
    // If another legal move goes on after the same tokens, the path is not simply too long: the game knows why it cannot go on
    // like this.
    let goes_on = |l: &Vec<String>| l.len() > whole.len() && l.starts_with(whole);
    (!legal.iter().any(goes_on))
        .then(|| Message::new("illegal-too-long").with("move", whole.join(" ")))
}

/// All known tokens: the names of the spaces, the tokens that taps on them send, and the choices offered now.
fn tokens(game: &dyn Game) -> Vec<String> {
    let spaces = game.board().spaces.into_iter();
    let spaces = spaces.flat_map(|s| [Some(s.id), s.tap]).flatten();
    let choices = game.choices().into_iter().map(|c| c.token.to_owned());
    spaces.chain(choices).collect()
}

/// The tokens of a typed path as the board spells them, if the two differ only in upper and lower case: phones capitalise the
/// first letter.
pub(crate) fn as_spelled(game: &dyn Game, text: &str) -> Vec<String> {
    let known = tokens(game);
    let typed = text.split(',').map(str::trim).filter(|t| !t.is_empty());
    let spelled = typed.map(|typed| {
        let found = known.iter().find(|known| known.eq_ignore_ascii_case(typed));
        found.map_or_else(|| typed.to_owned(), String::clone)
    });
    spelled.collect()
}

/// A token that is nowhere on the board, a piece of the other side, or simply not a legal move.
pub(crate) fn of_path(game: &dyn Game, legal: &[Vec<String>], path: &[String]) -> Message {
    if path.iter().all(String::is_empty) {
        return Message::new("illegal-empty");
    }
    let known = tokens(game);
    if let Some(stranger) = path.iter().find(|token| !known.contains(token)) {
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
