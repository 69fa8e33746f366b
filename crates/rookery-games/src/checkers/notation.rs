//! Moves of checkers as text, by the numbers of squares or by their names, and as taps.

use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::squares;
use crate::{Change, Grid, Step};
use rookery_engine::Position;

/// The squares as White sees them, dark and light ones.
pub const GRID: Grid = Grid::new(8, 8).chequered().rotating();

/// The kinds of pieces, as pages draw them.
pub const MAN: &str = "man";
/// A man that was crowned; the king of chess has the other name.
pub const KING: &str = "crowned";

/// The name of a dark square, such as `c3` for number 22.
pub fn name(square: u8) -> String {
    let (column, row) = squares::place(square);
    GRID.name(8 * row + column)
}

/// The number by which players know a dark square, and which is printed on it.
pub fn number(square: u8) -> String {
    squares::number(square).to_string()
}

/// The dark square of a name.
pub fn by_name(name: &str) -> Option<u8> {
    of_cell(GRID.find(name)?)
}

/// The dark square in this cell of the grid.
pub fn of_cell(cell: u8) -> Option<u8> {
    let (column, row) = GRID.place(cell);
    ((row + column) % 2 == 1).then(|| 4 * row + column / 2)
}

/// The usual notation: `11-15`, `22x15`, and with the squares between where two captures share both ends: `22x15x8`.
pub fn write(position: &Checkers, m: CheckersMove) -> String {
    match m.is_jump() {
        false => chained(&[m.from(), m.to()], "-", number),
        true if is_ambiguous(position, m) => chained(&stops(m), "x", number),
        true => chained(&[m.from(), m.to()], "x", number),
    }
}

/// The moves that a text could name: by numbers or names of squares, separated by any sign or by none, with or without the
/// squares between the first and the last.
pub fn named(position: &Checkers, text: &str) -> Vec<CheckersMove> {
    let read = read_squares(&[text.to_owned()]).unwrap_or_default();
    let (&[from, ..], &[.., to]) = (read.as_slice(), read.as_slice()) else {
        return Vec::new();
    };
    let mut moves: Vec<_> = position.moves().into_iter().collect();
    moves.retain(|m| read.len() > 1 && (m.from(), m.to()) == (from, to));
    if let Some(exact) = moves.iter().find(|m| stops(**m) == read) {
        return vec![*exact];
    }
    moves.retain(|m| {
        let mut between = stops(*m).into_iter();
        read.iter()
            .all(|square| between.any(|stop| stop == *square))
    });
    moves
}

/// Whether another move has the same first and last square.
fn is_ambiguous(position: &Checkers, m: CheckersMove) -> bool {
    let ends = (m.from(), m.to());
    let is_alike = |other: CheckersMove| other != m && (other.from(), other.to()) == ends;
    m.is_jump() && position.moves().into_iter().any(is_alike)
}

/// The squares that a piece stands on, one after another.
fn stops(m: CheckersMove) -> Vec<u8> {
    let landings = m.hops().map(|hop| hop.to);
    std::iter::once(m.from()).chain(landings).collect()
}

fn chained(squares: &[u8], sign: &str, spell: impl Fn(u8) -> String) -> String {
    let spelled: Vec<_> = squares.iter().map(|&square| spell(square)).collect();
    spelled.join(sign)
}

/// The taps of a move: the piece, then each square that it comes to. It is crowned as it sets out on its last hop.
pub fn steps(position: &Checkers, m: CheckersMove) -> Vec<Step> {
    let mut steps = vec![Step::select(name(m.from()))];
    let mut here = name(m.from());
    for hop in m.hops() {
        let to = name(hop.to);
        let crown = Change::Morph {
            at: here.clone(),
            kind: KING,
        };
        let go = Change::Move {
            from: here,
            to: to.clone(),
        };
        let is_crowned = hop.to == m.to() && position.crowns(m);
        let taken = hop.over.map(|over| Change::Remove { at: name(over) });
        let changes = is_crowned.then_some(crown).into_iter().chain([go]);
        steps.push(Step::act(to.clone(), changes.chain(taken).collect()));
        here = to;
    }
    steps
}

/// The squares that a typed move or a tap names, by number or by name.
///
/// # Errors
/// The first part that names no dark square.
pub fn read_squares(path: &[String]) -> Result<Vec<u8>, &str> {
    let parts = path
        .iter()
        .flat_map(|token| token.split(|c: char| matches!(c, 'x' | 'X') || !c.is_alphanumeric()));
    let mut squares = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let numbered = squares::by_number(part.parse().unwrap_or(0)).map(|square| vec![square]);
        squares.extend(numbered.or_else(|| names_in(part)).ok_or(part)?);
    }
    Ok(squares)
}

/// The squares of names without anything between them, such as `d8f6d4`.
fn names_in(text: &str) -> Option<Vec<u8>> {
    let plain = text.to_ascii_lowercase();
    let names = plain.as_bytes().chunks(2);
    names
        .map(|name| by_name(std::str::from_utf8(name).ok()?))
        .collect()
}
