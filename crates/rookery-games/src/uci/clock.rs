//! Clock of a UCI session.

use std::sync::Arc;
use std::time::Duration;

/// Tells the time since a fixed moment; never goes back.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;
