//! Counts answers by the class of their status, since the start of the process.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::StatusCode;

/// The classes, from the first digit of a status.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// The counters.
#[derive(Debug, Default)]
pub struct Traffic([AtomicU64; CLASSES.len()]);

impl Traffic {
    /// Counts an answer.
    pub fn count(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).wrapping_sub(1);
        if let Some(counter) = self.0.get(class) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How many there were of each class.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        CLASSES
            .into_iter()
            .zip(&self.0)
            .map(|(class, counter)| (class, counter.load(Ordering::Relaxed)))
    }
}
