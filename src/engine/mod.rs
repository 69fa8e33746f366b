//! The engine: one alpha-beta search, generic over a game. It knows no game and nothing else of the house.

mod clock_budget;
mod conspiracy;
mod correction;
mod hints;
mod knowledge;
mod limits;
mod memory;
mod minimax;
mod node;
mod observer;
mod ordering;
mod params;
mod patience;
mod perft;
mod picker;
mod position;
mod quiescence;
mod reduction;
mod root;
mod score;
mod search;
mod searcher;
mod selective;
mod solver;
mod splitmix;
pub mod tables;
mod technique;
#[cfg(test)]
mod tests;
mod transposition;
mod weakening;

pub use clock_budget::{Budget, TimeLeft};
pub use conspiracy::{Conspiracy, conspiracy};
pub use knowledge::Knowledge;
pub use limits::{Bound, Control, Driver, Iteration, Line, Report, Request, Score, Value};
pub use memory::as_many;
pub use observer::{Edge, Observer, Recorded, Recorder, Unwatched, Visit, Why};
pub use params::Params;
pub use perft::perft;
pub use position::{EVAL_MAX, GameMove, MoveList, Outcome, Position, Repetition};
pub use search::{Company, Found, Told, Variation, search, search_with, watched};
pub use solver::{Solved, Solver, SolverSpec};
pub use splitmix::SplitMix;
pub use technique::{Repertoire, Technique, Techniques, UnknownTechnique};
pub use transposition::Table;
pub use weakening::Weakening;
