//! A whole turn as one move: a man placed, moved or flown, and the men removed if it closes a mill.

use crate::mills::rules::points;
use rookery_engine::GameMove;

const NONE: u32 = 31;

/// A turn, packed into 20 bits, five each: from (31 = from the hand), to, the man removed (31 = none), and one more than the
/// point of a second man removed (0 = none), which only a double mill takes, and only by some rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MillMove(u32);

impl MillMove {
    /// A man from the hand on `to`.
    pub fn place(to: u8, removed: Option<u8>) -> Self {
        MillMove::pack(NONE, to, removed)
    }

    /// A man from `from` to `to`, next to it or flying.
    pub fn step(from: u8, to: u8, removed: Option<u8>) -> Self {
        MillMove::pack(u32::from(from), to, removed)
    }

    /// The same move with a second man removed.
    pub fn and_remove(self, second: u8) -> Self {
        MillMove(self.0 | (u32::from(second) + 1) << 15)
    }

    fn pack(from: u32, to: u8, removed: Option<u8>) -> Self {
        MillMove(from | u32::from(to) << 5 | removed.map_or(NONE, u32::from) << 10)
    }

    /// The point that the man leaves; `None` for one from the hand.
    pub fn from(self) -> Option<u8> {
        point(self.0)
    }

    /// The point that the man goes to.
    pub fn to(self) -> u8 {
        (self.0 >> 5 & 31) as u8
    }

    /// The point of the man that is removed first.
    pub fn removed(self) -> Option<u8> {
        point(self.0 >> 10)
    }

    /// The point of the man that is removed after it.
    pub fn removed_second(self) -> Option<u8> {
        ((self.0 >> 15 & 31) as u8).checked_sub(1)
    }

    /// The points of the men that are removed, in order.
    pub fn removals(self) -> impl Iterator<Item = u8> {
        self.removed().into_iter().chain(self.removed_second())
    }

    /// The move seen in a mirror: each point replaced by its image under symmetry `s`.
    pub(in crate::mills) fn image(self, s: usize) -> Self {
        let image = |point| points::image(point, s);
        let from = self.from().map_or(NONE, |from| u32::from(image(from)));
        let first = MillMove::pack(from, image(self.to()), self.removed().map(image));
        match self.removed_second() {
            Some(second) => first.and_remove(image(second)),
            None => first,
        }
    }
}

fn point(bits: u32) -> Option<u8> {
    let bits = bits & 31;
    (bits != NONE).then_some(bits as u8)
}

impl GameMove for MillMove {
    const NULL: Self = MillMove(0x7fff);

    fn to_bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Self {
        MillMove(bits)
    }
}
