//! Indexes of sets of points: the rank of a set among all of its size, and its class under the symmetries of the board.

use crate::mills::rules::points::{self, Points};

/// The number of sets of `k` among `n`, as `BINOMIAL[n][k]`.
pub static BINOMIAL: [[u32; 25]; 25] = binomial();

const fn binomial() -> [[u32; 25]; 25] {
    let mut table = [[0; 25]; 25];
    let mut n = 0;
    while n < 25 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// `RANK[ring][byte][below]`: the part of the points of one ring (`byte`) in the rank of a set with `below` points in the rings before.
static RANK: [[[u32; 17]; 256]; 3] = rank_table();

const fn rank_table() -> [[[u32; 17]; 256]; 3] {
    let binomial = binomial();
    let mut table = [[[0; 17]; 256]; 3];
    let mut ring = 0;
    while ring < 3 {
        let mut byte = 1;
        while byte < 256_usize {
            let lowest = byte.trailing_zeros() as usize;
            let rest = byte & (byte - 1);
            let mut below = 0;
            while below < 17 {
                let others = if below == 16 {
                    0
                } else {
                    table[ring][rest][below + 1]
                };
                table[ring][byte][below] = binomial[8 * ring + lowest][below + 1] + others;
                below += 1;
            }
            byte += 1;
        }
        ring += 1;
    }
    table
}

/// `IMAGE[s][ring][byte]`: the images of the points of one ring under symmetry `s`.
static IMAGE: [[[Points; 256]; 3]; points::SYMMETRIES] = image_table();

const fn image_table() -> [[[Points; 256]; 3]; points::SYMMETRIES] {
    let mut table = [[[0; 256]; 3]; points::SYMMETRIES];
    let mut s = 0;
    while s < points::SYMMETRIES {
        let mut ring = 0;
        while ring < 3 {
            let mut byte = 1;
            while byte < 256_usize {
                let lowest = 8 * ring as u8 + byte.trailing_zeros() as u8;
                let rest = table[s][ring][byte & (byte - 1)];
                table[s][ring][byte] = rest | 1 << points::image(lowest, s);
                byte += 1;
            }
            ring += 1;
        }
        s += 1;
    }
    table
}

/// The image of a set under symmetry `s`, ring by ring.
pub fn image(set: Points, s: usize) -> Points {
    let [a, b, c, _] = set.to_le_bytes().map(usize::from);
    let table = &IMAGE[s];
    table[0][a] | table[1][b] | table[2][c]
}

/// The place of a set among all sets of its size, in order of their numbers: the combinatorial number system. Sets have at most
/// sixteen points.
pub fn rank(set: Points) -> u32 {
    let [a, b, c, _] = set.to_le_bytes();
    let in_two = (a.count_ones() + b.count_ones()) as usize;
    RANK[0][usize::from(a)][0]
        + RANK[1][usize::from(b)][a.count_ones() as usize]
        + RANK[2][usize::from(c)][in_two]
}

/// `set`, renumbered as if the points of `without` were not on the board.
pub fn squeeze(mut set: Points, mut without: Points) -> Points {
    while without != 0 {
        let top = without.ilog2();
        let below = (1 << top) - 1;
        set = set & below | set >> 1 & !below;
        without &= below;
    }
    set
}

/// The inverse of [`squeeze`].
pub fn spread(mut set: Points, mut without: Points) -> Points {
    while without != 0 {
        let lowest = without & without.wrapping_neg();
        let below = lowest - 1;
        set = set & below | (set & !below) << 1;
        without ^= lowest;
    }
    set
}

/// The number of classes of sets of `count` points, without listing them (the lemma of Cauchy, Frobenius and Burnside):
/// the mean number of sets that a symmetry leaves as they are, which are those made of whole cycles of it.
pub fn class_count(count: usize) -> usize {
    let kept = |s| {
        let mut ways = [0_u64; points::ON_RINGS + 1];
        ways[0] = 1;
        let mut seen: Points = 0;
        for start in 0..points::ON_RINGS as u8 {
            let (mut length, mut point) = (0, start);
            while seen & points::bit(point) == 0 {
                seen |= points::bit(point);
                point = points::image(point, s);
                length += 1;
            }
            if length > 0 {
                for n in (length..ways.len()).rev() {
                    ways[n] += ways[n - length];
                }
            }
        }
        ways[count]
    };
    let kept: u64 = (0..points::SYMMETRIES).map(kept).sum();
    kept as usize / points::SYMMETRIES
}

/// One of the sets that are images of one another, standing for all: the least.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// The set.
    pub least: Points,
    /// The symmetries that leave it as it is, as bits.
    pub stabiliser: u16,
}

/// All sets of one size.
#[derive(Debug)]
pub struct Subsets {
    /// The sets by rank.
    pub sets: Vec<Points>,
    pub classes: Vec<Class>,
    /// By rank: the class, and in the lowest four bits a symmetry that takes the set to its least image.
    home: Vec<u32>,
}

impl Subsets {
    /// Lists the sets of `count` points.
    pub fn new(count: usize) -> Self {
        let size = BINOMIAL[points::ON_RINGS][count] as usize;
        let mut subsets = Subsets {
            sets: Vec::with_capacity(size),
            classes: Vec::new(),
            home: vec![u32::MAX; size],
        };
        let mut set: Points = (1 << count) - 1;
        while set <= points::RINGS {
            subsets.add(set);
            // The next number with as many bits (Gosper).
            let lowest = set & set.wrapping_neg();
            let ripple = set + lowest;
            set = ripple | (((set ^ ripple) >> 2) / lowest);
        }
        subsets
    }

    /// The sets come in order of their numbers: the first of a class is its least.
    fn add(&mut self, set: Points) {
        let number = self.sets.len();
        self.sets.push(set);
        if self.home[number] != u32::MAX {
            return;
        }
        let class = self.classes.len() as u32;
        let mut stabiliser = 0;
        for s in 0..points::SYMMETRIES {
            let image = image(set, s);
            self.home[rank(image) as usize] = class << 4 | points::inverse(s) as u32;
            if image == set {
                stabiliser |= 1 << s;
            }
        }
        self.home[number] = class << 4;
        self.classes.push(Class {
            least: set,
            stabiliser,
        });
    }

    /// The class of a set, and a symmetry that takes the set to the least of it.
    pub fn home(&self, set: Points) -> (usize, usize) {
        let home = self.home[rank(set) as usize];
        ((home >> 4) as usize, (home & 15) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_sets_of_each_size_in_order() {
        for (count, size) in [(3, 2_024), (4, 10_626), (5, 42_504), (6, 134_596)] {
            let subsets = Subsets::new(count);
            assert_eq!(subsets.sets.len(), size);
            assert_eq!(subsets.classes.len(), class_count(count));
            for (i, &set) in subsets.sets.iter().enumerate() {
                assert_eq!(set.count_ones() as usize, count);
                assert_eq!(rank(set) as usize, i);
                let (class, s) = subsets.home(set);
                assert_eq!(image(set, s), subsets.classes[class].least);
            }
        }
    }

    #[test]
    fn images_are_those_of_the_board() {
        for set in [0, 0x0012_3456, points::RINGS, 0x0080_0001] {
            for s in 0..points::SYMMETRIES {
                assert_eq!(image(set, s), points::image_set(set, s));
            }
        }
    }

    #[test]
    fn squeezing_closes_gaps_and_spreading_opens_them() {
        assert_eq!(squeeze(0b1101_0010, 0b0010_1001), 0b1_1101);
        let without = 0x0081_0430;
        for set in [0, 0x0001_2345 & !without, points::RINGS & !without] {
            assert_eq!(spread(squeeze(set, without), without), set);
            assert_eq!(squeeze(set, without).count_ones(), set.count_ones());
        }
    }
}
