//! Legal moves: generated, counted without generating, and checked one by one.

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::mill_move::MillMove;
use crate::mills::rules::points::{self, Points};
use crate::mills::rules::position::MillPosition;
use rookery_engine::{MoveList, Position};

/// The points to which one man may go: those that close a mill, among them those that close two and so remove two men, and
/// the others.
struct Reach {
    closing: Points,
    double: Points,
    quiet: Points,
}

/// The men that may be removed after a mill: one, or two in turn.
struct Removals {
    single: Points,
    pairs: Vec<(u8, u8)>,
}

impl<K: MillKind> MillPosition<K> {
    /// Appends the legal moves, those that remove men first.
    pub(in crate::mills) fn list_moves(&self, out: &mut MoveList<MillMove>) {
        let side = self.side();
        let removals = self.removals();
        if self.may_place(side) {
            list(&self.placing(), &removals, MillMove::place, out);
        }
        if self.may_walk(side) {
            for from in points::each(self.movable(side)) {
                let reach = self.moving(from);
                let step = |to, removed| MillMove::step(from, to, removed);
                list(&reach, &removals, step, out);
            }
        }
    }

    /// The number of legal moves.
    pub(in crate::mills) fn count_legal(&self) -> usize {
        let side = self.side();
        let removals = self.removals();
        let (single, double) = (removals.single_count(), removals.double_count());
        let count = |reach: &Reach| {
            let twice = reach.double.count_ones();
            let once = reach.closing.count_ones() - twice;
            once * single + twice * double + reach.quiet.count_ones()
        };
        let mut total = 0;
        if self.may_place(side) {
            total += count(&self.placing());
        }
        if self.may_walk(side) {
            let walks = points::each(self.movable(side));
            total += walks.map(|from| count(&self.moving(from))).sum::<u32>();
        }
        total as usize
    }

    /// Whether a move is legal here.
    pub(in crate::mills) fn allows(&self, m: MillMove) -> bool {
        let side = self.side();
        let reach = match m.from() {
            None if self.may_place(side) => self.placing(),
            Some(from) if self.may_walk(side) && self.men(side) & mask(from) != 0 => {
                self.moving(from)
            }
            _ => return false,
        };
        let to = mask(m.to()) & self.board().points;
        let removals = self.removals();
        match (m.removed(), m.removed_second()) {
            (Some(first), Some(second)) => {
                reach.double & to != 0 && removals.pairs.contains(&(first, second))
            }
            (Some(first), None) => {
                let takes_one = reach.closing & to != 0
                    && (reach.double & to == 0 || removals.pairs.is_empty());
                takes_one && removals.single & mask(first) != 0
            }
            (None, None) if removals.single == 0 => (reach.closing | reach.quiet) & to != 0,
            (None, None) => reach.quiet & to != 0,
            (None, Some(_)) => false,
        }
    }

    fn removals(&self) -> Removals {
        let men = self.men(1 - self.side());
        let single = match self.rules().first_mill_wins() {
            true => 0,
            false => self.targets(men),
        };
        let second = |first| {
            let left = men ^ points::bit(first);
            points::each(self.targets(left)).map(move |second| (first, second))
        };
        let pairs = match self.rules().double_removal {
            true => points::each(single).flat_map(second).collect(),
            false => Vec::new(),
        };
        Removals { single, pairs }
    }

    /// The points that close two mills at once, where that removes two men.
    fn double(&self, others: Points) -> Points {
        match self.rules().double_removal {
            true => self.board().closing_two(others),
            false => 0,
        }
    }

    fn placing(&self) -> Reach {
        let own = self.men(self.side());
        let (closing, free) = (self.board().closing(own), self.free());
        Reach {
            closing: closing & free,
            double: self.double(own) & free,
            quiet: free & !closing,
        }
    }

    fn moving(&self, from: u8) -> Reach {
        let (side, to) = (self.side(), self.reach(from));
        let others = self.men(side) ^ points::bit(from);
        let closing = self.board().closing(others);
        let banned = match self.ban(side) {
            Some(ban) if ban.to == from => points::bit(ban.from),
            _ => 0,
        };
        Reach {
            closing: to & closing & !banned,
            double: to & self.double(others) & !banned,
            quiet: to & !closing,
        }
    }
}

impl Removals {
    /// The number of moves for a point that closes a mill: one for each man that may be removed, or one if there is none.
    fn single_count(&self) -> u32 {
        self.single.count_ones().max(1)
    }

    /// The same for a point that closes two mills and removes two men; if the other side has a single man, that one alone is
    /// removed.
    fn double_count(&self) -> u32 {
        match self.pairs.len() as u32 {
            0 => self.single_count(),
            pairs => pairs,
        }
    }
}

/// The set of one point; empty for a number that is none, as a damaged table entry may carry.
fn mask(point: u8) -> Points {
    points::bit(point) & (points::bit(points::COUNT as u8) - 1)
}

fn list(
    reach: &Reach,
    removals: &Removals,
    make: impl Fn(u8, Option<u8>) -> MillMove,
    out: &mut MoveList<MillMove>,
) {
    for to in points::each(reach.closing) {
        let pairs = match reach.double & points::bit(to) {
            0 => &[][..],
            _ => &removals.pairs,
        };
        if !pairs.is_empty() {
            out.extend(
                pairs
                    .iter()
                    .map(|&(first, second)| make(to, Some(first)).and_remove(second)),
            );
        } else if removals.single == 0 {
            out.push(make(to, None));
        } else {
            out.extend(points::each(removals.single).map(|removed| make(to, Some(removed))));
        }
    }
    out.extend(points::each(reach.quiet).map(|to| make(to, None)));
}
