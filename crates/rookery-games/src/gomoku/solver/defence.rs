//! Defence against wins by threats: if the other side would win by fours and threes after a pass, moves that may keep it from that.

use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::solver::forced_win::ForcedWin;
use crate::gomoku::solver::fours::FourSearch;
use crate::gomoku::solver::threes::ThreeSearch;
use rookery_engine::{MoveList, Position};

/// Stones of a search for a win by fours.
const FOUR_STONES: u64 = 20_000;

/// One part in so many of the stones that are left is for the search after one move.
const SHARE: u64 = 16;

/// The search for moves that hold.
pub struct Defence<'a> {
    /// Stones that all searches together may put down; each may take a part of them.
    pub limit: u64,
    /// Whether the time is up after so many stones.
    pub is_over: &'a dyn Fn(u64) -> bool,
}

impl Defence<'_> {
    /// The moves after which the other side is not known to win; empty where it threatens nothing, or wins after all of them.
    ///
    /// Moves off the threatened win that make neither four nor three are left out, unless the rules let stones elsewhere count (caro and
    /// renju): hardly any of them helps, though a stone in a row with an answer of the threatened win may.
    pub fn unrefuted(&self, position: &GomokuPosition) -> MoveList<Point> {
        let (own, other) = (position.colour(), 1 - position.colour());
        let mut left = self.limit;
        let Some(threat) = self.win(position, other, (&mut left, 2)) else {
            return MoveList::new();
        };
        let threats = position.fours(own).or(position.threes(own));
        let relevant = threat.zone.or(threats);
        let may_all_count = position.rules().rows.counts_stones_elsewhere();
        let mut moves = position.moves();
        moves.retain(|&m| may_all_count || relevant.has(m));
        moves
            .sort_by_key(|&m| std::cmp::Reverse(position.worth(own, m) + position.worth(other, m)));
        moves.retain(|&m| {
            let child = position.after(m);
            child.outcome().is_some()
                || (self.is_over)(self.limit - left)
                || self.win(&child, other, (&mut left, SHARE)).is_none()
        });
        moves
    }

    /// A win of a side that is to move or is given the move, within one part in `share` of the stones that are left.
    fn win(
        &self,
        position: &GomokuPosition,
        side: usize,
        (left, share): (&mut u64, u64),
    ) -> Option<ForcedWin> {
        let mut fours = FourSearch::new(side, FOUR_STONES.min(*left), self.is_over);
        let mut found = fours.deepen(position);
        *left = left.saturating_sub(fours.stones());
        if found.is_none() {
            let mut threes = ThreeSearch::new(side, *left / share, self.is_over);
            found = threes.deepen(position);
            *left = left.saturating_sub(threes.stones());
        }
        found
    }
}
