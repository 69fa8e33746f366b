//! Solver nodes with up to four empty squares: no lists, no table, each square tried in turn. All windows are null windows:
//! the question is whether the value is greater than `alpha`.

use crate::othello::bits;
use crate::othello::solver::stability::{EdgeTable, stable_bound};
use crate::othello::solver::{Discs, NONE_YET, final_score, parity};

/// The squares around each square.
static AROUND: [u64; 64] = {
    let mut table = [0_u64; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1_u64 << square;
        let row = bit | (bit & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (bit & 0xfefe_fefe_fefe_fefe) >> 1;
        table[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    table
};

/// The number of discs that a new disc turns along a line, by its place, if every place that is not the mover's is the other
/// side's.
static LINE_FLIPS: [[u8; 256]; 8] = line_flips();

const fn line_flips() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut count = 0;
            let mut i = place + 1;
            while i < 8 && own >> i & 1 == 0 {
                i += 1;
            }
            if i < 8 {
                count += i - place - 1;
            }
            let mut i = place;
            while i > 0 && own >> (i - 1) & 1 == 0 {
                i -= 1;
            }
            if i > 0 {
                count += place - i;
            }
            table[place][own] = count as u8;
            own += 1;
        }
        place += 1;
    }
    table
}

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        let mut other = 0;
        while other < 64 {
            let (x, y) = (other % 8, other / 8);
            if x + row == column + y {
                table[square][0] |= 1 << other;
            }
            if x + y == column + row {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// The number of discs that the disc on the last empty square turns.
#[inline]
fn last_flips(own: u64, square: u8) -> i32 {
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    const DIAGONAL: u64 = 0x0102_0408_1020_4080;
    let square = usize::from(square & 63);
    let (column, row) = (square & 7, square >> 3);
    let [falling, rising] = DIAGONALS[square];
    let by_column = &LINE_FLIPS[column];
    let across = by_column[(own >> (square & 56) & 0xff) as usize];
    // A column is gathered into a byte with its first row in the lowest bit.
    let down = ((own >> column & COLUMN).wrapping_mul(DIAGONAL) >> 56) as usize;
    // Squares of a diagonal stand in different columns: adding the rows up gives one byte of them.
    let one = ((own & falling).wrapping_mul(COLUMN) >> 56) as usize;
    let two = ((own & rising).wrapping_mul(COLUMN) >> 56) as usize;
    let sum = across + LINE_FLIPS[row][down] + by_column[one] + by_column[two];
    i32::from(sum)
}

/// One empty square: the value itself.
#[inline]
fn one(own: u64, square: u8) -> Discs {
    let count = own.count_ones() as Discs;
    let turned = last_flips(own, square);
    if turned != 0 {
        return 2 * (count + turned + 1) - 64;
    }
    let turned = last_flips(!own & !(1 << square), square);
    if turned != 0 {
        return 2 * (count - turned) - 64;
    }
    // Nobody can play there: the square counts for the winner, and with 63 discs there always is one.
    let bonus = Discs::from(count >= 32);
    2 * (count + bonus) - 64
}

/// The search of the last squares, which counts the nodes of the whole search.
pub struct LastSquares {
    edges: &'static EdgeTable,
    /// Entries into the search.
    pub nodes: u64,
}

impl LastSquares {
    pub fn new(edges: &'static EdgeTable) -> Self {
        LastSquares { edges, nodes: 0 }
    }

    /// At most three empty squares, as a plain search: only roots and lines of play come here.
    pub fn tiny(&mut self, own: u64, other: u64, alpha: Discs) -> Discs {
        self.nodes += 1;
        let moves = bits::mobility(own, other);
        if moves == 0 {
            if bits::mobility(other, own) == 0 {
                return final_score(own, other);
            }
            return -self.tiny(other, own, -alpha - 1);
        }
        let mut best = NONE_YET;
        for square in bits::squares(moves) {
            let turned = bits::flips(own, other, square);
            let value = -self.tiny(other ^ turned, own | turned | 1 << square, -alpha - 1);
            best = best.max(value);
            if best > alpha {
                break;
            }
        }
        best
    }

    fn two(&mut self, own: u64, other: u64, alpha: Discs, [a, b]: [u8; 2]) -> Discs {
        self.nodes += 1;
        let mut best = NONE_YET;
        for (square, left) in [(a, b), (b, a)] {
            if AROUND[usize::from(square)] & other == 0 {
                continue;
            }
            let turned = bits::flips(own, other, square);
            if turned != 0 {
                self.nodes += 1;
                let value = -one(other ^ turned, left);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        if best != NONE_YET {
            return best;
        }
        let mut best = -NONE_YET;
        for (square, left) in [(a, b), (b, a)] {
            let turned = bits::flips(other, own, square);
            if turned != 0 {
                self.nodes += 1;
                let value = one(own ^ turned, left);
                if value <= alpha {
                    return value;
                }
                best = best.min(value);
            }
        }
        if best == -NONE_YET {
            return final_score(own, other);
        }
        best
    }

    fn three(&mut self, own: u64, other: u64, alpha: Discs, squares: [u8; 3]) -> Discs {
        self.nodes += 1;
        let [a, b, c] = squares;
        let best = self.three_moves(own, other, alpha, squares);
        if best != NONE_YET {
            return best;
        }
        let best = self.three_moves(other, own, -alpha - 1, [a, b, c]);
        if best != NONE_YET {
            return -best;
        }
        final_score(own, other)
    }

    fn three_moves(&mut self, own: u64, other: u64, alpha: Discs, [a, b, c]: [u8; 3]) -> Discs {
        let mut best = NONE_YET;
        for (square, left) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if AROUND[usize::from(square)] & other == 0 {
                continue;
            }
            let turned = bits::flips(own, other, square);
            if turned != 0 {
                let value = -self.two(other ^ turned, own | turned | 1 << square, -alpha - 1, left);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }

    /// Four empty squares.
    pub fn four(&mut self, own: u64, other: u64, alpha: Discs) -> Discs {
        self.nodes += 1;
        if let Some(bound) = stable_bound(own, other, alpha, 4, self.edges) {
            return bound;
        }
        let mut empty = !(own | other);
        let mut next = || {
            let square = empty.trailing_zeros() as u8 & 63;
            empty &= empty.wrapping_sub(1);
            square
        };
        let squares = [next(), next(), next(), next()];
        let order = parity::order(squares);
        let squares = order.ranks.map(|i| squares[usize::from(i & 3)]);
        let best = self.four_moves(own, other, alpha, squares, order.is_pairs);
        if best != NONE_YET {
            return best;
        }
        let best = self.four_moves(other, own, -alpha - 1, squares, order.is_pairs);
        if best != NONE_YET {
            return -best;
        }
        final_score(own, other)
    }

    fn four_moves(
        &mut self,
        own: u64,
        other: u64,
        alpha: Discs,
        [a, b, c, d]: [u8; 4],
        is_pairs: bool,
    ) -> Discs {
        let mut best = NONE_YET;
        // After a move into one of two pairs its partner is alone, and goes first.
        let (after_c, after_d) = if is_pairs {
            ([d, a, b], [c, a, b])
        } else {
            ([a, b, d], [a, b, c])
        };
        for (square, left) in [(a, [b, c, d]), (b, [a, c, d]), (c, after_c), (d, after_d)] {
            if AROUND[usize::from(square)] & other == 0 {
                continue;
            }
            let turned = bits::flips(own, other, square);
            if turned != 0 {
                let value =
                    -self.three(other ^ turned, own | turned | 1 << square, -alpha - 1, left);
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }
}
