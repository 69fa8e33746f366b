//! Leaf counts: as usual in chess, draws after which moves are still possible do not end the count.

use crate::chess::rules::position::Chess;
use rookery_engine::{MoveList, Position};

/// Leaves `depth` plies below a position. `full` makes every leaf move, otherwise the last ply is counted in bulk.
pub fn leaves(position: &Chess, depth: u32, full: bool) -> u64 {
    let list = || MoveList::with_capacity(Chess::MAX_MOVES);
    let mut lists: Vec<_> = (0..depth).map(|_| list()).collect();
    count(position, &mut lists, full)
}

fn count(position: &Chess, lists: &mut [MoveList<<Chess as Position>::Move>], full: bool) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    if deeper.is_empty() && !full {
        return position.count_moves() as u64;
    }
    moves.clear();
    position.generate(moves);
    let mut leaves = 0;
    for &m in moves.iter() {
        let mut child = *position;
        child.play(m);
        leaves += count(&child, deeper, full);
    }
    leaves
}
