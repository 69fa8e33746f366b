//! The only reader of the system clock. Tests use their own time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A clock: the system's, or one that a test moves by hand.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The operating system's clock.
    #[default]
    System,
    /// A clock that stands still until it is moved; Unix milliseconds.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands at `now_ms` until it is moved with [`Clock::advance`].
    pub fn manual(now_ms: i64) -> Self {
        Clock::Manual(Arc::new(AtomicI64::new(now_ms)))
    }

    /// Unix time in milliseconds.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that reads the clock"
    )]
    pub fn now_ms(&self) -> i64 {
        match self {
            Clock::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX)),
            Clock::Manual(ms) => ms.load(Ordering::SeqCst),
        }
    }

    /// Moves a manual clock by `delta_ms`; a system clock stays as it is.
    pub fn advance(&self, delta_ms: i64) {
        if let Clock::Manual(ms) = self {
            ms.fetch_add(delta_ms, Ordering::SeqCst);
        }
    }
}

/// A stopwatch on the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts measuring.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the one place that reads the clock"
    )]
    pub fn start() -> Self {
        Stopwatch(Instant::now())
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
