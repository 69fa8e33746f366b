//! Terms that follow from where the active side can step, and from what would be taken there.

use crate::checkers::rules::squares::{self, Direction, SquareSet};
use crate::checkers::samuel::terms::formations::CENTRE;
use crate::checkers::samuel::terms::sides::Sides;

/// The squares 1, 5, 28 and 32.
const DOUBLE_CORNERS: SquareSet = 1 | 1 << 4 | 1 << 27 | 1 << 31;
/// The row in which active men are crowned.
const ACTIVE_KING_ROW: SquareSet = 0x0000_000f;
/// The files that begin in the active side's first row: every second row of squares.
const ACTIVE_SYSTEM: SquareSet = 0xf0f0_f0f0;
/// The most material credit with which a side looks for a double corner, and the credit of both sides below which "the move" counts.
const CORN_CREDIT: i32 = 6;
const MOVE_CREDIT: i32 = 24;

/// What becomes of a piece that has stepped onto a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It cannot be taken.
    Safe,
    /// It is taken, and each taker is taken in turn.
    Exchanged,
    /// It can be taken for nothing.
    Lost,
}

/// Sets of squares that active pieces can step to, even if they would have to jump instead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility {
    /// All of them.
    pub reached: SquareSet,
    /// Those to which some step is not answered by a capture for nothing.
    undenied: SquareSet,
    /// Those to which a step forces an exchange.
    exchanging: SquareSet,
    /// Those from which the piece that has stepped there would attack a passive piece.
    threatening: SquareSet,
}

impl Mobility {
    pub fn of(sides: &Sides) -> Self {
        let mut mobility = Mobility::default();
        let empty = sides.empty();
        for direction in Direction::ALL {
            let targets = direction.shift(sides.active_going(direction)) & empty;
            for target in squares::each(targets) {
                let to = squares::bit(target);
                mobility.add(sides, direction.back().shift(to), to);
            }
        }
        mobility
    }

    fn add(&mut self, sides: &Sides, from: SquareSet, to: SquareSet) {
        let mut after = *sides;
        after.active ^= from | to;
        let is_king = sides.kings & from != 0 || to & ACTIVE_KING_ROW != 0;
        after.kings = after.kings & !from | if is_king { to } else { 0 };
        self.reached |= to;
        match fate(&after, to) {
            Fate::Safe => self.undenied |= to,
            Fate::Exchanged => {
                self.undenied |= to;
                self.exchanging |= to;
            }
            Fate::Lost => (),
        }
        if after.active_can_jump_from(to) {
            self.threatening |= to;
        }
    }

    /// CNTR: squares of the centre that an active piece is on or can come to.
    pub fn centre(&self, sides: &Sides) -> i8 {
        count(CENTRE & (sides.active | self.reached))
    }

    /// CORN: the active side is behind and has little left, and can come to a double corner.
    pub fn corner(&self, sides: &Sides) -> i8 {
        let [passive, active] = sides.credits();
        let seeks = active <= CORN_CREDIT && passive > active;
        i8::from(seeks && self.reached & DOUBLE_CORNERS != 0)
    }

    /// DENY: squares to which every step loses the piece for nothing.
    pub fn denied(&self) -> i8 {
        count(self.reached & !self.undenied)
    }

    /// EXCH and RECAP: squares to which a step forces an exchange.
    pub fn exchanges(&self) -> i8 {
        count(self.exchanging)
    }

    /// MOB: squares that can be stepped to.
    pub fn total(&self) -> i8 {
        count(self.reached)
    }

    /// THRET: squares from which a capture would be threatened.
    pub fn threats(&self) -> i8 {
        count(self.threatening)
    }
}

/// MOVE: few pieces, equal credit, and an odd number of pieces in the active side's system.
pub fn has_the_move(sides: &Sides) -> i8 {
    let [passive, active] = sides.credits();
    let is_even = passive == active && passive + active < MOVE_CREDIT;
    let pieces = (sides.passive | sides.active) & ACTIVE_SYSTEM;
    i8::from(is_even && pieces.count_ones() % 2 == 1)
}

fn count(set: SquareSet) -> i8 {
    set.count_ones() as i8
}

/// The fate of the active piece on `to`.
fn fate(after: &Sides, to: SquareSet) -> Fate {
    let mut fate = Fate::Safe;
    for direction in Direction::ALL {
        let taker = direction.back().shift(to) & after.passive_going(direction);
        let landing = direction.shift(to) & after.empty();
        if taker == 0 || landing == 0 {
            continue;
        }
        let is_king = after.kings & taker != 0;
        let taken = Sides {
            passive: after.passive ^ (taker | landing),
            active: after.active & !to,
            kings: after.kings & !(to | taker) | if is_king { landing } else { 0 },
        };
        if taken.passive_can_jump_from(landing) || !taken.active_can_jump() {
            return Fate::Lost;
        }
        fate = Fate::Exchanged;
    }
    fate
}
