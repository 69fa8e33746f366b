//! A match as Portable Game Notation (the standard of 1994), in its export format.

use crate::chess::notation::fen::{self, Rights};
use crate::chess::notation::san;
use crate::chess::rules::chess_move::ChessMove;
use crate::chess::rules::position::Chess;
use crate::{Credits, Export};
use rookery_engine::Position;

/// Lines of the moves are no longer.
const LINE_CHARS: usize = 79;

/// The game from its first position on.
pub fn write(start: &Chess, moves: &[ChessMove], is_960: bool, credits: &Credits) -> Export {
    let result = match credits.outcome {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(0)) => "1-0",
        Some(Some(_)) => "0-1",
    };
    let (year, month, day) = credits.date;
    let [white, black] = &credits.players;
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // Quotation marks are marked, and what would end the line is left out.
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let value = value.replace(char::is_control, "");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    tag("Event", "Casual game");
    tag("Site", "Rookery");
    tag("Date", &format!("{year:04}.{month:02}.{day:02}"));
    tag("Round", "-");
    tag("White", white);
    tag("Black", black);
    tag("Result", result);
    if is_960 {
        tag("Variant", "Chess960");
    }
    let first = fen::print(start, Rights::Wings);
    if first != fen::START {
        tag("SetUp", "1");
        tag("FEN", &first);
    }
    text.push('\n');
    text.push_str(&movetext(start, moves, result));
    Export {
        extension: "pgn",
        media_type: "application/vnd.chess-pgn",
        text,
    }
}

/// Numbers, moves and the result, in lines.
fn movetext(start: &Chess, moves: &[ChessMove], result: &str) -> String {
    let mut words = Vec::new();
    let mut position = *start;
    for &m in moves {
        let number = position.ply() / 2 + 1;
        if position.side() == 0 {
            words.push(format!("{number}."));
        } else if words.is_empty() {
            words.push(format!("{number}..."));
        }
        words.push(san::write(&position, m));
        position.play(m);
    }
    words.push(result.to_owned());
    let (mut text, mut chars) = (String::new(), 0);
    for word in words {
        if chars > 0 && chars + 1 + word.len() > LINE_CHARS {
            text.push('\n');
            chars = 0;
        } else if chars > 0 {
            text.push(' ');
            chars += 1;
        }
        text.push_str(&word);
        chars += word.len();
    }
    text.push('\n');
    text
}
