//! Text diagram of a board, for people who read it line by line.

use std::collections::BTreeMap;

use crate::PlacedPiece;
use crate::api::view::Board;

/// One line a row from the top, its name in front, the names of the columns below; `.` is an empty space, and `sign` says how a
/// piece is written.
pub(crate) fn draw(
    board: &Board,
    pieces: &[PlacedPiece],
    sign: &dyn Fn(&PlacedPiece) -> &'static str,
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
    let names = board.coords.rank_names();
    let longest = names.iter().map(|name| name.len()).max().unwrap_or(1);
    let ranks = names.into_iter().chain(std::iter::repeat(" "));
    let mut text = String::new();
    for (row, rank) in cells.iter().zip(ranks) {
        text.push_str(&format!("{rank:<longest$}  "));
        text.push_str(row.join(" ").trim_end());
        text.push('\n');
    }
    text.push_str(&" ".repeat(longest + 2));
    text.push_str(&board.coords.file_names().join(" "));
    text.push('\n');
    text
}
