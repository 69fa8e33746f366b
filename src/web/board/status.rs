//! The status line of a match.

use crate::matches::Status;
use crate::web::board::scene::Scene;
use rookery_games::Message;
use rookery_games::api::view::LegalMove;

/// The line over the board: whose turn it is and how many moves there are, or how it ended.
pub fn of(scene: &Scene<'_>, legal: &[LegalMove], say: &dyn Fn(&Message) -> String) -> String {
    match scene.status {
        Status::Playing => say(&turn(scene, legal)),
        Status::Won | Status::Drawn | Status::Aborted => ended(scene, say),
    }
}

fn turn(scene: &Scene<'_>, legal: &[LegalMove]) -> Message {
    let side = scene.game.side();
    if !scene.is_present {
        return Message::new("board-earlier").with("ply", scene.game.ply());
    }
    if scene.is_playable() {
        return Message::new("board-your-turn").with("count", legal.len());
    }
    if scene.is_thinking {
        return Message::new("board-thinking").with("player", scene.players[side].clone());
    }
    Message::new("board-turn-of").with("side", scene.sides[side].name.clone())
}

fn ended(scene: &Scene<'_>, say: &dyn Fn(&Message) -> String) -> String {
    let outcome = match (scene.status, scene.ending.as_ref().and_then(|e| e.winner)) {
        (Status::Won, Some(winner)) if scene.me == Some(winner) => Message::new("board-you-won"),
        (Status::Won, Some(_)) if scene.me.is_some() => Message::new("board-you-lost"),
        (Status::Won, Some(winner)) => {
            Message::new("board-won").with("side", scene.sides[winner].name.clone())
        }
        (Status::Drawn, _) => Message::new("board-drawn"),
        _ => Message::new("board-stopped"),
    };
    let reason = scene.ending.as_ref().map(|ending| say(&ending.say));
    match reason {
        Some(reason) => format!("{} {reason}", say(&outcome)),
        None => say(&outcome),
    }
}
