//! A move: the square of the new disc, or a pass.

use rookery_engine::GameMove;

/// The number of a square, 0 (a1) to 63 (h8) along the rows, or [`DiscMove::PASS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiscMove(pub u8);

impl DiscMove {
    /// The move of a side that has no other.
    pub const PASS: Self = DiscMove(64);
}

impl GameMove for DiscMove {
    const NULL: Self = DiscMove(u8::MAX);

    fn to_bits(self) -> u32 {
        self.0.into()
    }

    fn from_bits(bits: u32) -> Self {
        DiscMove(bits as u8)
    }
}
