//! Matches of the engine against itself and against other programs: players, openings, results.

mod engine_config;
mod external_engine;
mod ladder;
mod match_score;
mod move_loss;
mod openings;
mod player;
mod series;
mod sprt;
mod spsa;
#[cfg(test)]
mod tests;

pub use engine_config::EngineConfig;
pub use external_engine::ExternalEngine;
pub use ladder::{LadderPlan, LevelTest};
pub(crate) use match_score::PAIR_RESULTS;
pub use match_score::{Interval, MatchScore, PlayerTotals};
pub use move_loss::{BlunderKind, LossPlan, MoveLoss};
pub use player::Player;
pub use series::Series;
pub use sprt::{Sprt, SprtVerdict};
pub use spsa::{Spsa, SpsaPlan, TunedParam};
