//! The state of a node when its moves are about to be searched.

use crate::move_ordering::history_tables::HistoryContext;
use crate::search::score::ONE;
use crate::{Position, Score};

/// What is known of a node when its moves are about to be searched.
pub(crate) struct NodeState<'p, P: Position> {
    pub position: &'p P,
    pub ply: usize,
    /// Sixteenths of a ply.
    pub depth: i32,
    pub window: (Score, Score),
    /// Whether the window is open: a node of the principal variation.
    pub is_pv: bool,
    /// The evaluation, where a technique asks for it and the side to move could stand still.
    pub eval: Option<Score>,
    /// Whether the side to move stands better than a turn ago.
    pub is_improving: bool,
    pub place: HistoryContext<P::Move>,
    pub table_move: Option<P::Move>,
    /// Whether that is noisy; asked only where a technique wants to know.
    pub is_table_noisy: bool,
}

impl<P: Position> NodeState<'_, P> {
    /// Whole plies to the horizon.
    pub fn plies(&self) -> i32 {
        self.depth / ONE
    }
}
