//! Parts that the protocols for other programs share: lines that are read and written, the clock, the choice of a move in a hurry, programs
//! that are asked for moves, and the other program of the tests.

pub(crate) mod client;
#[cfg(test)]
pub(crate) mod dialogue;
pub(crate) mod engine_process;
pub(crate) mod fault;
pub(crate) mod hasty_pass;
pub(crate) mod line_reader;
pub(crate) mod line_writer;

use std::sync::Arc;
use std::time::Duration;

/// Tells the time since a fixed moment; never goes back.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;
