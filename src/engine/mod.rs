//! The engine: one alpha-beta search, generic over a game. It knows no game and nothing else of the house.

mod knowledge;
mod limits;
mod node;
mod ordering;
mod perft;
mod position;
mod score;
mod search;
mod splitmix;
mod technique;
#[cfg(test)]
mod tests;
mod transposition;

pub use knowledge::Knowledge;
pub use limits::{Bound, Control, Driver, Iteration, Line, Report, Request, Score, Value};
pub use perft::perft;
pub use position::{EVAL_MAX, GameMove, MoveList, Outcome, Position, Repetition, Symmetric};
pub use search::{Found, Variation, search};
pub use splitmix::SplitMix;
pub use technique::{Technique, Techniques, UnknownTechnique};
