//! A whole turn as one move: a step, or a chain of jumps.

use crate::checkers::rules::squares::{self, Direction, SquareSet};
use rookery_engine::GameMove;

/// The bits below the directions: five for the first square, one for a jump.
const HEAD_BITS: u32 = 6;
const JUMP: u32 = 1 << 5;

/// A turn in 31 bits: the first square, whether it jumps, and the direction of each hop, two bits each, with a 1 behind the last. Twelve
/// jumps fit, and the other side has no more pieces than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CheckersMove(u32);

/// One hop of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The piece that is jumped, if there is one.
    pub over: Option<u8>,
    /// The square that the piece lands on.
    pub to: u8,
}

impl CheckersMove {
    /// A step to a neighbouring square.
    #[inline]
    pub fn step(from: u8, direction: Direction) -> Self {
        CheckersMove(u32::from(from) | (direction as u32 | 1 << 2) << HEAD_BITS)
    }

    /// A chain of jumps.
    #[inline]
    pub fn jumps(from: u8, chain: Chain) -> Self {
        CheckersMove(u32::from(from) | JUMP | chain.closed() << HEAD_BITS)
    }

    /// The square that the piece leaves.
    #[inline]
    pub fn from(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// Whether the move captures.
    #[inline]
    pub fn is_jump(self) -> bool {
        self.0 & JUMP != 0
    }

    /// The hops, one after another.
    pub fn hops(self) -> impl Iterator<Item = Hop> {
        let mut square = self.from();
        self.directions().map(move |direction| {
            let step = direction.step(square);
            let over = self.is_jump().then(|| squares::only(step));
            let landing = direction.landing(square);
            square = squares::only(if self.is_jump() { landing } else { step });
            Hop { over, to: square }
        })
    }

    /// The square that the piece ends on, and the pieces that are taken.
    #[inline]
    pub fn effect(self) -> (u8, SquareSet) {
        let mut square = self.from();
        let mut taken = 0;
        for direction in self.directions() {
            let step = direction.step(square);
            if self.is_jump() {
                taken |= step;
                square = squares::only(direction.landing(square));
            } else {
                square = squares::only(step);
            }
        }
        (square, taken)
    }

    /// The square that the piece ends on.
    #[inline]
    pub fn to(self) -> u8 {
        self.effect().0
    }

    #[inline]
    fn directions(self) -> impl Iterator<Item = Direction> {
        let mut left = self.0 >> HEAD_BITS;
        std::iter::from_fn(move || {
            let direction = (left > 1).then(|| Direction::ALL[(left & 3) as usize]);
            left >>= 2;
            direction
        })
    }
}

/// The directions of jumps so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chain {
    directions: u32,
    jumps: u32,
}

impl Chain {
    /// The chain with one more jump.
    #[inline]
    pub fn and(self, direction: Direction) -> Self {
        Chain {
            directions: self.directions | (direction as u32) << (2 * self.jumps),
            jumps: self.jumps + 1,
        }
    }

    fn closed(self) -> u32 {
        self.directions | 1 << (2 * self.jumps)
    }
}

impl GameMove for CheckersMove {
    const NULL: Self = CheckersMove(u32::MAX);

    #[inline]
    fn to_bits(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        CheckersMove(bits)
    }
}
