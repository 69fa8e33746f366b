//! Geometry of a square board of Go: its points as bits, their neighbours, and floods.
//!
//! Points are numbered row by row from the top, each from the left, as [`Grid`] numbers its squares; a set of them is 128 bits.

use crate::Grid;

/// The greatest number of points: a board of nine by nine.
pub const MOST_POINTS: usize = 81;

/// A board of one size.
#[derive(Debug)]
pub struct Goban {
    /// Points of a side.
    pub size: u8,
    /// Its points.
    pub all: u128,
    /// The points that have a neighbour to the left, and those that have one to the right.
    inner: [u128; 2],
}

/// The boards of two to nine points a side. The smallest are for tests.
static BOARDS: [Goban; 8] = [
    Goban::new(2),
    Goban::new(3),
    Goban::new(4),
    Goban::new(5),
    Goban::new(6),
    Goban::new(7),
    Goban::new(8),
    Goban::new(9),
];

impl Goban {
    /// The board with this many points a side, 2 to 9.
    pub fn of(size: u8) -> &'static Goban {
        &BOARDS[usize::from(size.clamp(2, 9) - 2)]
    }

    const fn new(size: u8) -> Self {
        let (mut left, mut right, mut row) = (0_u128, 0_u128, 0);
        while row < size {
            left |= 1 << (row * size);
            right |= 1 << (row * size + size - 1);
            row += 1;
        }
        let all = (1 << (size * size)) - 1;
        Goban {
            size,
            all,
            inner: [all & !left, all & !right],
        }
    }

    /// The points with fewer than four neighbours.
    #[inline]
    pub fn edge(&self) -> u128 {
        let rows = self.all >> self.size & self.all << self.size;
        self.all & !(self.inner[0] & self.inner[1] & rows)
    }

    /// The number of points.
    pub fn count(&self) -> u8 {
        self.size * self.size
    }

    /// Names and places of the points: letters without i from the left, numbers from below.
    pub fn grid(&self) -> Grid {
        Grid::new(self.size, self.size).skipping_i()
    }

    /// All points next to one of a set; points of the set are among them where they have a neighbour in it.
    #[inline]
    pub fn beside(&self, set: u128) -> u128 {
        let [not_left, not_right] = self.inner;
        let across = (set & not_left) >> 1 | (set & not_right) << 1;
        let down = set << self.size | set >> self.size;
        across | down & self.all
    }

    /// All points next to one of a set along a diagonal.
    #[inline]
    pub fn diagonal(&self, set: u128) -> u128 {
        let [not_left, not_right] = self.inner;
        let across = (set & not_left) >> 1 | (set & not_right) << 1;
        (across << self.size | across >> self.size) & self.all
    }

    /// All points that steps within a set lead to from those of `seed`, which lie in it.
    #[inline]
    pub fn flood(&self, seed: u128, within: u128) -> u128 {
        let mut found = seed;
        loop {
            let more = found | self.beside(found) & within;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The connected parts of a set, in the order of their first points.
    pub fn parts(&self, set: u128) -> impl Iterator<Item = u128> + use<> {
        let board = Goban::of(self.size);
        let mut rest = set;
        std::iter::from_fn(move || {
            let first = rest & rest.wrapping_neg();
            (first != 0).then(|| {
                let part = board.flood(first, rest);
                rest &= !part;
                part
            })
        })
    }
}

/// The numbers of the points of a set, in order.
pub fn points(set: u128) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
        rest &= rest - 1;
        Some(first)
    })
}
