//! Keyed mutex: tasks with the same key, such as an address or a counter, run one at a time, so that a burst occupies only one place in a
//! queue. It works within one process; each node admits one task per key.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedMutexGuard;

type Turn = Arc<tokio::sync::Mutex<()>>;

/// From this number of keys on, idle ones are removed before another one is added.
const SWEPT_FROM: usize = 10_000;

#[derive(Debug, Default)]
pub struct KeyedMutex(Mutex<HashMap<String, Turn>>);

impl KeyedMutex {
    /// Locks this key; the lock is released when the guard is dropped.
    pub async fn take(&self, key: &str) -> OwnedMutexGuard<()> {
        self.turn(key).lock_owned().await
    }

    /// Waits for the turn of this key, unless `waiting` others have it or wait for it.
    pub async fn take_of_few(&self, key: &str, waiting: usize) -> Option<OwnedMutexGuard<()>> {
        let turn = self.turn(key);
        // The map and this function hold one each.
        if Arc::strong_count(&turn) > waiting + 2 {
            return None;
        }
        Some(turn.lock_owned().await)
    }

    fn turn(&self, key: &str) -> Turn {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if locks.len() >= SWEPT_FROM {
            forget_idle(&mut locks);
        }
        Arc::clone(locks.entry(key.to_owned()).or_default())
    }

    /// The number of keys in memory.
    pub fn kept_keys(&self) -> usize {
        let locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        locks.len()
    }

    /// Forgets the keys that nobody holds or waits for.
    pub fn sweep(&self) {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        forget_idle(&mut locks);
        locks.shrink_to_fit();
    }
}

fn forget_idle(locks: &mut HashMap<String, Turn>) {
    locks.retain(|_, turn| Arc::strong_count(turn) > 1);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn one_key_is_one_at_a_time_and_another_does_not_wait() {
        let locks = Arc::new(KeyedMutex::default());
        let held = locks.take("a").await;
        drop(locks.take("b").await);
        assert!(locks.take_of_few("a", 0).await.is_none());
        assert!(locks.take_of_few("c", 0).await.is_some());
        let inside = Arc::new(AtomicUsize::new(0));
        let waiting: Vec<_> = (0..8)
            .map(|_| {
                let (locks, inside) = (Arc::clone(&locks), Arc::clone(&inside));
                tokio::spawn(async move {
                    let _turn = locks.take("a").await;
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                    tokio::task::yield_now().await;
                    inside.fetch_sub(1, Ordering::SeqCst);
                })
            })
            .collect();
        tokio::task::yield_now().await;
        locks.sweep();
        assert_eq!(
            locks.0.lock().unwrap().len(),
            1,
            "only the key in use is kept"
        );
        drop(held);
        for one in waiting {
            one.await.unwrap();
        }
        locks.sweep();
        assert!(locks.0.lock().unwrap().is_empty());
    }
}
