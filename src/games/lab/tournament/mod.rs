//! Matches of the engine against itself: who plays, from which openings, and what the results say.

mod contender;
mod ladder;
mod openings;
mod series;
mod sprt;
mod tally;
#[cfg(test)]
mod tests;

pub use contender::EngineConfig;
pub use ladder::{LevelTest, Plan};
pub use series::Series;
pub use sprt::{Sprt, Verdict};
pub use tally::{Interval, Tally};
