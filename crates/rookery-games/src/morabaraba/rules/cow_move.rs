//! A whole turn as one move: a cow placed, moved or flown, and the shot if it closes a line.

use crate::morabaraba::rules::points;
use rookery_engine::GameMove;

const NONE: u16 = 31;

/// A turn, packed into 15 bits: from (31 = from the hand), to, shot (31 = none), five bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CowMove(u16);

impl CowMove {
    /// A cow from the hand on `to`.
    pub fn place(to: u8, shot: Option<u8>) -> Self {
        CowMove(NONE | u16::from(to) << 5 | shot.map_or(NONE, u16::from) << 10)
    }

    /// A cow from `from` to `to`, next to it or flying.
    pub fn step(from: u8, to: u8, shot: Option<u8>) -> Self {
        CowMove(u16::from(from) | u16::from(to) << 5 | shot.map_or(NONE, u16::from) << 10)
    }

    /// The point that the cow leaves; `None` for one from the hand.
    pub fn from(self) -> Option<u8> {
        point(self.0)
    }

    /// The point that the cow goes to.
    pub fn to(self) -> u8 {
        (self.0 >> 5 & 31) as u8
    }

    /// The point of the cow that is shot.
    pub fn shot(self) -> Option<u8> {
        point(self.0 >> 10)
    }

    /// The move seen in a mirror: each point replaced by its image under symmetry `s`.
    pub(in crate::morabaraba) fn image(self, s: usize) -> Self {
        let to = points::image(self.to(), s);
        let shot = self.shot().map(|p| points::image(p, s));
        match self.from() {
            Some(from) => CowMove::step(points::image(from, s), to, shot),
            None => CowMove::place(to, shot),
        }
    }
}

fn point(bits: u16) -> Option<u8> {
    let bits = bits & 31;
    (bits != NONE).then_some(bits as u8)
}

impl GameMove for CowMove {
    const NULL: Self = CowMove(0x7fff);

    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Self {
        CowMove(bits as u16)
    }
}
