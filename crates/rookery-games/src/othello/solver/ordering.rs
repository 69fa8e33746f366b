//! Move ordering of the solver in its deep nodes.

use crate::othello::bits;
use crate::othello::solver::table::NO_MOVE;
use crate::othello::solver::{parity, stability};

/// A move with the position that it leads to.
#[derive(Clone, Copy, Default)]
pub struct Candidate {
    /// The square of the new disc, 0 to 63.
    pub square: u8,
    /// The greater, the earlier.
    pub rank: i32,
    /// The discs of the side that moves next.
    pub own: u64,
    /// The discs of the side that has moved.
    pub other: u64,
}

/// Appends the moves of a position, not yet ranked.
#[inline]
pub fn list(own: u64, other: u64, moves: u64, out: &mut Vec<Candidate>) {
    for square in bits::squares(moves) {
        let turned = bits::flips(own, other, square);
        out.push(Candidate {
            square,
            rank: 0,
            own: other ^ turned,
            other: own | turned | 1 << square,
        });
    }
}

/// The best of the moves, put first.
#[inline]
pub fn pick(moves: &mut [Candidate]) -> Option<Candidate> {
    let mut best = 0;
    for i in 1..moves.len() {
        if moves[i].rank > moves[best].rank {
            best = i;
        }
    }
    if best > 0 {
        moves.swap(0, best);
    }
    moves.first().copied()
}

/// Moves that the table remembers come first.
pub const REMEMBERED: i32 = 1 << 28;

/// The rank of a move that the table remembers.
#[inline]
pub fn remembered(square: u8, moves: [u8; 2]) -> Option<i32> {
    debug_assert!(square != NO_MOVE);
    if square == moves[0] {
        Some(REMEMBERED + 1)
    } else if square == moves[1] {
        Some(REMEMBERED)
    } else {
        None
    }
}

/// Fastest first: the fewer replies the better, a reply in a corner counting twice; then few squares that may become replies,
/// stable discs on the edges, and quarters with an odd number of empty squares.
#[inline]
pub fn fastest_first(c: &Candidate, odd: u8, edges: &stability::EdgeTable) -> i32 {
    if c.own == 0 {
        return REMEMBERED + 2;
    }
    let replies = bits::mobility(c.own, c.other);
    let count = |set: u64| set.count_ones() as i32;
    let mobility = count(replies) + count(replies & bits::CORNERS);
    let potential = count(bits::potential_mobility(c.own, c.other));
    let stable = count(stability::stable_edges(c.other, c.own, edges));
    let is_odd = i32::from(parity::squares(odd) >> c.square & 1 == 1);
    -(mobility << 10) - (potential << 5) + (stable << 6) + (is_odd << 7)
}
