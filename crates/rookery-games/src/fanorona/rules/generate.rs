//! The generation of moves: captures wherever there are some, else paikas.

use crate::fanorona::rules::capture::Capture;
use crate::fanorona::rules::fanorona_move::FanoronaMove;
use crate::fanorona::rules::points::{self, Bearing, StoneSet};
use crate::fanorona::rules::position::{Fanorona, MOVES_MAX};
use rookery_engine::{MoveList, Position};

impl Fanorona {
    /// The stones of `side` that can step in this direction.
    #[inline]
    fn steppers(&self, side: usize, bearing: Bearing) -> StoneSet {
        self.stones(side) & bearing.origins() & bearing.back().shift(self.empty())
    }

    /// The stones of `side` that could capture if it were to move.
    #[inline]
    pub fn capturers(&self, side: usize) -> StoneSet {
        let enemy = self.stones(1 - side);
        let toward = |bearing: Bearing| {
            let back = bearing.back();
            let ahead = back.shift(back.shift(enemy));
            self.steppers(side, bearing) & (ahead | bearing.shift(enemy))
        };
        Bearing::ALL
            .into_iter()
            .fold(0, |all, bearing| all | toward(bearing))
    }

    /// Whether the side to move has to capture.
    #[inline]
    pub fn must_capture(&self) -> bool {
        self.capturers(self.side()) != 0
    }

    /// The number of single steps that the stones of `side` could make, captures or not.
    #[inline]
    pub fn step_count(&self, side: usize) -> u32 {
        let steps = Bearing::ALL.map(|bearing| self.steppers(side, bearing).count_ones());
        steps.iter().sum()
    }

    /// The captures of a move, one after another; none of a paika.
    pub fn captures(&self, m: FanoronaMove) -> Vec<Capture> {
        match m.is_capture() {
            true => self.trail(m.from()).chain(m.number()),
            false => Vec::new(),
        }
    }

    /// Appends the chains of captures.
    pub(in crate::fanorona) fn list_chains(&self, out: &mut MoveList<FanoronaMove>) {
        let first = out.len();
        for from in points::each(self.capturers(self.side())) {
            let trail = self.trail(from);
            let before = trail.enemy().count_ones();
            let mut number = 0;
            trail.each_chain(&mut |end| {
                let taken = before - end.enemy().count_ones();
                out.push(FanoronaMove::chain(from, end.here(), taken, number));
                number += 1;
            });
        }
        out.truncate(first + MOVES_MAX);
    }

    /// Appends the legal moves.
    pub(in crate::fanorona) fn list_moves(&self, out: &mut MoveList<FanoronaMove>) {
        let first = out.len();
        self.list_chains(out);
        if out.len() > first {
            return;
        }
        for bearing in Bearing::ALL {
            let steppers = points::each(self.steppers(self.side(), bearing));
            let paika = |from| {
                let to = points::only(bearing.shift(points::bit(from)));
                FanoronaMove::paika(from, to)
            };
            out.extend(steppers.map(paika));
        }
    }

    /// The number of legal moves.
    pub(in crate::fanorona) fn count_legal(&self) -> usize {
        let capturers = self.capturers(self.side());
        if capturers == 0 {
            return self.step_count(self.side()) as usize;
        }
        let mut count = 0;
        for from in points::each(capturers) {
            self.trail(from).each_chain(&mut |_| count += 1);
        }
        count.min(MOVES_MAX)
    }
}
