//! One after the other: checks of one address wait for each other, so that a limit of failures holds however many are sent
//! at once. Within this process; across nodes a burst may be over by one a node.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OwnedMutexGuard;

type Turn = Arc<tokio::sync::Mutex<()>>;

/// Who is at work, by key.
#[derive(Debug, Default)]
pub struct Turns(Mutex<HashMap<String, Turn>>);

impl Turns {
    /// Waits for the turn of this key; it ends when the guard is dropped.
    pub async fn take(&self, key: &str) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(turns.entry(key.to_owned()).or_default())
        };
        turn.lock_owned().await
    }

    /// Forgets the keys at which nobody works or waits.
    pub fn sweep(&self) {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        turns.retain(|_, turn| Arc::strong_count(turn) > 1);
        turns.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn one_key_is_one_at_a_time_and_another_does_not_wait() {
        let turns = Arc::new(Turns::default());
        let held = turns.take("a").await;
        drop(turns.take("b").await);
        let inside = Arc::new(AtomicUsize::new(0));
        let waiting: Vec<_> = (0..8)
            .map(|_| {
                let (turns, inside) = (Arc::clone(&turns), Arc::clone(&inside));
                tokio::spawn(async move {
                    let _turn = turns.take("a").await;
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                    tokio::task::yield_now().await;
                    inside.fetch_sub(1, Ordering::SeqCst);
                })
            })
            .collect();
        tokio::task::yield_now().await;
        turns.sweep();
        assert_eq!(
            turns.0.lock().unwrap().len(),
            1,
            "only the key in use is kept"
        );
        drop(held);
        for one in waiting {
            one.await.unwrap();
        }
        turns.sweep();
        assert!(turns.0.lock().unwrap().is_empty());
    }
}
