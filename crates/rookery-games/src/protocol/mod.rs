//! Parts that the protocols for other programs share: the lines that they read and write, the clock, and the other program of their tests.

#[cfg(test)]
pub(crate) mod dialogue;
pub(crate) mod line_reader;
pub(crate) mod line_writer;

use std::sync::Arc;
use std::time::Duration;

/// Tells the time since a fixed moment; never goes back.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;
