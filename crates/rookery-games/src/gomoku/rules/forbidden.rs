//! Moves that renju forbids to Black, by the rules of the Renju International Federation: overlines, double fours and double threes.
//!
//! A three counts only if a further stone makes a straight four of it, makes no five at the same time, and is not forbidden itself (9.2,
//! 9.3): so the question asks itself again.

use crate::gomoku::rules::line_patterns::Threat;
use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;

/// The side with forbidden moves.
const BLACK: usize = 0;

/// The rule that forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foul {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two open threes at once.
    DoubleThree,
}

/// The rule that forbids Black a stone on a free point.
pub fn foul(position: &GomokuPosition, point: Point) -> Option<Foul> {
    let threats = position.threats(BLACK, point);
    if threats.has(Threat::Five) {
        None
    } else if threats.has(Threat::Overline) {
        Some(Foul::Overline)
    } else if threats.fours() > 1 {
        Some(Foul::DoubleFour)
    } else if threats.count(Threat::Three) > 1 {
        let mut after = position.clone();
        after.put(BLACK, point);
        let is_three =
            |way: &usize| threats.of(*way) == Threat::Three && is_real_three(&after, point, *way);
        (0..4)
            .filter(is_three)
            .nth(1)
            .is_some()
            .then_some(Foul::DoubleThree)
    } else {
        None
    }
}

/// Whether the three through this black stone can become a straight four by a legal move that is no five.
fn is_real_three(position: &GomokuPosition, point: Point, way: usize) -> bool {
    let mut along = position.lattice().along(point, way);
    along.any(|(next, _)| {
        let threats = position.threats(BLACK, next);
        position.is_free(next)
            && threats.of(way) == Threat::StraightFour
            && joins(position, point, next, way)
            && !threats.has(Threat::Five)
            && !(threats.is_suspect() && foul(position, next).is_some())
    })
}

/// Whether the straight four that a stone on `next` makes has the stone on `point` in it: nothing but black stones lies between.
fn joins(position: &GomokuPosition, point: Point, next: Point, way: usize) -> bool {
    let stride = position.lattice().stride(way);
    let (from, to) = (i32::from(point.min(next)), i32::from(point.max(next)));
    let mut between = from + stride;
    while between < to {
        if position.owner(between as Point) != Some(BLACK) {
            return false;
        }
        between += stride;
    }
    true
}
