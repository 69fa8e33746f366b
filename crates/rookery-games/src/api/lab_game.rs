//! The parts of a game that only the lab needs: exact values, leaf counts, tuning, books and endgame tables.

use crate::{BoardGame, Problem};
use rookery_engine::learning::Tuner;
use rookery_engine::tables::Endgames;
use rookery_engine::{Control, Solver, SolverSpec, perft};

/// A game as `rookery solve`, `perft`, `tune`, `tables` and `book` see it. A game that has none of it says
/// `impl LabGame for TheGame {}`.
pub trait LabGame: BoardGame {
    /// The endgame tables that can be built for this game.
    fn endgames() -> Option<&'static dyn Endgames> {
        None
    }
    /// The knowledge with the evaluation of this name; `None` if [`Sheet::evaluations`](crate::Sheet::evaluations) does not list
    /// it.
    fn knowledge_named(&self, name: &str) -> Option<Self::Knowledge> {
        (name == Self::SHEET.evaluations[0]).then(|| self.knowledge())
    }
    /// The game's own way to exact values, where it has a table or a solver.
    fn solver(&self, _spec: &SolverSpec) -> Option<Box<dyn Solver<Self::Position>>> {
        None
    }
    /// Reads a line of a problem file, a position with its known value, in the form that is usual for the game.
    ///
    /// # Errors
    /// The part of the line that cannot be read, and what is expected. The position and the moves are read later.
    fn problem(&self, line: &str) -> Result<Problem, String> {
        Problem::with_outcome(line)
    }
    /// The builder of the opening book, with the number of slots of its table; `None` where the game has no book.
    fn book_builder(&self, _entries: usize) -> Option<Box<dyn BuildBook>> {
        None
    }
    /// Leaves `depth` plies below a position, counted by one of [`Sheet::conventions`](crate::Sheet::conventions) (empty: the usual one). `full` makes
    /// every leaf move, otherwise the last ply may be counted in bulk.
    fn leaves(&self, position: &Self::Position, depth: u32, _convention: &str, full: bool) -> u64 {
        perft(position, depth, full)
    }
    /// The learning of an evaluation, where it is learned.
    fn tuner(&self, _evaluation: &str) -> Option<Box<dyn Tuner>> {
        None
    }
}

/// Makes the opening book of a game, a position at a time.
pub trait BuildBook: Send {
    /// Goes on from the text of an earlier build.
    ///
    /// # Errors
    /// The fault of the text.
    fn resume(&mut self, text: &str) -> Result<(), String>;
    /// Works out one more position; false where there is none left, or where `control` stopped the work, which leaves the book
    /// as it was.
    fn step(&mut self, control: &Control) -> bool;
    /// The number of positions that are done, and the number of all positions known so far.
    fn progress(&self) -> (usize, usize);
    /// The book so far, as a text that [`BuildBook::resume`] reads.
    fn text(&self) -> String;
}
