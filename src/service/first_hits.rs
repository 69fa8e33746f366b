//! First hits of limits' windows, remembered by the node that saw them: a name that is tried once leaves no row in the database.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of first hits in memory, some 10 MB. Further ones are written as rows: to forget one would grant an extra guess.
const REMEMBERED_AT_MOST: usize = 100_000;

/// The counters whose first hit of a window was seen here, with the end of that window in unix milliseconds.
#[derive(Default)]
pub struct FirstHits(Mutex<HashMap<String, i64>>);

impl FirstHits {
    /// The first count of a counter's row if there is none yet: `None` for the first hit of the window that ends at `end_ms`,
    /// which is remembered instead.
    pub fn remember(&self, key: &str, now_ms: i64, end_ms: i64) -> Option<u32> {
        let mut hits = self.lock();
        match hits.get(key) {
            // The row counts the first one, too.
            Some(end) if *end > now_ms => Some(2),
            None if hits.len() >= REMEMBERED_AT_MOST => Some(1),
            _ => {
                hits.insert(key.to_owned(), end_ms);
                None
            }
        }
    }

    /// Whether a counter's first hit is remembered and its window is not over.
    pub fn has(&self, key: &str, now_ms: i64) -> bool {
        self.lock().get(key).is_some_and(|end| *end > now_ms)
    }

    /// Forgets the hits of these counters: they were given back, or refused.
    pub fn forget<'k>(&self, keys: impl Iterator<Item = &'k String>) {
        let mut hits = self.lock();
        for key in keys {
            hits.remove(key);
        }
    }

    /// The number of hits in memory.
    pub fn kept_keys(&self) -> usize {
        self.lock().len()
    }

    /// Forgets the hits of windows that are over.
    pub fn forget_old(&self, now_ms: i64) {
        self.lock().retain(|_, end_ms| *end_ms > now_ms);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_is_remembered_until_its_window_is_over() {
        let hits = FirstHits::default();
        assert_eq!(hits.remember("a", 0, 100), None);
        assert_eq!(hits.remember("a", 99, 100), Some(2));
        assert!(hits.has("a", 99) && !hits.has("a", 100) && !hits.has("b", 0));
        hits.forget_old(99);
        assert!(hits.has("a", 99));
        hits.forget([&"a".to_owned()].into_iter());
        assert_eq!(hits.remember("a", 99, 100), None);
        // The next window has a first one again, whether the old one was forgotten or not.
        assert_eq!(hits.remember("a", 100, 200), None);
        hits.forget_old(200);
        assert!(hits.lock().is_empty());
    }

    #[test]
    fn memory_is_bounded_and_what_is_beyond_it_is_counted_in_rows() {
        let hits = FirstHits::default();
        for n in 0..REMEMBERED_AT_MOST {
            assert_eq!(hits.remember(&n.to_string(), 0, 100), None);
        }
        assert_eq!(hits.remember("one more", 0, 100), Some(1));
        assert_eq!(hits.remember("7", 0, 100), Some(2));
    }
}
