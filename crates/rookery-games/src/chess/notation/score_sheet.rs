//! A match as Portable Game Notation (the standard of 1994), in its export format.

use crate::chess::notation::fen::{self, Rights};
use crate::chess::pgn::write::movetext;
use crate::chess::pgn::{Passage, PgnMove};
use crate::chess::{Chess, ChessMove};
use crate::portable_tags::{roster, tag};
use crate::{Credits, Export};

/// The game from its first position on. The variant gets a tag in Chess960, and wherever castling shows that the array is not the
/// usual one: without the tag, other programs do not understand the position.
pub fn write(start: &Chess, moves: &[ChessMove], is_960: bool, credits: &Credits) -> Export {
    let result = match credits.outcome {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(0)) => "1-0",
        Some(Some(_)) => "0-1",
    };
    let [white, black] = &credits.players;
    let mut text = roster(credits, white, black, result);
    if is_960 || !start.castles_as_usual() {
        text += &tag("Variant", "Chess960");
    }
    let first = fen::print(start, Rights::Wings);
    if first != fen::START {
        text += &tag("SetUp", "1");
        text += &tag("FEN", &first);
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
