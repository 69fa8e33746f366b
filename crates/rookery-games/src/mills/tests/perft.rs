//! Counts of the game tree and of positions, to compare with published ones.

use std::collections::HashSet;

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::position::MillPosition;
use rookery_engine::Position;

fn leaves<K: MillKind>(position: &MillPosition<K>, depth: u32) -> u64 {
    if position.outcome().is_some() {
        return 0;
    }
    if depth == 1 {
        return position.count_moves() as u64;
    }
    children(position)
        .map(|child| leaves(&child, depth - 1))
        .sum()
}

fn children<K: MillKind>(position: &MillPosition<K>) -> impl Iterator<Item = MillPosition<K>> {
    let mut moves = Vec::new();
    position.generate(&mut moves);
    moves.into_iter().map(|m| {
        let mut child = position.clone();
        child.play(m);
        child
    })
}

/// The leaves one ply below `start`, two plies, and so on.
pub fn assert_leaves<K: MillKind>(start: &MillPosition<K>, published: &[u64]) {
    for (depth, &expected) in (1..).zip(published) {
        assert_eq!(leaves(start, depth), expected, "depth {depth}");
    }
}

/// Distinct positions after one turn, two turns and so on, and classes of them under the 16 symmetries of the board.
pub fn assert_positions<K: MillKind>(start: MillPosition<K>, published: &[(usize, usize)]) {
    let mut positions = vec![start];
    for (turn, &expected) in (1..).zip(published) {
        let mut seen = HashSet::new();
        positions = positions
            .iter()
            .flat_map(children)
            .filter(|p| seen.insert(p.key()))
            .collect();
        let classes: HashSet<u64> = positions.iter().map(|p| p.canonical().0).collect();
        assert_eq!((positions.len(), classes.len()), expected, "turn {turn}");
    }
}
