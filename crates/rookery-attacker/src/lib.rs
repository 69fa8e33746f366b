//! A trained reader of text captchas, which measures their strength.
//!
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod alphabet;
mod attack;
mod cpu_watch;
mod distance;
mod error;
mod network;
mod plan;
mod training;

pub use attack::{attack, attack_pictures};
pub use error::Error;
pub use plan::{AttackPlan, AttackReport, Head, Progress, Stage, UnknownHead};
pub use training::sample::Labelled;

#[cfg(test)]
mod tests;
