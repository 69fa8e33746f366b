//! Threat-space search: wins that the other side cannot prevent, by fours alone and by fours and open threes.

pub mod defence;
pub mod forced_win;
pub mod fours;
pub mod threes;
pub mod whole_line;

use std::time::Duration;

use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::solver::defence::Defence;
use crate::gomoku::solver::fours::FourSearch;
use crate::gomoku::solver::threes::ThreeSearch;
use crate::gomoku::solver::whole_line::whole_line;
use rookery_engine::{Control, MoveList, Solved, Solver, SolverSpec, Value};

/// Stones that the search for wins by fours alone may put down, where no limit is given.
const FOUR_STONES: u64 = 400_000;
/// The same for the search by fours and threes.
const THREE_STONES: u64 = 4_000_000;

/// The same for all searches for wins of the other side together.
const DEFENCE_STONES: u64 = 2_000_000;

/// The part of the time after which the search for a win ends, and that for moves that hold: what they find is found early, and the rest of
/// the time is for the search of the tree.
const ATTACK_SHARE: u32 = 4;
const DEFENCE_SHARE: u32 = 2;

/// Proves wins of the side to move; it has nothing to say about other positions, nor before the colours are settled.
#[derive(Clone, Debug)]
pub struct ThreatSolver {
    spec: SolverSpec,
}

impl ThreatSolver {
    /// A solver within the limits of `spec`.
    pub fn new(spec: &SolverSpec) -> Self {
        ThreatSolver { spec: spec.clone() }
    }

    /// Whether one part in `share` of the time is over, or the nodes are used up.
    fn is_over(&self, share: u32, stones: u64, control: &Control) -> bool {
        let is_late = |time: Duration| control.elapsed() >= time / share;
        self.spec.time.is_some_and(is_late) || self.spec.is_over(stones, control)
    }

    fn limit(&self, usual: u64, share: u64) -> u64 {
        match self.spec.nodes {
            0 => usual,
            nodes => (nodes / share).clamp(1, usual),
        }
    }
}

impl Solver<GomokuPosition> for ThreatSolver {
    fn solve(&mut self, position: &GomokuPosition, control: &Control) -> Option<Solved<Point>> {
        if !position.colours().is_settled() {
            return None;
        }
        let side = position.colour();
        let is_over = |stones| self.is_over(ATTACK_SHARE, stones, control);
        let mut fours = FourSearch::new(side, self.limit(FOUR_STONES, 64), &is_over);
        let mut found = fours.deepen(position);
        let mut nodes = fours.stones();
        if found.is_none() && !is_over(nodes) {
            let mut threes = ThreeSearch::new(side, self.limit(THREE_STONES, 16), &is_over);
            found = threes.deepen(position);
            nodes += threes.stones();
        }
        let win = found?;
        Some(Solved {
            value: Value::Win(win.plies),
            line: whole_line(position, &win),
            nodes,
        })
    }

    fn unrefuted(&mut self, position: &GomokuPosition, control: &Control) -> MoveList<Point> {
        if !position.colours().is_settled() {
            return MoveList::new();
        }
        let is_over = |stones| self.is_over(DEFENCE_SHARE, stones, control);
        Defence {
            limit: self.limit(DEFENCE_STONES, 16),
            is_over: &is_over,
        }
        .unrefuted(position)
    }

    fn answers_every_move(&self) -> bool {
        false
    }

    fn forget(&mut self) {}
}
