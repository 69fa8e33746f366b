//! Perft: counting the leaves of a game tree, the classic test of a move generator.

use crate::{MoveList, Position};

/// The number of leaves `depth` plies below `position`. A finished game has no children. With `full`, every leaf move is made;
/// otherwise the moves of the last ply are only counted.
pub fn perft<P: Position>(position: &P, depth: u32, full: bool) -> u64 {
    let is_over = |position: &P| position.outcome().is_some();
    perft_until(position, depth, full, &is_over)
}

/// The same where another rule says which positions have no children.
pub fn perft_until<P: Position>(
    position: &P,
    depth: u32,
    full: bool,
    is_over: &impl Fn(&P) -> bool,
) -> u64 {
    let mut lists = vec![MoveList::new(); depth as usize];
    count(position, &mut lists, full, is_over)
}

/// Counts leaves; the number of lists is the number of plies left.
fn count<P: Position>(
    position: &P,
    lists: &mut [MoveList<P::Move>],
    full: bool,
    is_over: &impl Fn(&P) -> bool,
) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    if is_over(position) {
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
        leaves += count(&child, deeper, full, is_over);
    }
    leaves
}
