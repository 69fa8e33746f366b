//! Commands that measure and raise the engine's strength: bench, levels, match, tune.

pub mod bench;
mod level_losses;
pub mod levels;
pub mod match_;
mod samuel;
pub mod tune;
