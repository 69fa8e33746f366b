//! Legal moves: generated, counted without generating, and checked one by one.

use crate::morabaraba::rules::cow_move::CowMove;
use crate::morabaraba::rules::points::{self, Points};
use crate::morabaraba::rules::position::Morabaraba;
use rookery_engine::{MoveList, Position};

/// The points to which one cow may go: those that close a line, and the others.
struct Reach {
    closing: Points,
    quiet: Points,
}

impl Morabaraba {
    /// Appends the legal moves, those that shoot first.
    pub(in crate::morabaraba) fn list_moves(&self, out: &mut MoveList<CowMove>) {
        let side = self.side();
        let targets = self.targets(1 - side);
        if self.hand(side) > 0 {
            let reach = self.placing();
            list(&reach, targets, CowMove::place, out);
        } else {
            for from in points::each(self.movable(side)) {
                let reach = self.moving(from);
                let step = |to, shot| CowMove::step(from, to, shot);
                list(&reach, targets, step, out);
            }
        }
    }

    /// The number of legal moves.
    pub(in crate::morabaraba) fn count_legal(&self) -> usize {
        let side = self.side();
        // With nothing to shoot, closing a line is a move like any other.
        let shots = self.targets(1 - side).count_ones().max(1);
        let count = |reach: &Reach| reach.closing.count_ones() * shots + reach.quiet.count_ones();
        let total: u32 = if self.hand(side) > 0 {
            count(&self.placing())
        } else {
            points::each(self.movable(side))
                .map(|from| count(&self.moving(from)))
                .sum()
        };
        total as usize
    }

    /// Whether a move is legal here.
    pub(in crate::morabaraba) fn allows(&self, m: CowMove) -> bool {
        let side = self.side();
        let reach = match m.from() {
            None if self.hand(side) > 0 => self.placing(),
            Some(from) if self.hand(side) == 0 && self.cows(side) & mask(from) != 0 => {
                self.moving(from)
            }
            _ => return false,
        };
        let targets = self.targets(1 - side);
        match m.shot() {
            Some(shot) => reach.closing & mask(m.to()) != 0 && targets & mask(shot) != 0,
            None if targets == 0 => (reach.closing | reach.quiet) & mask(m.to()) != 0,
            None => reach.quiet & mask(m.to()) != 0,
        }
    }

    fn placing(&self) -> Reach {
        let closing = points::closing(self.cows(self.side()));
        Reach {
            closing: closing & self.empty(),
            quiet: self.empty() & !closing,
        }
    }

    fn moving(&self, from: u8) -> Reach {
        let (side, to) = (self.side(), self.reach(from));
        let closing = points::closing(self.cows(side) ^ points::bit(from));
        let banned = match self.ban(side) {
            Some(ban) if ban.to == from => points::bit(ban.from),
            _ => 0,
        };
        Reach {
            closing: to & closing & !banned,
            quiet: to & !closing,
        }
    }
}

/// The set of one point; empty for a number that is none, as a damaged table entry may carry.
fn mask(point: u8) -> Points {
    points::bit(point) & points::ALL
}

fn list(
    reach: &Reach,
    targets: Points,
    make: impl Fn(u8, Option<u8>) -> CowMove,
    out: &mut MoveList<CowMove>,
) {
    for to in points::each(reach.closing) {
        if targets == 0 {
            out.push(make(to, None));
        }
        out.extend(points::each(targets).map(|shot| make(to, Some(shot))));
    }
    out.extend(points::each(reach.quiet).map(|to| make(to, None)));
}
