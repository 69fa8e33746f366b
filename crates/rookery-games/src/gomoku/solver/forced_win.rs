//! A win that the other side cannot prevent: its plies, its line, and the points that it needs.

use crate::gomoku::rules::points::{Point, PointSet};

/// A win that was found: plies within which it is won, and the moves of both sides as far as they are forced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// Plies to the five, the last one included.
    pub plies: u32,
    /// The line, the attacker's move first.
    pub line: Vec<Point>,
    /// The points of the whole proof: moves of the attacker, answers, points where it would make five.
    pub zone: PointSet,
}

impl ForcedWin {
    /// A win that begins with this stone.
    pub fn of(point: Point, plies: u32, zone: PointSet) -> Self {
        ForcedWin {
            plies,
            line: vec![point],
            zone,
        }
    }

    /// The same after one more stone and the answer to it.
    pub fn after(self, point: Point, reply: Point) -> Self {
        ForcedWin {
            plies: self.plies + 2,
            line: [vec![point, reply], self.line].concat(),
            zone: self.zone.with(point).with(reply),
        }
    }

    /// The longer of two wins of the same tree, with the points of both.
    pub fn or_longer(self, other: ForcedWin) -> Self {
        let zone = self.zone.or(other.zone);
        let longer = match other.plies > self.plies {
            true => other,
            false => self,
        };
        ForcedWin { zone, ..longer }
    }
}
