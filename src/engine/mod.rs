//! The engine: one alpha-beta search, generic over a game. It knows no game and nothing else of the house.

mod knowledge;
mod limits;
mod position;

pub use knowledge::{Knowledge, ONE_PLY};
pub use limits::{Bound, Control, Driver, Line, Report, Request, Score, Value, Weakening};
pub use position::{EVAL_MAX, GameMove, Gen, MoveList, Outcome, Position, Repetition, Symmetric};
