//! Messages about moves, tasks and the end of a game.

use crate::api::view::Tone;
use crate::morabaraba::rules::cow_move::CowMove;
use crate::morabaraba::rules::points;
use crate::morabaraba::rules::position::Morabaraba;
use crate::morabaraba::rules::rule_options::{FirstMover, QUIET_LIMIT_PLIES, Rules};
use crate::{Message, Reason};
use rookery_engine::Position;

/// The tone of a side's cows.
pub fn tone(rules: Rules, side: usize) -> Tone {
    match (rules.first, side) {
        (FirstMover::Dark, 0) | (FirstMover::Light, 1) => Tone::Dark,
        _ => Tone::Light,
    }
}

/// What a side is called.
pub fn side_name(rules: Rules, side: usize) -> Message {
    match tone(rules, side) {
        Tone::Dark => Message::new("morabaraba-dark"),
        Tone::Light => Message::new("morabaraba-light"),
    }
}

/// What a side's cow is called.
pub fn cow_name(rules: Rules, side: usize) -> Message {
    match tone(rules, side) {
        Tone::Dark => Message::new("morabaraba-dark-cow"),
        Tone::Light => Message::new("morabaraba-light-cow"),
    }
}

/// A move of the side to move.
pub fn say(position: &Morabaraba, m: CowMove) -> Message {
    let side = position.side();
    let id = match (m.from(), position.flies(side), m.shot()) {
        (None, _, None) => "morabaraba-say-place",
        (None, _, Some(_)) => "morabaraba-say-place-shoot",
        (Some(_), false, None) => "morabaraba-say-move",
        (Some(_), false, Some(_)) => "morabaraba-say-move-shoot",
        (Some(_), true, None) => "morabaraba-say-fly",
        (Some(_), true, Some(_)) => "morabaraba-say-fly-shoot",
    };
    let mut message = Message::new(id)
        .with("side", side_name(position.rules(), side))
        .with("to", points::name(m.to()));
    if let Some(from) = m.from() {
        message = message.with("from", points::name(from));
    }
    if let Some(shot) = m.shot() {
        message = message.with("shot", points::name(shot));
    }
    message
}

/// What the player must do after `taps` taps of a move.
pub fn task(position: &Morabaraba, taps: usize) -> Message {
    let side = position.side();
    let flies = position.flies(side);
    Message::new(match (position.hand(side) > 0, taps) {
        (true, 0) => "morabaraba-task-place",
        (false, 0) if flies => "morabaraba-task-fly",
        (false, 0) => "morabaraba-task-move",
        (false, 1) if flies => "morabaraba-task-fly-to",
        (false, 1) => "morabaraba-task-move-to",
        _ => "morabaraba-task-shoot",
    })
}

/// Why the game is over in this position.
pub fn reason(position: &Morabaraba, winner: Option<usize>) -> Reason {
    let Some(winner) = winner else {
        return drawn(position);
    };
    let (key, id) = if position.cow_count(1 - winner) < 3 {
        ("two-cows", "morabaraba-end-two-cows")
    } else {
        ("blocked", "morabaraba-end-blocked")
    };
    let name = |side| side_name(position.rules(), side);
    Reason {
        key,
        say: Message::new(id)
            .with("winner", name(winner))
            .with("loser", name(1 - winner)),
    }
}

fn drawn(position: &Morabaraba) -> Reason {
    let (key, id) = if position.empty() == 0 {
        ("full-board", "morabaraba-end-full-board")
    } else if position.counted_draw() == Some(QUIET_LIMIT_PLIES) {
        ("hundred-plies", "morabaraba-end-hundred-plies")
    } else {
        ("ten-moves", "morabaraba-end-ten-moves")
    };
    Reason {
        key,
        say: Message::new(id),
    }
}

/// The draw that the list of earlier positions shows.
pub fn repetition() -> Reason {
    Reason {
        key: "repetition",
        say: Message::new("draw-repetition"),
    }
}
