//! Perft: counting the leaves of a game tree, the classic test of a move generator.

use crate::{MoveList, Position};

/// The number of leaves `depth` plies below `position`. A finished game has no children. With `full`, every leaf move is made;
/// otherwise the moves of the last ply are only counted.
pub fn perft<P: Position>(position: &P, depth: u32, full: bool) -> u64 {
    let mut lists = vec![MoveList::new(); depth as usize];
    count(position, &mut lists, full)
}

/// Counts leaves; the number of lists is the number of plies left.
fn count<P: Position>(position: &P, lists: &mut [MoveList<P::Move>], full: bool) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    if position.outcome().is_some() {
        return 0;
    }
    if deeper.is_empty() && !full {
        return position.count_moves() as u64;
    }
    moves.clear();
    position.generate(moves);
    let mut leaves = 0;
    for &m in moves.iter() {
        let mut child = position.clone();
        child.play(m);
        leaves += count(&child, deeper, full);
    }
    leaves
}
