//! Text diagram of a board, for people who read it line by line.

use std::collections::BTreeMap;

use crate::PlacedPiece;
use crate::api::view::Board;

/// One line a row from the top, its name in front, the names of the columns below; `.` is an empty space, and `sign` says how a
/// piece is written.
pub(crate) fn draw(
    board: &Board,
    pieces: &[PlacedPiece],
    sign: impl Fn(&PlacedPiece) -> &'static str,
) -> String {
    let width = board.cols.into();
    let mut cells = vec![vec![" "; width]; board.rows.into()];
    let by_place: BTreeMap<&str, &PlacedPiece> =
        pieces.iter().map(|piece| (&*piece.at, piece)).collect();
    for space in &board.spaces {
        let piece = by_place.get(&*space.id);
        let mark = piece.map_or(".", |piece| sign(piece));
        cells[usize::from(space.r)][usize::from(space.c)] = mark;
    }
    let ranks = board.coords.ranks.chars().chain(std::iter::repeat(' '));
    let mut text = String::new();
    for (row, rank) in cells.iter().zip(ranks) {
        text.push(rank);
        text.push_str("  ");
        text.push_str(row.join(" ").trim_end());
        text.push('\n');
    }
    let files: Vec<String> = board.coords.files.chars().map(String::from).collect();
    text.push_str("   ");
    text.push_str(&files.join(" "));
    text.push('\n');
    text
}
