//! The status line of a match.

use crate::matches::Status;
use crate::web::board::scene::Scene;
use rookery_games::Message;
use rookery_games::api::view::LegalMove;

/// The line over the board: whose turn it is, or how it ended.
pub fn of(scene: &Scene<'_>, say: &dyn Fn(&Message) -> String) -> String {
    match scene.status {
        Status::Playing => say(&turn(scene)),
        Status::Won | Status::Drawn | Status::Aborted => ended(scene, say),
    }
}

/// The same line for those who hear it, where it has more to tell than the board shows: how many moves there are.
pub fn aloud(
    scene: &Scene<'_>,
    legal: &[LegalMove],
    say: &dyn Fn(&Message) -> String,
) -> Option<String> {
    let moves = || Message::new("board-your-turn-moves").with("count", legal.len());
    scene.is_playable().then(|| say(&moves()))
}

fn turn(scene: &Scene<'_>) -> Message {
    let side = scene.game.side();
    if !scene.is_present {
        return Message::new("board-earlier").with("ply", scene.game.ply());
    }
    if scene.is_playable() {
        return Message::new("board-your-turn");
    }
    if scene.is_thinking {
        return Message::new("board-thinking").with("player", scene.players[side].clone());
    }
    Message::new("board-turn-of").with("side", scene.sides[side].name.clone())
}

fn ended(scene: &Scene<'_>, say: &dyn Fn(&Message) -> String) -> String {
    let reason = scene.ending.as_ref().map(|ending| say(&ending.say));
    let (outcome, is_own) = match (scene.status, scene.ending.as_ref().and_then(|e| e.winner)) {
        (Status::Won, Some(winner)) if scene.me == Some(winner) => {
            (Message::new("board-you-won"), true)
        }
        (Status::Won, Some(_)) if scene.me.is_some() => (Message::new("board-you-lost"), true),
        (Status::Won, Some(winner)) => {
            let side = scene.sides[winner].name.clone();
            (Message::new("board-won").with("side", side), false)
        }
        (Status::Drawn, _) => (Message::new("board-drawn"), false),
        _ => (Message::new("board-stopped"), false),
    };
    match reason {
        Some(reason) if is_own => format!("{} {reason}", say(&outcome)),
        // The reason of a draw begins with "Draw", and that of a win names the winner.
        Some(reason) => reason,
        None => say(&outcome),
    }
}
