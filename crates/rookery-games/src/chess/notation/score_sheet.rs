//! A match as Portable Game Notation (the standard of 1994), in its export format.

use crate::chess::notation::fen::{self, Rights};
use crate::chess::pgn::write::{movetext, tag};
use crate::chess::pgn::{Passage, PgnMove};
use crate::chess::{Chess, ChessMove};
use crate::{Credits, Export};

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
        // Characters that would end the line are left out.
        text.push_str(&tag(name, &value.replace(char::is_control, "")));
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
    let moves = Passage {
        nodes: moves.iter().copied().map(PgnMove::new).collect(),
        ..Passage::default()
    };
    text.push_str(&movetext(start, &moves, result));
    Export {
        extension: "pgn",
        media_type: "application/vnd.chess-pgn",
        text,
    }
}
