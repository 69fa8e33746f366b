//! Index of a pair of kings: the pairs of squares that are not adjacent, one per class under the symmetries.

use crate::symmetry;

/// The symmetries of the board.
pub const SYMMETRIES: usize = symmetry::COUNT;

/// The symmetry that exchanges files and ranks: squares of the diagonal from a1 to h8 stay.
pub const DIAGONAL: usize = 4;

/// Pairs of kings where no pawn is on the board.
pub const FREE_PAIRS: usize = 462;
/// Pairs of kings where pawns tell ranks and directions apart.
pub const PAWN_PAIRS: usize = 1_806;

/// A square under symmetry `s`.
pub const fn image(square: u8, s: usize) -> u8 {
    let flips = [0, 7, 56, 63][s & 3];
    let turned = square ^ flips;
    if s & DIAGONAL == 0 {
        turned
    } else {
        turned >> 3 | (turned & 7) << 3
    }
}

/// The pair that represents the class of a pair of kings, and a symmetry that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Home {
    /// The number of the pair that stands for all images.
    pub number: u16,
    /// A symmetry that takes the pair to that one.
    pub symmetry: u8,
}

/// The pairs of kings under some of the symmetries.
#[derive(Debug)]
pub struct Kings<const N: usize> {
    /// The least pair of each class, as its squares.
    pairs: [[u8; 2]; N],
    /// By both squares; of no meaning where kings stand beside one another.
    homes: [[Home; 64]; 64],
}

/// The pairs of kings without pawns, under all eight symmetries.
pub static FREE: Kings<FREE_PAIRS> = Kings::new(SYMMETRIES);
/// The pairs of kings with pawns on the board, under the identity and the symmetry that mirrors the files.
pub static WITH_PAWNS: Kings<PAWN_PAIRS> = Kings::new(2);

const NOWHERE: Home = Home {
    number: u16::MAX,
    symmetry: 0,
};

/// Whether the squares are the same or adjacent, so that two kings cannot stand on them.
pub const fn touch(one: u8, other: u8) -> bool {
    let files = (one & 7).abs_diff(other & 7);
    let ranks = (one >> 3).abs_diff(other >> 3);
    files <= 1 && ranks <= 1
}

impl<const N: usize> Kings<N> {
    /// The pairs under the first `symmetries` of the symmetries.
    const fn new(symmetries: usize) -> Self {
        let mut kings = Kings {
            pairs: [[0; 2]; N],
            homes: [[NOWHERE; 64]; 64],
        };
        let (mut pair, mut number) = (0_u16, 0);
        while pair < 64 * 64 {
            let squares = [(pair / 64) as u8, (pair % 64) as u8];
            let is_new = kings.homes[squares[0] as usize][squares[1] as usize].number == u16::MAX;
            if is_new && !touch(squares[0], squares[1]) {
                kings.pairs[number] = squares;
                kings.settle(squares, number as u16, symmetries);
                number += 1;
            }
            pair += 1;
        }
        assert!(number == N);
        kings
    }

    /// Records for every image of a pair how to get from it to the pair.
    const fn settle(&mut self, pair: [u8; 2], number: u16, symmetries: usize) {
        let mut s = symmetries;
        // From the last on, so that the pair itself keeps the identity.
        while s > 0 {
            s -= 1;
            self.homes[image(pair[0], s) as usize][image(pair[1], s) as usize] = Home {
                number,
                symmetry: symmetry::inverse(s) as u8,
            };
        }
    }

    /// The squares of the pair with this number.
    pub fn pair(&self, number: usize) -> [u8; 2] {
        self.pairs[number]
    }

    /// Whether both kings of the pair with this number stand on the diagonal from a1 to h8.
    #[inline]
    pub fn is_on_diagonal(&self, number: usize) -> bool {
        let [one, other] = self.pairs[number];
        one.is_multiple_of(9) && other.is_multiple_of(9)
    }

    /// The pair that stands for kings on these squares.
    #[inline]
    pub fn home(&self, [one, other]: [u8; 2]) -> Home {
        self.homes[usize::from(one & 63)][usize::from(other & 63)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_finds_its_home() {
        for one in 0..64 {
            for other in (0..64).filter(|&other| !touch(one, other)) {
                let home = FREE.home([one, other]);
                let s = home.symmetry.into();
                let found = [image(one, s), image(other, s)];
                assert_eq!(FREE.pair(home.number.into()), found);
                let home = WITH_PAWNS.home([one, other]);
                let s = home.symmetry.into();
                assert!(s < 2);
                let found = [image(one, s), image(other, s)];
                assert_eq!(WITH_PAWNS.pair(home.number.into()), found);
            }
        }
    }

    /// The form of a pair that stands for others: the square of one king in the triangle a1-d1-d4, and the other on or
    /// below the diagonal where the first is on it.
    #[test]
    fn homes_are_in_the_usual_triangle() {
        for number in 0..FREE_PAIRS {
            let [one, other] = FREE.pair(number);
            let (file, rank) = (one % 8, one / 8);
            assert!(file < 4 && rank <= file, "{one}");
            assert!(rank < file || other / 8 <= other % 8 || one != other);
            let stays = (0..SYMMETRIES)
                .filter(|&s| image(one, s) == one && image(other, s) == other)
                .collect::<Vec<_>>();
            assert!(stays == [0] || stays == [0, DIAGONAL], "{stays:?}");
        }
    }
}
