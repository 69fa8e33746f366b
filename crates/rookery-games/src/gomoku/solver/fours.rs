//! Wins by continuous fours: each leaves the other side one answer, so the tree is narrow (Allis, van den Herik and Huntjens, 1993).

use std::collections::HashMap;

use crate::gomoku::rules::points::{Point, PointSet};
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::RowRule;
use crate::gomoku::solver::forced_win::ForcedWin;
use rookery_engine::Position;

/// Fours of the longest win that is looked for.
const MOST_FOURS: u32 = 20;
/// Stones between two looks at the clock.
pub(super) const WATCH: u64 = 1_024;

/// The search for a win by fours of one side.
pub struct FourSearch<'a> {
    attacker: usize,
    stones: u64,
    limit: u64,
    is_over: &'a dyn Fn(u64) -> bool,
    is_stopped: bool,
    /// Positions from which so many fours do not win.
    failed: HashMap<u64, u32>,
}

impl<'a> FourSearch<'a> {
    /// A search that gives up after `limit` stones, or when `is_over` says so.
    pub fn new(attacker: usize, limit: u64, is_over: &'a dyn Fn(u64) -> bool) -> Self {
        FourSearch {
            attacker,
            stones: 0,
            limit,
            is_over,
            is_stopped: false,
            failed: HashMap::new(),
        }
    }

    /// Stones put down so far.
    pub fn stones(&self) -> u64 {
        self.stones
    }

    /// The win with the fewest fours, the attacker being to move.
    pub fn deepen(&mut self, position: &GomokuPosition) -> Option<ForcedWin> {
        self.within(position, MOST_FOURS)
    }

    /// The same of at most so many fours.
    pub fn within(&mut self, position: &GomokuPosition, fours: u32) -> Option<ForcedWin> {
        if position.fours(self.attacker).is_empty() {
            return None;
        }
        for most in 0..=fours {
            let before = self.stones;
            let found = self.attack(position, most);
            // Nothing but fives was looked at, or the tree has an end.
            if found.is_some() || self.is_stopped || most > 0 && self.stones == before {
                return found;
            }
        }
        None
    }

    /// A win of the attacker, who is to move, with so many fours.
    fn attack(&mut self, position: &GomokuPosition, most: u32) -> Option<ForcedWin> {
        let (own, other) = (self.attacker, 1 - self.attacker);
        let wins = position.wins(own);
        if let Some(point) = wins.iter().next() {
            return Some(ForcedWin::of(point, 1, wins));
        }
        if most == 0 || self.failed.get(&position.key()).is_some_and(|&n| n >= most) {
            return None;
        }
        let threatened = position.wins(other);
        let mut moves: Vec<Point> = position.fours(own).iter().collect();
        if !threatened.is_empty() && position.rules().rows != RowRule::Caro {
            moves.retain(|&m| threatened.has(m));
        }
        moves.sort_by_key(|&m| std::cmp::Reverse(position.worth(own, m)));
        for m in moves {
            let found = self.four(position, m, most);
            if found.is_some() || self.is_stopped {
                return found;
            }
        }
        self.failed.insert(position.key(), most);
        None
    }

    /// A win that begins with this four.
    fn four(&mut self, position: &GomokuPosition, m: Point, most: u32) -> Option<ForcedWin> {
        let (own, other) = (self.attacker, 1 - self.attacker);
        if position.foul_of(own, m).is_some() || !self.counts_stone() {
            return None;
        }
        let mut child = position.clone();
        child.put(own, m);
        if !child.wins(other).is_empty() {
            return None;
        }
        let wins = child.wins(own);
        if wins.is_empty() {
            return None;
        }
        let mut longest = ForcedWin::of(m, 3, wins.with(m));
        for reply in defences(&child, own, &wins) {
            if child.foul_of(other, reply).is_some() {
                continue;
            }
            let mut grandchild = child.clone();
            grandchild.put(other, reply);
            let rest = self.attack(&grandchild, most - 1)?.after(m, reply);
            longest = longest.or_longer(rest);
        }
        Some(longest)
    }

    fn counts_stone(&mut self) -> bool {
        self.stones += 1;
        self.is_stopped |= self.stones > self.limit
            || self.stones.is_multiple_of(WATCH) && (self.is_over)(self.stones);
        !self.is_stopped
    }
}

/// The moves after which a side with these points to win on does not win at once.
pub fn defences(position: &GomokuPosition, attacker: usize, wins: &PointSet) -> Vec<Point> {
    if position.rules().rows != RowRule::Caro {
        return match wins.len() {
            1 => wins.iter().collect(),
            _ => Vec::new(),
        };
    }
    // In caro a stone beside the row may stop it as well.
    let Some(first) = wins.iter().next() else {
        return Vec::new();
    };
    let lattice = position.lattice();
    let near = (0..4)
        .flat_map(|way| lattice.along(first, way))
        .map(|(point, _)| point);
    let mut found: Vec<Point> = near.filter(|&point| position.is_free(point)).collect();
    found.sort_unstable();
    found.dedup();
    found.retain(|&point| {
        let mut child = position.clone();
        child.put(1 - attacker, point);
        child.wins(attacker).is_empty()
    });
    found
}
