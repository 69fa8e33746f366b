//! Solvers: a game's own way to the exact value of a position, such as a table, an endgame search or a perfect solver.

use std::time::Duration;

use crate::{Control, MoveList, Outcome, Position, Value};

/// The solution of a position that is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<M> {
    /// The value for the side to move. The winner is certain. The plies are those of `line`, which need not be the shortest where a solver
    /// proves wins by threats, or an upper bound from the proof.
    pub value: Value,
    /// A line that leads there, its first move at least.
    pub line: Vec<M>,
    /// Entries into the search.
    pub nodes: u64,
}

/// Solves positions one after another, and may keep its table between them.
pub trait Solver<P: Position>: Send {
    /// The exact value of a position that is not over; `None` if `control` or a limit stopped the work, or if the solver cannot
    /// answer the position.
    fn solve(&mut self, position: &P, control: &Control) -> Option<Solved<P::Move>>;

    /// The same without the line, which may take more work than the value.
    fn value(&mut self, position: &P, control: &Control) -> Option<Value> {
        Some(self.solve(position, control)?.value)
    }

    /// The moves of a position without a solution that are worth a search, where it found that others lose or can hardly help: a hint, and
    /// no proof. Empty where it has none, as by default.
    fn unrefuted(&mut self, _position: &P, _control: &Control) -> MoveList<P::Move> {
        MoveList::new()
    }

    /// Whether it can give the value of every move that it has the time for, and not of winning ones alone.
    fn answers_every_move(&self) -> bool {
        true
    }

    /// Empties its table, so that the next position costs as much as it does alone.
    fn forget(&mut self);

    /// The value of a position that is over, in the unit of [`Solver::solve`].
    fn end(&self, _position: &P, outcome: Outcome) -> Value {
        outcome.into()
    }
}

/// Options of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverSpec {
    /// Slots of its transposition table, if it has one; a slot takes 16 bytes at most.
    pub entries: usize,
    /// Nodes after which it gives a position up; 0 = never.
    pub nodes: u64,
    /// Time on the control's clock after which it gives a position up.
    pub time: Option<Duration>,
    /// Steps that are switched off, by the names that the game lists.
    pub without: Vec<&'static str>,
}

impl SolverSpec {
    /// Whether a solver must give up after this number of nodes. Call it every thousand nodes or so, not at each.
    pub fn is_over(&self, nodes: u64, control: &Control) -> bool {
        control.is_stopped()
            || self.nodes != 0 && nodes >= self.nodes
            || self.time.is_some_and(|time| control.elapsed() >= time)
    }
}

impl Default for SolverSpec {
    /// All steps, no limit, and the table of the command line: 2²⁴ slots.
    fn default() -> Self {
        SolverSpec {
            entries: 1 << 24,
            nodes: 0,
            time: None,
            without: Vec::new(),
        }
    }
}
