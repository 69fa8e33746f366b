//! Full minimax: the value by definition, with which every other search is compared.

use crate::search::observer::Why;
use crate::search::score::{self, INFINITY, ONE};
use crate::search::searcher::Searcher;
use crate::search::state::node_state::MadeMove;
use crate::search::state::observation::Entering;
use crate::{Knowledge, Position, Score};

/// Every line to the horizon, in the order of generation, without any technique.
pub(crate) fn minimax<P: Position, K: Knowledge<P>>(
    searcher: &mut Searcher<'_, P, K>,
    position: &P,
    (ply, depth): (usize, i32),
) -> Score {
    if !searcher.begin_node(ply) {
        return searcher.done(0, Why::Stopped);
    }
    if let Some(value) = searcher.settled(position, ply) {
        return value;
    }
    if depth < ONE {
        let value = searcher.evaluate(position, ply);
        return searcher.done(value, Why::Horizon);
    }
    let moves = position.moves();
    let mut best = -INFINITY;
    for &m in &moves {
        let child = position.after(m);
        let step = MadeMove {
            parent: position,
            m,
            child: &child,
        };
        let value = minimax_of_move(searcher, &step, (ply, depth), (-INFINITY, INFINITY));
        if searcher.is_stopped() {
            break;
        }
        if value > best {
            best = value;
            searcher.extend_pv(ply, m);
        }
    }
    if moves.is_empty() {
        let value = score::of_outcome(position.no_moves(), ply);
        return searcher.done(value, Why::End);
    }
    searcher.done(best, Why::Exact)
}

/// The same for a move of a node that is searched to `depth`; only an observer looks at the window.
pub(crate) fn minimax_of_move<P: Position, K: Knowledge<P>>(
    searcher: &mut Searcher<'_, P, K>,
    step: &MadeMove<'_, P>,
    (ply, depth): (usize, i32),
    window: (Score, Score),
) -> Score {
    let rest = depth - ONE;
    searcher.search_child(step, (ply, rest), window, Entering::FULL, |searcher, _| {
        minimax(searcher, step.child, (ply + 1, rest))
    })
}
