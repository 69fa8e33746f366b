//! Recently changed matches: how many changed on this node within a time, for the owner's monitoring.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::ids::GameId;

/// A match that changed within this time is active, milliseconds.
const ACTIVE_MS: i64 = 15 * 60 * 1000;
/// Up to this number of matches, old ones are removed only when the count is read.
const KEPT_AT_LEAST: usize = 1_024;

/// The matches that this node changed lately, each with the time of its last change in unix milliseconds.
#[derive(Default)]
pub(in crate::service) struct RecentMatches(Mutex<State>);

#[derive(Default)]
struct State {
    changed: HashMap<GameId, i64>,
    /// Beyond this number of matches, the next change removes old ones.
    enough: usize,
}

impl RecentMatches {
    /// Notes that a match changed.
    pub(in crate::service) fn note(&self, id: GameId, now_ms: i64) {
        let mut state = self.state();
        state.changed.insert(id, now_ms);
        if state.changed.len() > state.enough.max(KEPT_AT_LEAST) {
            state.forget_old(now_ms);
            state.enough = 2 * state.changed.len();
        }
    }

    /// The number of matches that changed within [`ACTIVE_MS`].
    pub(in crate::service) fn count(&self, now_ms: i64) -> usize {
        let mut state = self.state();
        state.forget_old(now_ms);
        state.changed.len()
    }

    /// No code panics while it holds this lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn forget_old(&mut self, now_ms: i64) {
        self.changed
            .retain(|_, changed_ms| *changed_ms > now_ms - ACTIVE_MS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_counts_once_and_until_its_time_is_over() {
        let recent = RecentMatches::default();
        let id = GameId::random();
        recent.note(id, 0);
        recent.note(id, 10);
        recent.note(GameId::random(), 0);
        assert_eq!(recent.count(ACTIVE_MS - 1), 2);
        assert_eq!(recent.count(ACTIVE_MS), 1);
        assert_eq!(recent.count(ACTIVE_MS + 10), 0);
    }

    #[test]
    fn what_nobody_asks_about_does_not_pile_up() {
        let recent = RecentMatches::default();
        for n in 0..10 * KEPT_AT_LEAST {
            // A thousand in each of the times that count.
            let now_ms = n as i64 * ACTIVE_MS / 1_000;
            recent.note(GameId::random(), now_ms);
        }
        assert!(recent.state().changed.len() <= 3 * KEPT_AT_LEAST);
    }
}
