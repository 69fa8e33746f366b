//! The size of a game tree: its mean number of branches, its plies, and the leaves of the full tree and of the best case of cut-offs.

use crate::Game;

/// The most leaves, as estimated, of a tree that is counted for the mean number of branches; one of two plies is always counted.
const LEAVES_MAX: u64 = 20_000_000;

/// The shape of the tree below a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branching {
    /// The mean number of branches, as the root of the number of leaves: of all plies, or of fewer where those would take too long to
    /// count.
    pub mean: f64,
    /// The plies that were asked for, or fewer where every game is over before.
    pub plies: u32,
}

/// The tree of `depth` plies below a game.
pub fn branching(game: &dyn Game, depth: u32) -> Branching {
    let mut mean = 1.0;
    let mut leaves = 1;
    for plies in 1..=depth {
        let next = (leaves as f64 * f64::max(mean, 2.0)) as u64;
        if plies > 2 && next > LEAVES_MAX {
            break;
        }
        leaves = game.study().perft(plies, false);
        if leaves == 0 {
            let plies = plies - 1;
            return Branching { mean, plies };
        }
        mean = (leaves as f64).powf(1.0 / f64::from(plies));
    }
    Branching { mean, plies: depth }
}

/// The leaves of a full tree: branches to the power of plies.
pub fn full_tree(branching: f64, depth: u32) -> f64 {
    branching.powi(depth.cast_signed())
}

/// The fewest leaves that prove the value of such a tree: `b^⌈d/2⌉ + b^⌊d/2⌋ − 1` (Knuth and Moore, 1975).
pub fn best_case(branching: f64, depth: u32) -> f64 {
    full_tree(branching, depth.div_ceil(2)) + full_tree(branching, depth / 2) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Registry, Setup};

    /// The last ply of noughts and crosses is the ninth, which 127,872 games reach.
    #[test]
    fn a_tree_has_no_plies_after_the_last_leaves() {
        let game_type = Registry::shipped().find("tic-tac-toe").unwrap();
        let game = game_type.start(&Setup::default()).unwrap();
        for (depth, plies) in [(60, 9), (9, 9), (4, 4)] {
            assert_eq!(branching(&*game, depth).plies, plies);
        }
        let Branching { mean, plies } = branching(&*game, 60);
        assert!((full_tree(mean, plies) - 127_872.0).abs() < 1e-3);
    }
}
