//! Messages about moves, tasks and the end of a game.

use crate::chess::board::bits::first;
use crate::chess::notation::fen::square_name;
use crate::chess::rules::generate;
use crate::chess::rules::position::{Chess, SEVENTY_FIVE_MOVES};
use crate::chess::{ChessMove, Role};
use crate::{Message, Reason};
use rookery_engine::Position;

/// The name of a side, in words.
pub fn side_name(side: usize) -> Message {
    Message::new(["chess-white", "chess-black"][side])
}

/// The name of a role, in words.
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

/// A legal move of the side to move, with check and mate.
pub fn say(position: &Chess, m: ChessMove) -> Message {
    let said = without_check(position, m);
    let next = position.after(m);
    if !next.is_check() {
        said
    } else if generate::has_moves(&next) {
        Message::new("chess-say-check").with("move", said)
    } else {
        Message::new("chess-say-mate").with("move", said)
    }
}

fn without_check(position: &Chess, m: ChessMove) -> Message {
    let side = side_name(position.side());
    if m.is_castling() {
        let (king, rook) = Chess::castled(m.from(), m.to());
        let is_short = m.to() > m.from();
        let id = if is_short {
            "chess-say-castle-short"
        } else {
            "chess-say-castle-long"
        };
        return Message::new(id)
            .with("side", side)
            .with("king", square_name(king))
            .with("rook", square_name(rook));
    }
    let (from, to) = (square_name(m.from()), square_name(m.to()));
    if m.is_en_passant() {
        return Message::new("chess-say-in-passing")
            .with("side", side)
            .with("from", from)
            .with("taken", square_name(m.to() ^ 8))
            .with("to", to);
    }
    let id = match (m.is_capture(), m.promoted().is_some()) {
        (false, false) => "chess-say-move",
        (true, false) => "chess-say-take",
        (false, true) => "chess-say-promote",
        (true, true) => "chess-say-take-promote",
    };
    let mut said = Message::new(id)
        .with("side", side)
        .with("from", from)
        .with("to", to);
    match m.promoted() {
        Some(role) => said = said.with("becomes", role_name(role)),
        None => said = said.with("piece", role_name(m.role())),
    }
    match m.captured() {
        Some(taken) => said.with("taken", role_name(taken)),
        None => said,
    }
}

/// The player's task: `selected` is the piece that was chosen, `arrived` says whether its square was chosen, too.
pub fn task(position: &Chess, selected: Option<Role>, arrived: bool) -> Message {
    match selected {
        _ if arrived => Message::new("chess-task-promote"),
        Some(Role::King) if may_castle(position) => Message::new("chess-task-king-to"),
        Some(role) => Message::new("chess-task-move-to").with("piece", role_name(role)),
        None => match position.checkers().count_ones() {
            0 => Message::new("chess-task-move"),
            1 => {
                let checker = first(position.checkers());
                Message::new("chess-task-check")
                    .with(
                        "piece",
                        role_name(position.role_at(checker).unwrap_or(Role::Pawn)),
                    )
                    .with("square", square_name(checker))
            }
            _ => Message::new("chess-task-double-check"),
        },
    }
}

/// Whether castling is one of the legal moves.
fn may_castle(position: &Chess) -> bool {
    position.moves().iter().any(|m| m.is_castling())
}

/// Why the game is over in this position.
pub fn reason(position: &Chess, winner: Option<usize>) -> Reason {
    let (key, say, brief) = match winner {
        Some(winner) => (
            "checkmate",
            Message::new("chess-end-checkmate")
                .with("winner", side_name(winner))
                .with("loser", side_name(1 - winner)),
            "chess-brief-checkmate",
        ),
        None if !generate::has_moves(position) => (
            "stalemate",
            Message::new("chess-end-stalemate").with("side", side_name(position.side())),
            "chess-brief-stalemate",
        ),
        None if position.quiet_plies() >= SEVENTY_FIVE_MOVES => (
            "seventy-five-moves",
            Message::new("chess-end-seventy-five"),
            "chess-brief-seventy-five",
        ),
        None => (
            "dead-position",
            Message::new("chess-end-dead"),
            "chess-brief-dead",
        ),
    };
    Reason::new(key, say).briefly(Message::new(brief))
}
