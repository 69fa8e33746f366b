//! Terms that follow from where pieces stand: lines, corners, holes, and the first row.
//!
//! Definitions: appendix C of Samuel (1959), whose square numbers for the centre count the bits of a machine word with gaps (11, 12, 15,
//! 16, 20, 21, 24, 25); on the board those are 10, 11, 14, 15, 18, 19, 22 and 23.

use crate::checkers::rules::squares::{Direction, SquareSet};
use crate::checkers::samuel::terms::sides::Sides;

/// The eight squares of the centre.
pub const CENTRE: SquareSet = 0x0066_6600;
/// Rows 3 and 4, and rows 5 and 6, as the passive side counts them.
const ROWS_3_4: SquareSet = 0x0000_ff00;
const ROWS_5_6: SquareSet = 0x00ff_0000;
/// The squares 1 and 3 of Black, and those of the triangle 2, 3, 7.
const BRIDGE: SquareSet = 0x0000_0005;
const OREO: SquareSet = 0x0000_0046;
/// The squares 7 and 26.
const APEXES: SquareSet = 1 << 6 | 1 << 25;
/// The two diagonals of seven squares between the double corners, and those one and two beside them.
const DOUBLE_DIAGONALS: SquareSet = files(1);
const ONE_BESIDE: SquareSet = files(3);
const TWO_BESIDE: SquareSet = files(5);
/// Black's cramp: 13 with 9 or 14, against 17, 21, 22 and 25.
const CRAMPING: SquareSet = 1 << 12;
const NEAR_CRAMPING: SquareSet = 1 << 8 | 1 << 13;
const CRAMPED: SquareSet = 1 << 16 | 1 << 20 | 1 << 21 | 1 << 24;

/// The squares whose column and row differ by this much, on either side.
const fn files(distance: i32) -> SquareSet {
    let mut set = 0;
    let mut square = 0;
    while square < 32 {
        let row = square / 4;
        let column = 2 * (square % 4) + (row + 1) % 2;
        if column - row == distance || row - column == distance {
            set |= 1 << square;
        }
        square += 1;
    }
    set
}

fn count(set: SquareSet) -> i8 {
    set.count_ones() as i8
}

/// The pieces and squares of a position, with the passive side's men and both sides' kings picked out.
pub struct Formation {
    passive: SquareSet,
    active: SquareSet,
    passive_men: SquareSet,
    passive_kings: SquareSet,
    active_kings: SquareSet,
    active_men: SquareSet,
    empty: SquareSet,
}

impl Formation {
    pub fn of(sides: &Sides) -> Self {
        Formation {
            passive: sides.passive,
            active: sides.active,
            passive_men: sides.passive & !sides.kings,
            passive_kings: sides.passive & sides.kings,
            active_kings: sides.active & sides.kings,
            active_men: sides.active & !sides.kings,
            empty: sides.empty(),
        }
    }

    fn has_all(&self, squares: SquareSet) -> bool {
        self.passive & squares == squares
    }

    /// ADV: passive men in rows 5 and 6, less those in rows 3 and 4.
    pub fn advancement(&self) -> i8 {
        count(self.passive_men & ROWS_5_6) - count(self.passive_men & ROWS_3_4)
    }

    /// APEX: less one if an active man is on 7 or 26, no passive man is, and there is no king.
    pub fn apex(&self) -> i8 {
        let is_lost = self.passive_kings | self.active_kings == 0
            && self.active_men & APEXES != 0
            && self.passive_men & APEXES == 0;
        -i8::from(is_lost)
    }

    /// BACK: the bridge is held, and the active side has no king.
    pub fn bridge(&self) -> i8 {
        i8::from(self.active_kings == 0 && self.has_all(BRIDGE))
    }

    /// CENT: passive men in the centre.
    pub fn centre_men(&self) -> i8 {
        count(self.passive_men & CENTRE)
    }

    /// CRAMP: two for a cramp of the active side.
    pub fn cramp(&self) -> i8 {
        let is_cramp = self.has_all(CRAMPING)
            && self.passive & NEAR_CRAMPING != 0
            && self.active & CRAMPED == CRAMPED;
        2 * i8::from(is_cramp)
    }

    /// DIA: passive pieces on the diagonals of the double corners.
    pub fn double_diagonals(&self) -> i8 {
        count(self.passive & DOUBLE_DIAGONALS)
    }

    /// DIAV: passive pieces by their distance from those diagonals, in halves: three on them, two beside them, one a file further off.
    pub fn diagonal_moment(&self) -> i8 {
        3 * count(self.passive & DOUBLE_DIAGONALS)
            + 2 * count(self.passive & ONE_BESIDE)
            + count(self.passive & TWO_BESIDE)
    }

    /// DYKE: strings of three passive pieces along a diagonal.
    pub fn dykes(&self) -> i8 {
        let strings = |direction: Direction| {
            let second = direction.shift(self.passive) & self.passive;
            count(direction.shift(second) & self.passive)
        };
        strings(Direction::DownLeft) + strings(Direction::DownRight)
    }

    /// EXPOS: passive pieces between two empty squares of a diagonal.
    pub fn exposed(&self) -> i8 {
        let between =
            |direction: Direction| direction.shift(self.empty) & direction.back().shift(self.empty);
        count(self.passive & (between(Direction::DownLeft) | between(Direction::DownRight)))
    }

    /// FORK: empty squares from which an active piece would attack two passive ones beside one another, with an empty square
    /// behind each.
    pub fn forks(&self) -> i8 {
        let prey = |back: Direction| back.shift(self.passive & back.shift(self.empty));
        count(self.empty & prey(Direction::DownRight) & prey(Direction::DownLeft))
    }

    /// GAP: empty squares between two passive pieces of a diagonal, or between one and the edge.
    pub fn gaps(&self) -> i8 {
        let closed = |direction: Direction| {
            let edge = !direction.back().shift(SquareSet::MAX);
            let (before, behind) = (
                direction.shift(self.passive),
                direction.back().shift(self.passive),
            );
            let other_edge = !direction.shift(SquareSet::MAX);
            before & (behind | edge) | behind & other_edge
        };
        count(self.empty & (closed(Direction::DownLeft) | closed(Direction::DownRight)))
    }

    /// GUARD: the bridge or the triangle is held, and the active side has no king.
    pub fn guard(&self) -> i8 {
        i8::from(self.active_kings == 0 && (self.has_all(BRIDGE) || self.has_all(OREO)))
    }

    /// HOLE: empty squares next to three or four passive pieces.
    pub fn holes(&self) -> i8 {
        count(self.empty & Sides::next_to(self.passive, 3))
    }

    /// KCENT: passive kings in the centre.
    pub fn centre_kings(&self) -> i8 {
        count(self.passive_kings & CENTRE)
    }

    /// NODE: passive pieces next to three or four empty squares.
    pub fn nodes(&self) -> i8 {
        count(self.passive & Sides::next_to(self.empty, 3))
    }

    /// OREO: the triangle is held, and the passive side has no king.
    pub fn oreo(&self) -> i8 {
        i8::from(self.passive_kings == 0 && self.has_all(OREO))
    }

    /// POLE: passive men next to four empty squares.
    pub fn poles(&self) -> i8 {
        count(self.passive_men & Sides::next_to(self.empty, 4))
    }
}
