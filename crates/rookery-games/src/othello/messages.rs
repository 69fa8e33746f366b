//! Messages about moves, tasks and the end of a game.

use crate::othello::bits;
use crate::othello::disc_move::DiscMove;
use crate::othello::notation;
use crate::othello::position::Othello;
use crate::{Message, Reason};
use rookery_engine::Position;

/// What a side is called.
pub fn side_name(side: usize) -> Message {
    Message::new(match side {
        0 => "othello-dark",
        _ => "othello-light",
    })
}

/// What a side's disc is called.
pub fn disc_name(side: usize) -> Message {
    Message::new(match side {
        0 => "othello-dark-disc",
        _ => "othello-light-disc",
    })
}

/// A move of the side to move.
pub fn say(position: &Othello, m: DiscMove) -> Message {
    let name = side_name(position.side());
    if m == DiscMove::PASS {
        return Message::new("othello-say-pass").with("side", name);
    }
    let turned = bits::flips(position.own, position.other, m.0).count_ones();
    Message::new("othello-say-move")
        .with("side", name)
        .with("square", notation::square_name(m.0))
        .with("count", i64::from(turned))
}

/// What the player must do now.
pub fn task(position: &Othello) -> Message {
    Message::new(match (position.must_pass(), position.side()) {
        (true, _) => "othello-task-pass",
        (false, 0) => "othello-task-dark",
        (false, _) => "othello-task-light",
    })
}

/// Why this is not a legal move.
pub fn why_not(position: &Othello, token: &str) -> Option<Message> {
    if token == "#pass" {
        return Some(Message::new("othello-illegal-pass"));
    }
    let square = notation::parse_square(token)?;
    let name = notation::square_name(square);
    Some(if position.empty() >> square & 1 == 0 {
        Message::new("illegal-occupied").with("square", name)
    } else if position.must_pass() {
        Message::new("othello-illegal-must-pass").with("square", name)
    } else {
        Message::new("othello-illegal-turns-nothing").with("square", name)
    })
}

/// Why the game is over in this position.
pub fn reason(position: &Othello, winner: Option<usize>) -> Reason {
    let count = |side: usize| position.discs(side).count_ones();
    let empty = position.empty().count_ones();
    let Some(winner) = winner else {
        return Reason {
            key: "as-many-discs",
            say: Message::new("othello-end-draw").with("count", i64::from(count(0))),
        };
    };
    let (more, fewer) = (count(winner), count(1 - winner));
    let (key, id) = match (empty, fewer) {
        (0, _) => ("more-discs", "othello-end-full"),
        (_, 0) => ("no-discs", "othello-end-no-discs"),
        (_, _) => ("nobody-can-move", "othello-end-blocked"),
    };
    Reason {
        key,
        say: Message::new(id)
            .with("winner", side_name(winner))
            .with("loser", side_name(1 - winner))
            .with("more", i64::from(more))
            .with("fewer", i64::from(fewer))
            .with("empty", i64::from(empty))
            .with("total", i64::from(more + empty)),
    }
}
