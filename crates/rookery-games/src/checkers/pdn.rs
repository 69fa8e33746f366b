//! A match as Portable Draughts Notation (game type 21, English draughts).

use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::Checkers;
use crate::checkers::{notation, openings, position_text};
use crate::portable_tags::{roster, tag};
use crate::{Credits, Export};
use rookery_engine::Position;

/// The longest line of moves, in characters.
const MOST_COLUMNS: usize = 79;

/// The game from its first position on. Black moves first, so the result is easily misread: as in the standard, `1-0` means that
/// White has won; an extra tag names the winner.
pub fn write(start: &Checkers, moves: &[CheckersMove], credits: &Credits) -> Export {
    let (result, winner) = match credits.outcome {
        None => ("*", None),
        Some(None) => ("1/2-1/2", None),
        Some(Some(0)) => ("0-1", Some("Black")),
        Some(Some(_)) => ("1-0", Some("White")),
    };
    let [black, white] = &credits.players;
    let mut text = roster(credits, white, black, result);
    text += &tag("GameType", "21");
    if let Some(winner) = winner {
        text += &tag("Winner", winner);
    }
    // An opening that was drawn by lot is part of the game.
    let usual = Checkers::new(start.rules());
    let opening = openings::leading_to(start).unwrap_or_default();
    let first = if opening.is_empty() { start } else { &usual };
    let moves = [opening.as_slice(), moves].concat();
    if *first != usual {
        text += &tag("SetUp", "1");
        text += &tag("FEN", &position_text::print_pieces(first));
    }
    text.push('\n');
    text.push_str(&in_lines(&words(first, &moves, result)));
    Export {
        extension: "pdn",
        media_type: "text/plain",
        text,
    }
}

/// The moves with the number of each pair, and the result.
fn words(start: &Checkers, moves: &[CheckersMove], result: &str) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::with_capacity(moves.len() * 3 / 2 + 1);
    for (ply, &m) in (start.side()..).zip(moves) {
        let number = ply / 2 + 1;
        if position.side() == 0 {
            words.push(format!("{number}."));
        } else if words.is_empty() {
            words.push(format!("{number}..."));
        }
        words.push(notation::write(&position, m));
        position.play(m);
    }
    words.push(result.to_owned());
    words
}

/// The words with blanks between, in lines that end before [`MOST_COLUMNS`].
fn in_lines(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 {
            let is_full = column + 1 + word.len() > MOST_COLUMNS;
            text.push(if is_full { '\n' } else { ' ' });
            column = if is_full { 0 } else { column + 1 };
        }
        text.push_str(word);
        column += word.len();
    }
    text + "\n"
}
