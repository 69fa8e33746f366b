//! What is said about moves, tasks and the end of a game.

use crate::engine::Position;
use crate::games::chess::position::{Chess, SEVENTY_FIVE_MOVES};
use crate::games::chess::role::Role;
use crate::games::{Message, Reason};

/// What a side is called.
pub fn side_name(side: usize) -> Message {
    Message::new(["chess-white", "chess-black"][side])
}

/// What a man is called with its side.
pub fn man_name(side: usize, role: Role) -> Message {
    const NAMES: [[&str; 6]; 2] = [
        [
            "chess-white-pawn",
            "chess-white-knight",
            "chess-white-bishop",
            "chess-white-rook",
            "chess-white-queen",
            "chess-white-king",
        ],
        [
            "chess-black-pawn",
            "chess-black-knight",
            "chess-black-bishop",
            "chess-black-rook",
            "chess-black-queen",
            "chess-black-king",
        ],
    ];
    Message::new(NAMES[side][role as usize])
}

/// What a role is called.
pub fn role_name(role: Role) -> Message {
    Message::new(
        [
            "chess-pawn",
            "chess-knight",
            "chess-bishop",
            "chess-rook",
            "chess-queen",
            "chess-king",
        ][role as usize],
    )
}

/// Why the game is over in this position.
pub fn reason(position: &Chess, winner: Option<usize>) -> Reason {
    let (key, id) = match winner {
        Some(_) => ("checkmate", "chess-end-checkmate"),
        None if position.quiet_plies() >= SEVENTY_FIVE_MOVES => {
            ("seventy-five-moves", "chess-end-seventy-five")
        }
        None if position.outcome().is_some() => ("dead-position", "chess-end-dead"),
        None => ("stalemate", "chess-end-stalemate"),
    };
    let mut say = Message::new(id);
    if let Some(winner) = winner {
        say = say
            .with("winner", side_name(winner))
            .with("loser", side_name(1 - winner));
    }
    Reason { key, say }
}
