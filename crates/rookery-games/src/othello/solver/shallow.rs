//! Solver nodes with five to seven empty squares: too many and too small for a table or for sorting. Parity and corners
//! decide the order.

use crate::othello::bits;
use crate::othello::solver::last::LastSquares;
use crate::othello::solver::stability::{EdgeTable, stable_bound};
use crate::othello::solver::{Discs, NONE_YET, final_score, parity};

/// The most empty squares of a node that is searched here.
pub const SHALLOW_EMPTY: u32 = 7;

/// The search of nodes with few empty squares.
pub struct ShallowSearch {
    edges: &'static EdgeTable,
    /// The search of the last four squares, which counts all nodes.
    pub last: LastSquares,
}

impl ShallowSearch {
    pub fn new(edges: &'static EdgeTable) -> Self {
        ShallowSearch {
            edges,
            last: LastSquares::new(edges),
        }
    }

    /// A bound on the value that shows whether it is greater than `alpha`, if at least five squares are empty.
    pub fn exceeds(&mut self, own: u64, other: u64, alpha: Discs, empty: u32, odd: u8) -> Discs {
        self.last.nodes += 1;
        if let Some(bound) = stable_bound(own, other, alpha, empty, self.edges) {
            return bound;
        }
        let moves = bits::mobility(own, other);
        if moves == 0 {
            if bits::mobility(other, own) == 0 {
                return final_score(own, other);
            }
            return -self.exceeds(other, own, -alpha - 1, empty, odd);
        }
        let odd_squares = parity::squares(odd);
        let (first, then) = (moves & odd_squares, moves & !odd_squares);
        let parts = [
            first & bits::CORNERS,
            first & !bits::CORNERS,
            then & bits::CORNERS,
            then & !bits::CORNERS,
        ];
        let mut best = NONE_YET;
        for part in parts {
            for square in bits::squares(part) {
                let turned = bits::flips(own, other, square);
                let (child_own, child_other) = (other ^ turned, own | turned | 1 << square);
                let value = if empty == 5 {
                    -self.last.four(child_own, child_other, -alpha - 1)
                } else {
                    let odd = parity::after(odd, square);
                    -self.exceeds(child_own, child_other, -alpha - 1, empty - 1, odd)
                };
                if value > alpha {
                    return value;
                }
                best = best.max(value);
            }
        }
        best
    }
}
