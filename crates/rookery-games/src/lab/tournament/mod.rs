//! Matches of the engine against itself: players, openings, results.

mod engine_config;
mod ladder;
mod match_score;
mod move_loss;
mod openings;
mod series;
mod sprt;
#[cfg(test)]
mod tests;

pub use engine_config::EngineConfig;
pub use ladder::{LadderPlan, LevelTest};
pub use match_score::{Interval, MatchScore};
pub use move_loss::{BlunderKind, LossPlan, MoveLoss};
pub use series::Series;
pub use sprt::{Sprt, SprtVerdict};
