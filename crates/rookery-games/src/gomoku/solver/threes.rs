//! Wins by fours and open threes. A three threatens a win by fours: whatever does not spoil that line loses to it, and every other
//! answer is searched. No answer is left out, so what is found is a proof.

use std::collections::{HashMap, HashSet};

use crate::gomoku::rules::points::{Point, PointSet};
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::solver::forced_win::ForcedWin;
use crate::gomoku::solver::fours::{FourSearch, WATCH, defences};
use rookery_engine::Position;

/// Threats of the longest win that is looked for.
const MOST_THREATS: u32 = 8;
/// Stones of each search for a win by fours within this one.
const FOUR_STONES: u64 = 200;
/// Threats that are tried in a position.
const WIDTH: usize = 10;

/// The search for a win by threats of one side.
pub struct ThreeSearch<'a> {
    attacker: usize,
    stones: u64,
    limit: u64,
    is_over: &'a dyn Fn(u64) -> bool,
    is_stopped: bool,
    /// Positions from which so many threats do not win.
    failed: HashMap<u64, u32>,
    /// Positions in which the attacker has no win by fours.
    without_fours: HashSet<u64>,
}

impl<'a> ThreeSearch<'a> {
    /// A search that gives up after `limit` stones, or when `is_over` says so.
    pub fn new(attacker: usize, limit: u64, is_over: &'a dyn Fn(u64) -> bool) -> Self {
        ThreeSearch {
            attacker,
            stones: 0,
            limit,
            is_over,
            is_stopped: false,
            failed: HashMap::new(),
            without_fours: HashSet::new(),
        }
    }

    /// Stones put down so far.
    pub fn stones(&self) -> u64 {
        self.stones
    }

    /// The win with the fewest threats, the attacker being to move.
    pub fn deepen(&mut self, position: &GomokuPosition) -> Option<ForcedWin> {
        for most in 1..=MOST_THREATS {
            let found = self.attack(position, most);
            if found.is_some() || self.is_stopped {
                return found;
            }
        }
        None
    }

    fn count(&mut self, stones: u64) {
        let is_time_to_look = self.stones / WATCH != (self.stones + stones) / WATCH;
        self.stones += stones;
        self.is_stopped |=
            self.stones > self.limit || is_time_to_look && (self.is_over)(self.stones);
    }

    fn by_fours(&mut self, position: &GomokuPosition) -> Option<ForcedWin> {
        if self.without_fours.contains(&position.key()) {
            return None;
        }
        let mut search = FourSearch::new(self.attacker, FOUR_STONES, self.is_over);
        let found = search.deepen(position);
        self.count(search.stones() + 1);
        if found.is_none() {
            self.without_fours.insert(position.key());
        }
        found
    }

    /// A win of the attacker, who is to move, with so many threats before the last fours.
    fn attack(&mut self, position: &GomokuPosition, most: u32) -> Option<ForcedWin> {
        if let Some(win) = self.by_fours(position) {
            return Some(win);
        }
        if most == 0
            || self.is_stopped
            || self.failed.get(&position.key()).is_some_and(|&n| n >= most)
        {
            return None;
        }
        let own = self.attacker;
        let threats = position.fours(own).or(position.threes(own));
        let mut moves: Vec<Point> = threats.iter().collect();
        moves.sort_by_key(|&m| {
            std::cmp::Reverse(position.worth(own, m) + position.worth(1 - own, m) / 2)
        });
        moves.truncate(WIDTH);
        for m in moves {
            let found = self.threat(position, m, most);
            if found.is_some() || self.is_stopped {
                return found;
            }
        }
        self.failed.insert(position.key(), most);
        None
    }

    /// A win that begins with this threat.
    fn threat(&mut self, position: &GomokuPosition, m: Point, most: u32) -> Option<ForcedWin> {
        let (own, other) = (self.attacker, 1 - self.attacker);
        if position.foul_of(own, m).is_some() {
            return None;
        }
        let mut child = position.clone();
        child.put(own, m);
        if !child.wins(other).is_empty() {
            return None;
        }
        let threatened = self.by_fours(&child)?;
        let mut longest = ForcedWin {
            plies: threatened.plies + 2,
            line: vec![m],
            zone: threatened.zone.with(m),
        };
        let relevant = self.relevant(&child, &threatened);
        let free = child.lattice().points();
        let free = free.filter(|&d| child.is_free(d) && relevant.is_none_or(|set| set.has(d)));
        let mut spoilers = Vec::new();
        for reply in free {
            if child.foul_of(other, reply).is_none() {
                self.count(1 + threatened.line.len() as u64);
                let mut after = child.clone();
                after.put(other, reply);
                if !self.still_wins(after, &threatened.line) {
                    spoilers.push(reply);
                }
            }
        }
        // Most worrying for the attacker first.
        spoilers.sort_by_key(|&d| std::cmp::Reverse(child.worth(own, d) + child.worth(other, d)));
        for reply in spoilers {
            let mut after = child.clone();
            after.put(other, reply);
            let rest = self.attack(&after, most - 1)?.after(m, reply);
            longest = longest.or_longer(rest);
        }
        (!self.is_stopped).then_some(longest)
    }

    /// The answers to a threatened line that can spoil it: its points, fours, and points in a row with an answer of the line. `None`
    /// where a stone elsewhere may count as well, by shutting a row in caro or by lifting or laying a ban in renju.
    fn relevant(&self, child: &GomokuPosition, threatened: &ForcedWin) -> Option<PointSet> {
        let other = 1 - self.attacker;
        if child.rules().rows.counts_stones_elsewhere() {
            return None;
        }
        let answers = threatened.line.iter().skip(1).step_by(2);
        let beside = answers.flat_map(|&reply| {
            (0..4).flat_map(move |way| child.lattice().along(reply, way).map(|(point, _)| point))
        });
        let set = threatened.zone.or(child.fours(other));
        Some(beside.fold(set, PointSet::with))
    }

    /// Whether the attacker's moves of a line by fours still win, with answers that are forced.
    fn still_wins(&self, mut position: GomokuPosition, line: &[Point]) -> bool {
        let (own, other) = (self.attacker, 1 - self.attacker);
        for &m in line.iter().step_by(2) {
            if !position.wins(own).is_empty() {
                return true;
            }
            if !position.is_free(m) || position.foul_of(own, m).is_some() {
                return false;
            }
            position.put(own, m);
            if !position.wins(other).is_empty() {
                return false;
            }
            let wins = position.wins(own);
            let replies = defences(&position, own, &wins);
            match replies[..] {
                _ if wins.is_empty() => return false,
                [] => return true,
                [reply] if position.foul_of(other, reply).is_some() => return true,
                [reply] => position.put(other, reply),
                _ => return false,
            }
        }
        !position.wins(own).is_empty()
    }
}
