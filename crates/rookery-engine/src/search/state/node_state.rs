//! The state of a node when its moves are about to be searched.

use crate::move_ordering::history_tables::HistoryContext;
use crate::search::score::ONE;
use crate::{Position, Score};

/// A move with the positions before and after it.
pub(crate) struct MadeMove<'p, P: Position> {
    pub parent: &'p P,
    pub m: P::Move,
    pub child: &'p P,
}

/// The evaluation of a node, and its trend.
#[derive(Clone, Copy, Default)]
pub(crate) struct StaticEval {
    /// The evaluation, where a technique asks for it and the side to move could stand still.
    pub value: Option<Score>,
    /// Whether the side to move stands better than a turn ago.
    pub is_improving: bool,
}

/// The transposition table's move for a node.
#[derive(Clone, Copy)]
pub(crate) struct TableMove<M> {
    pub m: Option<M>,
    /// Whether it is noisy; asked only where a technique wants to know.
    pub is_noisy: bool,
}

/// The state of a node, known when its moves are about to be searched.
pub(crate) struct NodeState<'p, P: Position> {
    pub position: &'p P,
    /// Sixteenths of a ply.
    pub depth: i32,
    pub window: (Score, Score),
    /// Whether the window is wider than a null window: a node of the principal variation.
    pub is_pv: bool,
    /// Whether a move is expected to cut off: the parent expects the move that led here to fail low.
    pub expects_cut: bool,
    pub eval: StaticEval,
    pub place: HistoryContext<P::Move>,
    pub table: TableMove<P::Move>,
}

impl<P: Position> NodeState<'_, P> {
    /// Plies from the root.
    pub fn ply(&self) -> usize {
        self.place.ply
    }

    /// Whole plies to the horizon.
    pub fn plies(&self) -> i32 {
        self.depth / ONE
    }
}

/// The progress of the search of a node's moves.
#[derive(Clone, Copy)]
pub(crate) struct NodeProgress {
    /// Moves that have been searched.
    pub searched: usize,
    /// The best of their values.
    pub best: Score,
    /// The lower end of the window, raised by them.
    pub alpha: Score,
}

/// The plan for the search of a move; depths in sixteenths of a ply.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// Moves of the node that were searched before.
    pub rank: usize,
    /// The depth after the move.
    pub depth: i32,
    /// The amount by which the first search of the move is less deep.
    pub reduction: i32,
    /// The part of the depth that is an extension.
    pub extension: i32,
}
