//! The evaluation: stones, strong points, the middle of the board, and steps that can be made.

use crate::fanorona::rules::points::{self, FanoronaBoard, StoneSet};
use crate::fanorona::rules::position::Fanorona;
use rookery_engine::{Position, Score};

/// The value of one stone; the other terms are in the same unit.
pub const STONE_CP: Score = 100;

/// The weight of a lead, divided by the number of stones on the board: fewer stones make it count for more.
const LEAD_CP: Score = 600;

const STRONG_POINT_CP: Score = 6;
/// A point that is not at the edge.
const INNER_POINT_CP: Score = 3;
const STEP_CP: Score = 2;
/// The side to move can capture.
const CAPTURE_CP: Score = 40;

/// Points that are not at the edge of a board.
const fn inner(board: FanoronaBoard) -> StoneSet {
    let all = board.points();
    all & all << 1 & all >> 1 & all << 10 & all >> 10
}

/// The value for the side to move.
pub fn evaluate(position: &Fanorona) -> Score {
    let me = position.side();
    let inner = inner(position.rules().board);
    let of = |side: usize| {
        let stones = position.stones(side);
        let count = |set: StoneSet| set.count_ones() as Score;
        STRONG_POINT_CP * count(stones & points::STRONG)
            + INNER_POINT_CP * count(stones & inner)
            + STEP_CP * position.step_count(side) as Score
    };
    let [own, other] = [me, 1 - me].map(|side| position.stones(side).count_ones() as Score);
    let lead = own - other;
    let tempo = if position.must_capture() {
        CAPTURE_CP
    } else {
        0
    };
    lead * (STONE_CP + LEAD_CP / (own + other).max(1)) + of(me) - of(1 - me) + tempo
}
