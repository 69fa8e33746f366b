//! The board as Samuel's definitions see it: the passive side, which has just moved, and the active side, which is to move.

use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::squares::{Direction, SquareSet};
use rookery_engine::Position;

/// Material credit of a man and of a king (Samuel 1959: kings to men as three to two).
const MAN_CREDIT: i32 = 2;
const KING_CREDIT: i32 = 3;

/// The pieces of both sides, turned so that the passive side has the numbers of Black: its men move down, towards higher squares.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// Men and kings of the side that has just moved.
    pub passive: SquareSet,
    /// Men and kings of the side to move.
    pub active: SquareSet,
    /// The kings of both.
    pub kings: SquareSet,
}

impl Sides {
    /// The sides of a position.
    pub fn of(position: &Checkers) -> Self {
        let active = position.side();
        let turned = |set: SquareSet| if active == 1 { set } else { set.reverse_bits() };
        Sides {
            passive: turned(position.pieces(1 - active)),
            active: turned(position.pieces(active)),
            kings: turned(position.kings()),
        }
    }

    /// The same board with the other side to move.
    #[must_use]
    pub fn exchanged(&self) -> Self {
        Sides {
            passive: self.active.reverse_bits(),
            active: self.passive.reverse_bits(),
            kings: self.kings.reverse_bits(),
        }
    }

    /// The squares without a piece.
    pub fn empty(&self) -> SquareSet {
        !(self.passive | self.active)
    }

    /// Material credit of the passive side and of the active one.
    pub fn credits(&self) -> [i32; 2] {
        [self.passive, self.active].map(|side| {
            let kings = (side & self.kings).count_ones() as i32;
            MAN_CREDIT * (side.count_ones() as i32 - kings) + KING_CREDIT * kings
        })
    }

    /// The active pieces that may go in a direction.
    pub fn active_going(&self, direction: Direction) -> SquareSet {
        match direction {
            Direction::UpLeft | Direction::UpRight => self.active,
            Direction::DownLeft | Direction::DownRight => self.active & self.kings,
        }
    }

    /// The passive pieces that may go in a direction.
    pub fn passive_going(&self, direction: Direction) -> SquareSet {
        match direction {
            Direction::DownLeft | Direction::DownRight => self.passive,
            Direction::UpLeft | Direction::UpRight => self.passive & self.kings,
        }
    }

    /// Whether an active piece can jump.
    pub fn active_can_jump(&self) -> bool {
        self.active_can_jump_from(SquareSet::MAX)
    }

    /// Whether an active piece on one of these squares can jump.
    pub fn active_can_jump_from(&self, squares: SquareSet) -> bool {
        let going = |direction| squares & self.active_going(direction);
        self.is_jump_open(self.passive, going)
    }

    /// Whether a passive piece on one of these squares could jump if it were its turn.
    pub fn passive_can_jump_from(&self, squares: SquareSet) -> bool {
        let going = |direction| squares & self.passive_going(direction);
        self.is_jump_open(self.active, going)
    }

    fn is_jump_open(&self, prey: SquareSet, going: impl Fn(Direction) -> SquareSet) -> bool {
        let empty = self.empty();
        Direction::ALL.into_iter().any(|direction| {
            let over = direction.shift(going(direction)) & prey;
            direction.shift(over) & empty != 0
        })
    }

    /// The squares next to at least this many of a set's, along the four diagonals.
    pub fn next_to(set: SquareSet, least: u32) -> SquareSet {
        let [a, b, c, d] = Direction::ALL.map(|direction| direction.shift(set));
        match least {
            4 => a & b & c & d,
            _ => (a & b & (c | d)) | (c & d & (a | b)),
        }
    }
}
