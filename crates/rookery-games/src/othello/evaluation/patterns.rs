//! Patterns of the learned evaluation: small groups of squares and their configurations, as in Buro's Logistello (1997). Each
//! configuration is a number in base three: 0 empty, 1 own, 2 the other side's, the first square lowest.

use std::sync::LazyLock;

use crate::othello::bits;
use crate::ternary::{TERNARY, ternary};

/// A kind of pattern: the same shape on several places of the board, with the same weights.
#[derive(Clone, Copy, Debug)]
pub struct PatternShape {
    /// The number of its squares.
    pub squares: u32,
    /// For each square of the shape, the square that it changes places with when the shape is mirrored onto itself; its own index
    /// if it stays.
    reflection: [u8; 10],
}

impl PatternShape {
    /// The number of fillings of the shape.
    pub const fn fillings(self) -> usize {
        3_usize.pow(self.squares)
    }
}

/// A straight line of `squares` squares, which is the same pattern read backwards.
const fn line(squares: u32) -> PatternShape {
    let mut reflection = [0; 10];
    let mut i = 0;
    while i < squares {
        reflection[i as usize] = (squares - 1 - i) as u8;
        i += 1;
    }
    PatternShape {
        squares,
        reflection,
    }
}

/// The shapes: an edge with the two squares diagonally beside its corners; nine squares around a corner; two by four squares from a
/// corner; the second, third and fourth lines; diagonals of eight to four squares.
pub const SHAPES: [PatternShape; 11] = [
    PatternShape {
        squares: 10,
        reflection: [7, 6, 5, 4, 3, 2, 1, 0, 9, 8],
    },
    PatternShape {
        squares: 9,
        reflection: [0, 3, 6, 1, 4, 7, 2, 5, 8, 0],
    },
    PatternShape {
        squares: 8,
        reflection: [0, 1, 2, 3, 4, 5, 6, 7, 0, 0],
    },
    line(8),
    line(8),
    line(8),
    line(8),
    line(7),
    line(6),
    line(5),
    line(4),
];

/// The index of each shape's first filling among all.
const FIRST: [usize; SHAPES.len() + 1] = {
    let mut first = [0; SHAPES.len() + 1];
    let mut i = 0;
    while i < SHAPES.len() {
        first[i + 1] = first[i] + SHAPES[i].fillings();
        i += 1;
    }
    first
};

/// The fillings of all shapes together.
pub const FILLINGS: usize = FIRST[SHAPES.len()];

/// The number of places of all shapes on a board.
pub const PATTERNS: usize = 46;

/// [`TERNARY`] with the squares of each row of three in reverse.
static TERNARY_3: [u16; 1 << 10] = ternary([2, 1, 0, 5, 4, 3, 8, 7, 6, 9]);
/// The same with the squares of each row of four in reverse.
static TERNARY_4: [u16; 1 << 10] = ternary([3, 2, 1, 0, 7, 6, 5, 4, 8, 9]);

/// The diagonals that go down to the right, by their length less four: the squares, and the column in which they begin.
/// Those below the main diagonal come second.
const FALLING: [[(u64, u32); 2]; 5] = {
    let mut table = [[(0, 0); 2]; 5];
    let mut length = 4;
    while length <= 8 {
        let shift = 8 - length;
        let mut i = 0;
        while i < length {
            table[length - 4][0].0 |= 1 << (9 * i + shift);
            table[length - 4][1].0 |= 1 << (9 * i + 8 * shift);
            i += 1;
        }
        table[length - 4][0].1 = shift as u32;
        length += 1;
    }
    table
};

/// Calls `look` with the filling of each of the 46 places of a board, as its index among all [`FILLINGS`].
#[inline]
pub fn visit(own: u64, other: u64, mut look: impl FnMut(usize)) {
    // Boards whose upper edge is each of the four edges in turn.
    let boards = [
        (own, other),
        (own.swap_bytes(), other.swap_bytes()),
        (bits::transpose(own), bits::transpose(other)),
        (
            bits::transpose(own).swap_bytes(),
            bits::transpose(other).swap_bytes(),
        ),
    ];
    let mut see = |shape: usize, table: &[u16; 1 << 10], own: u64, other: u64| {
        let own = usize::from(table[own as usize & 1_023]);
        let other = usize::from(table[other as usize & 1_023]);
        look(FIRST[shape] + own + 2 * other);
    };
    for (own, other) in boards {
        let both = |of: fn(u64) -> u64| (of(own), of(other));
        let (mine, theirs) = both(|s| s & 0xff | (s >> 9 & 1) << 8 | (s >> 14 & 1) << 9);
        see(0, &TERNARY, mine, theirs);
        let (mine, theirs) = both(|s| s & 0xf | (s >> 8 & 0xf) << 4);
        see(2, &TERNARY, mine, theirs);
        let (mine, theirs) = both(|s| s >> 4 & 0xf | (s >> 12 & 0xf) << 4);
        see(2, &TERNARY_4, mine, theirs);
        see(3, &TERNARY, own >> 8 & 0xff, other >> 8 & 0xff);
        see(4, &TERNARY, own >> 16 & 0xff, other >> 16 & 0xff);
        see(5, &TERNARY, own >> 24 & 0xff, other >> 24 & 0xff);
    }
    for (own, other) in [boards[0], boards[1]] {
        let both = |of: fn(u64) -> u64| (of(own), of(other));
        let (mine, theirs) = both(|s| s & 7 | (s >> 8 & 7) << 3 | (s >> 16 & 7) << 6);
        see(1, &TERNARY, mine, theirs);
        let (mine, theirs) = both(|s| s >> 5 & 7 | (s >> 13 & 7) << 3 | (s >> 21 & 7) << 6);
        see(1, &TERNARY_3, mine, theirs);
        // Falling diagonals of the mirrored board are rising ones.
        for length in 4..=8 {
            let shape = 14 - length;
            for (mask, column) in FALLING[length - 4]
                .into_iter()
                .take(1 + usize::from(length < 8))
            {
                see(
                    shape,
                    &TERNARY,
                    gather(own & mask) >> column,
                    gather(other & mask) >> column,
                );
            }
        }
    }
}

/// The columns in which a set has squares, as a byte; the set has one square a column.
#[inline]
fn gather(set: u64) -> u64 {
    set.wrapping_mul(0x0101_0101_0101_0101) >> 56
}

/// The weight of each filling: a filling and its reflection share one.
pub struct Sharing {
    /// The number of the weight, for each of the [`FILLINGS`].
    pub weight_of: Vec<u32>,
    /// The number of weights.
    pub weights: usize,
}

/// The weights of all fillings, worked out at the first use.
pub fn sharing() -> &'static Sharing {
    static SHARING: LazyLock<Sharing> = LazyLock::new(|| {
        let mut weight_of = vec![0; FILLINGS];
        let mut weights = 0;
        for (shape, first) in SHAPES.iter().zip(FIRST) {
            for filling in 0..shape.fillings() {
                let image = reflected(*shape, filling);
                weight_of[first + filling] = if image < filling {
                    weight_of[first + image]
                } else {
                    weights += 1;
                    weights - 1
                };
            }
        }
        Sharing {
            weight_of,
            weights: weights as usize,
        }
    });
    &SHARING
}

fn reflected(shape: PatternShape, filling: usize) -> usize {
    let digit = |place: u32| filling / 3_usize.pow(place) % 3;
    (0..shape.squares)
        .map(|place| digit(place) * 3_usize.pow(shape.reflection[place as usize].into()))
        .sum()
}

/// The surplus of moves of one side over the other, now and later: the features beside the patterns.
#[inline]
pub fn mobilities(own: u64, other: u64) -> [i32; 2] {
    let count = |set: u64| set.count_ones() as i32;
    [
        count(bits::mobility(own, other)) - count(bits::mobility(other, own)),
        count(bits::potential_mobility(own, other)) - count(bits::potential_mobility(other, own)),
    ]
}
