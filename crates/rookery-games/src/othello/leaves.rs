//! Leaf counts of the game tree. Published figures differ in how they count passes and games that end early:
//!
//! | convention | a pass | a game that is over before the last ply |
//! |---|---|---|
//! | `a` | one ply | one leaf |
//! | `b` | one ply | no leaf |
//! | `c` | no ply | no leaf |

use crate::othello::bits;
use crate::othello::disc_move::DiscMove;
use crate::othello::position::Othello;
use rookery_engine::Position;

/// A way to count leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// A pass takes a ply of its own.
    pass_is_ply: bool,
    /// A finished game is a leaf, whatever plies are left.
    ended_is_leaf: bool,
}

impl Convention {
    /// Their names, the usual one first.
    pub const NAMES: &'static [&'static str] = &["a", "b", "c"];

    /// The convention of this name, `a` for any other.
    pub fn named(name: &str) -> Self {
        Convention {
            pass_is_ply: name != "c",
            ended_is_leaf: !matches!(name, "b" | "c"),
        }
    }
}

/// Leaves `depth` plies below `position`. `full` makes every leaf, otherwise the moves of the last ply are counted.
pub fn leaves(position: &Othello, depth: u32, convention: Convention, full: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mobility = position.mobility();
    if mobility == 0 {
        return match (position.must_pass(), convention.pass_is_ply) {
            (true, true) => leaves(&position.passed(), depth - 1, convention, full),
            (true, false) => leaves(&position.passed(), depth, convention, full),
            (false, _) => convention.ended_is_leaf.into(),
        };
    }
    if depth == 1 && !full {
        return mobility.count_ones().into();
    }
    bits::squares(mobility)
        .map(|square| {
            let mut child = *position;
            child.play(DiscMove(square));
            leaves(&child, depth - 1, convention, full)
        })
        .sum()
}
