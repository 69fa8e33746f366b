//! Reasons why a move of Go is not legal.

use crate::Message;
use crate::go::rules::position::{Ban, GoPosition};

/// The rule that forbids a stone on the point of `path`.
pub fn why_not(position: &GoPosition, path: &[String]) -> Option<Message> {
    let grid = position.goban().grid();
    let point = grid.find(&path.first()?.to_ascii_lowercase())?;
    let id = match position.ban(point)? {
        Ban::Occupied => "illegal-occupied",
        Ban::Suicide => "go-illegal-suicide",
        Ban::Ko => "go-illegal-ko",
        Ban::Superko => "go-illegal-superko",
    };
    Some(Message::new(id).with("square", grid.name(point)))
}
