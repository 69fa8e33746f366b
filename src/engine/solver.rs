//! A game's own way to the exact value of a position, where it has one: a table, an endgame search, a perfect solver.

use crate::engine::{Control, Position, Value};

/// What a solver found out about a position that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<M> {
    /// The exact value for the side to move.
    pub value: Value,
    /// A best line, its first move at least.
    pub line: Vec<M>,
    /// Entries into the search.
    pub nodes: u64,
}

/// Solves positions one after another, and may keep what it learns between them.
pub trait Solver<P: Position>: Send {
    /// The exact value of a position that is not over; `None` where `control` stopped the work, or where the position is
    /// beyond what the solver can answer.
    fn solve(&mut self, position: &P, control: &Control) -> Option<Solved<P::Move>>;

    /// Forgets what was learned, so that the next position costs what it costs alone.
    fn forget(&mut self);
}
