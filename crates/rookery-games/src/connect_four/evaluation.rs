//! The hand-written evaluation of Connect Four: the winning cells, by their rows.

use crate::connect_four::position::ConnectFourPosition;
use rookery_engine::{Position, Score};

/// A threat in a row that falls to its side when all other cells are taken: the first player gets the rows 1, 3, 5, the second 2, 4,
/// 6 (Allis, 1988: odd and even threats). Threats in the other rows, and stones near the centre, are left out: they guide the
/// order of moves, and an evaluation of few values lets the search cut off sooner.
const THREAT_CP: Score = 60;

/// The threats of a side that last.
fn lasting(position: &ConnectFourPosition, side: usize) -> Score {
    let rows = position.shape().every_other_row(side as u8);
    (position.wins(position.of_side(side)) & rows).count_ones() as Score
}

/// The value for the side to move, centipawns.
pub fn evaluate(position: &ConnectFourPosition) -> Score {
    let side = position.side();
    THREAT_CP * (lasting(position, side) - lasting(position, 1 - side))
}
