//! The attacker: a small convolutional network that is trained on labelled captchas and then reads fresh ones.
//!
//! How hard a captcha is for a machine is measured, not guessed. The measure is whole words read after training on so many
//! pictures for so many seconds of one core, so that two schemes, or two settings of one, can be compared. Everything here
//! runs on the calling thread and uses no time but CPU time. `docs/captcha-attacker.md` says how to run it and what it reads.

mod alphabet;
mod attack;
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
