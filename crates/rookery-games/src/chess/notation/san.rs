//! Moves as text: standard algebraic notation (FIDE Laws, appendix C) and the coordinates of engines (UCI).

use crate::chess::board::bits::{bit, file, rank};
use crate::chess::notation::fen::{file_letter, square_name, square_named};
use crate::chess::rules::generate;
use crate::chess::{Chess, ChessMove, Role};
use crate::text::{quoted, without_move_number};
use rookery_engine::Position;

/// A legal move in standard algebraic notation, with the signs of check and mate.
pub fn write(position: &Chess, m: ChessMove) -> String {
    let mut text = without_check(position, m);
    let next = position.after(m);
    if next.is_check() {
        text.push(if generate::has_moves(&next) { '+' } else { '#' });
    }
    text
}

fn without_check(position: &Chess, m: ChessMove) -> String {
    if m.is_castling() {
        let is_short = m.to() > m.from();
        return if is_short { "O-O" } else { "O-O-O" }.to_owned();
    }
    let mut text = String::new();
    let is_capture = m.is_capture();
    if m.role() == Role::Pawn {
        if is_capture {
            text.push(file_letter(m.from()));
        }
    } else {
        text.push(m.role().letter());
        text.push_str(&origin(position, m));
    }
    if is_capture {
        text.push('x');
    }
    text.push_str(&square_name(m.to()));
    if let Some(role) = m.promoted() {
        text.push('=');
        text.push(role.letter());
    }
    text
}

/// As much of the first square as is needed to tell the piece from others of its kind that could go there: the file if that is
/// enough, else the rank, else both.
fn origin(position: &Chess, m: ChessMove) -> String {
    let alike = position.pieces_of(position.side(), m.role()) & !bit(m.from());
    if position.attackers(m.to(), position.occupied()) & alike == 0 {
        // The usual case: no legal moves have to be examined.
        return String::new();
    }
    let rivals: Vec<_> = position
        .moves()
        .into_iter()
        .filter(|other| other.role() == m.role() && other.to() == m.to())
        .filter(|other| other.from() != m.from() && !other.is_castling())
        .map(ChessMove::from)
        .collect();
    let name = square_name(m.from());
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|&r| file(r) != file(m.from())) {
        name[..1].to_owned()
    } else if rivals.iter().all(|&r| rank(r) != rank(m.from())) {
        name[1..].to_owned()
    } else {
        name
    }
}

/// The legal move that a text names.
///
/// # Errors
/// Why the text names no legal move, or which ones it could name.
pub fn read(position: &Chess, text: &str) -> Result<ChessMove, String> {
    let said = quoted(text);
    match named(position, text).as_slice() {
        [] => Err(format!("{said} is not a legal move here")),
        &[m] => Ok(m),
        several => {
            let names: Vec<_> = several.iter().map(|&m| write(position, m)).collect();
            Err(format!("{said} could be {}", names.join(" or ")))
        }
    }
}

/// The legal moves that a text could name: standard algebraic notation, with or without the signs for captures, en passant,
/// check, mate and comment, or coordinates.
pub fn named(position: &Chess, text: &str) -> Vec<ChessMove> {
    let tidied = tidied(text);
    let bare = without_signs(&tidied);
    let moves = position.moves();
    if let Some(m) = find_coordinates(&moves, bare) {
        return vec![m];
    }
    let plain = plain(bare);
    // A text with a sign for a capture must mean one.
    let must_capture = bare.contains(['x', ':']);
    let named = moves.iter().copied().filter(|&m| answers(m, &plain));
    named.filter(|m| m.is_capture() || !must_capture).collect()
}

/// The text without a move number in front (`1.`, `23...`), and with letters in place of the figurines of Unicode.
pub fn tidied(text: &str) -> String {
    const FIGURINES: [&str; 6] = ["♔♚", "♕♛", "♖♜", "♗♝", "♘♞", "♙♟"];
    const LETTERS: [&str; 6] = ["K", "Q", "R", "B", "N", ""];
    let mut letters = without_move_number(text.trim()).to_owned();
    for (figures, letter) in FIGURINES.into_iter().zip(LETTERS) {
        letters = letters.replace(|c| figures.contains(c), letter);
    }
    letters
}

/// The text without the signs of check, mate and comment at the end, and without `e.p.` before or after them.
pub fn without_signs(text: &str) -> &str {
    const SIGNS: [char; 4] = ['+', '#', '!', '?'];
    let bare = text.trim_end_matches(SIGNS).trim_end();
    let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end();
    bare.trim_end_matches(SIGNS).trim_end()
}

/// The text without the signs that do not distinguish moves.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '(' | ')' | '/'))
        .map(|c| if c == '0' { 'O' } else { c })
        .collect()
}

/// Whether a plain text names the move.
fn answers(m: ChessMove, plain: &str) -> bool {
    if m.is_castling() {
        let is_short = m.to() > m.from();
        return plain == if is_short { "OO" } else { "OOO" };
    }
    let (rest, promoted) = match m.promoted() {
        None => (plain, true),
        Some(role) => match plain.char_indices().next_back() {
            Some((at, letter)) => (&plain[..at], letter.to_ascii_uppercase() == role.letter()),
            None => (plain, false),
        },
    };
    let Some(origin) = rest.strip_suffix(&square_name(m.to())) else {
        return false;
    };
    let from = square_name(m.from());
    let origin = match (m.role(), origin.strip_prefix(m.role().letter())) {
        (_, Some(origin)) => origin,
        // Only pawns go without their letter.
        (Role::Pawn, None) => origin,
        (_, None) => return false,
    };
    promoted
        && (origin.is_empty() || origin == from || origin == &from[..1] || origin == &from[1..])
}

/// A move by its coordinates: `e2e4`, `e7e8q`; castling as the king's two steps, or as the king taking its rook.
pub fn write_coordinates(m: ChessMove, is_960: bool) -> String {
    let to = if m.is_castling() && !is_960 {
        Chess::castled(m.from(), m.to()).0
    } else {
        m.to()
    };
    let mut text = square_name(m.from()) + &square_name(to);
    if let Some(role) = m.promoted() {
        text.push(role.letter().to_ascii_lowercase());
    }
    text
}

/// Whether the move is not castling, or is castling from the usual squares, where the king's two steps are unambiguous.
pub fn is_usual_castling(m: ChessMove) -> bool {
    !m.is_castling() || file(m.from()) == 4 && matches!(file(m.to()), 0 | 7)
}

/// The move among `moves` of these coordinates, in either spelling of castling. An ordinary move comes before castling by the same
/// squares.
pub fn find_coordinates(moves: &[ChessMove], text: &str) -> Option<ChessMove> {
    let (from, rest) = text.split_at_checked(2)?;
    let (to, promoted) = rest.split_at_checked(2)?;
    let (from, to) = (square_named(from)?, square_named(to)?);
    let promoted = match promoted.as_bytes() {
        [] => None,
        &[letter] => Some(Role::of_letter(letter.into())?),
        _ => return None,
    };
    let of = |m: &&ChessMove| m.from() == from && m.promoted() == promoted;
    let exact = moves.iter().filter(of).find(|m| m.to() == to);
    let castled = |m: &&ChessMove| m.is_castling() && Chess::castled(m.from(), m.to()).0 == to;
    exact
        .or_else(|| moves.iter().filter(of).find(castled))
        .copied()
}
