//! Commands that measure and raise the engine's strength: bench, levels, match, spsa, tune.

pub mod bench;
mod level_losses;
pub mod levels;
pub mod match_;
mod samuel;
pub mod spsa;
pub mod tune;
