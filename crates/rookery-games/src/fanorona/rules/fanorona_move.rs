//! A whole turn as one move: a paika, or a chain of captures.

use crate::fanorona::rules::points::COUNT;
use rookery_engine::GameMove;

/// Bits of a point, of the number of stones that are taken, and of the number of a chain.
const POINT_BITS: u32 = 6;
const TAKEN_BITS: u32 = 5;
const CHAIN_BITS: u32 = u32::BITS - 2 * POINT_BITS - TAKEN_BITS;

/// The chains of one stone that have numbers.
pub const CHAINS_MAX: u32 = 1 << CHAIN_BITS;

/// A turn: the first and the last point, the number of stones taken, and for a chain its number among the chains of the same
/// stone, in the order of `Trail::each_chain`. The points in between follow from the position: a chain of 22 captures would not
/// fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FanoronaMove(u32);

impl FanoronaMove {
    /// A move without a capture.
    #[inline]
    pub fn paika(from: u8, to: u8) -> Self {
        FanoronaMove(u32::from(from) | u32::from(to) << POINT_BITS)
    }

    /// A chain of captures.
    #[inline]
    pub fn chain(from: u8, to: u8, taken: u32, number: u32) -> Self {
        let head = FanoronaMove::paika(from, to).0 | taken << (2 * POINT_BITS);
        FanoronaMove(head | number << (2 * POINT_BITS + TAKEN_BITS))
    }

    /// The point that the stone leaves.
    #[inline]
    pub fn from(self) -> u8 {
        (self.0 & ((1 << POINT_BITS) - 1)) as u8
    }

    /// The point that the stone ends on.
    #[inline]
    pub fn to(self) -> u8 {
        (self.0 >> POINT_BITS & ((1 << POINT_BITS) - 1)) as u8
    }

    /// The number of stones that are taken.
    #[inline]
    pub fn taken(self) -> u32 {
        self.0 >> (2 * POINT_BITS) & ((1 << TAKEN_BITS) - 1)
    }

    /// Whether the move captures.
    #[inline]
    pub fn is_capture(self) -> bool {
        self.taken() != 0
    }

    /// The number of the chain among those of its stone.
    #[inline]
    pub fn number(self) -> u32 {
        self.0 >> (2 * POINT_BITS + TAKEN_BITS)
    }

    /// The number of the two ends together.
    #[inline]
    pub fn ends(self) -> usize {
        usize::from(self.from()) * COUNT + usize::from(self.to())
    }
}

impl GameMove for FanoronaMove {
    const NULL: Self = FanoronaMove(u32::MAX);

    #[inline]
    fn to_bits(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        FanoronaMove(bits)
    }
}
