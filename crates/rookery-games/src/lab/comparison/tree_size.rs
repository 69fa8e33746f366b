//! The size of a game tree: its mean number of branches, and the leaves of the full tree and of the best case of cut-offs.

use crate::Game;

/// The most leaves, as estimated, of a tree that is counted for the mean number of branches; one of two plies is always counted.
const LEAVES_MAX: u64 = 20_000_000;

/// The mean number of branches of the tree below a game, as the root of its number of leaves: of `depth` plies, or of fewer
/// where those would take too long to count.
pub fn branching(game: &dyn Game, depth: u32) -> f64 {
    let mut mean = 1.0;
    let mut leaves = 1;
    for plies in 1..=depth {
        let next = (leaves as f64 * f64::max(mean, 2.0)) as u64;
        if plies > 2 && next > LEAVES_MAX {
            break;
        }
        leaves = game.study().perft(plies, false);
        if leaves == 0 {
            break;
        }
        mean = (leaves as f64).powf(1.0 / f64::from(plies));
    }
    mean
}

/// The leaves of a full tree: branches to the power of plies.
pub fn full_tree(branching: f64, depth: u32) -> f64 {
    branching.powi(depth.cast_signed())
}

/// The fewest leaves that prove the value of such a tree: `b^⌈d/2⌉ + b^⌊d/2⌋ − 1` (Knuth and Moore, 1975).
pub fn best_case(branching: f64, depth: u32) -> f64 {
    full_tree(branching, depth.div_ceil(2)) + full_tree(branching, depth / 2) - 1.0
}
