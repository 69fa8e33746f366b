//! The endgame solver: the exact difference in discs with best play, by alpha-beta search to the last square.
//!
//! [`root`] closes in on the value by null windows; [`deep`] has the nodes with a table and sorted moves, [`shallow`] those with
//! few empty squares, and [`last`] the last four.

mod deep;
mod guess;
mod last;
mod ordering;
pub mod parity;
mod root;
mod shallow;
mod stability;
mod table;

pub use root::EndgameSolver;
#[cfg(test)]
pub use stability::{edge_table, stable};

/// Differences in discs, for the side to move.
type Discs = i32;

/// Below every difference.
const NONE_YET: Discs = -65;

/// The result of a finished game for the side of `own`; empty squares count for the winner.
fn final_score(own: u64, other: u64) -> Discs {
    crate::othello::position::margin(own, other).into()
}
