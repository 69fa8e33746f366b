//! Running searches of this node by match, and the matches that could not be searched yet.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::ids::GameId;
use crate::matches::Player;

/// The failures over one position after which a match is given up.
const MOST_FAILURES: u32 = 3;

/// The searches under way, by match.
#[derive(Default)]
pub(in crate::service) struct RunningSearches(Mutex<State>);

#[derive(Default)]
struct State {
    searches: HashMap<GameId, Search>,
    /// In the order in which they came, with the player who waits.
    deferred: Vec<(GameId, Option<Player>)>,
    failures: HashMap<GameId, Failures>,
    /// The number of searches so far.
    begun: u64,
}

impl State {
    fn forget_deferred(&mut self, id: GameId) {
        self.deferred.retain(|(other, _)| *other != id);
    }
}

struct Search {
    number: u64,
    stop: CancellationToken,
}

struct Failures {
    version: i64,
    count: u32,
}

impl RunningSearches {
    /// Notes a search, and returns its number; whatever was thought about this match before is stopped.
    pub(in crate::service) fn begin(&self, id: GameId, stop: CancellationToken) -> u64 {
        let mut state = self.state();
        state.forget_deferred(id);
        state.begun += 1;
        let number = state.begun;
        if let Some(earlier) = state.searches.insert(id, Search { number, stop }) {
            earlier.stop.cancel();
        }
        number
    }

    /// Removes the search with this number, which has ended; a later search of the match stays, even of the same position.
    pub(in crate::service) fn end(&self, id: GameId, number: u64) {
        let mut state = self.state();
        if state.searches.get(&id).is_some_and(|s| s.number == number) {
            state.searches.remove(&id);
        }
    }

    /// Stops the search of a match, if one is running.
    pub(in crate::service) fn stop(&self, id: GameId) {
        let mut state = self.state();
        state.forget_deferred(id);
        state.failures.remove(&id);
        if let Some(search) = state.searches.remove(&id) {
            search.stop.cancel();
        }
    }

    /// Whether a search of this match is under way.
    pub(in crate::service) fn is_busy_with(&self, id: GameId) -> bool {
        self.state().searches.contains_key(&id)
    }

    /// Defers a due match of this player: it belongs to this node, but its search has not begun.
    pub(in crate::service) fn defer(&self, id: GameId, player: Option<Player>) {
        let mut state = self.state();
        if state.deferred.iter().all(|(other, _)| *other != id) {
            state.deferred.push((id, player));
        }
    }

    /// Whether a match is deferred.
    pub(in crate::service) fn is_deferred(&self, id: GameId) -> bool {
        self.state().deferred.iter().any(|(other, _)| *other == id)
    }

    /// Takes the deferred matches, in the order in which they came.
    pub(in crate::service) fn take_deferred(&self) -> Vec<(GameId, Option<Player>)> {
        std::mem::take(&mut self.state().deferred)
    }

    /// Counts a failure over this version; true when it is time to give up. The count is this node's alone and begins anew
    /// with every position.
    pub(in crate::service) fn has_failed_too_often(&self, id: GameId, version: i64) -> bool {
        let mut state = self.state();
        let failures = state
            .failures
            .entry(id)
            .or_insert(Failures { version, count: 0 });
        if failures.version != version {
            *failures = Failures { version, count: 0 };
        }
        failures.count += 1;
        let too_often = failures.count >= MOST_FAILURES;
        if too_often {
            state.failures.remove(&id);
        }
        too_often
    }

    #[cfg(test)]
    pub(in crate::service) fn has_deferred(&self) -> bool {
        !self.state().deferred.is_empty()
    }

    #[cfg(test)]
    pub(in crate::service) fn is_idle(&self) -> bool {
        self.state().searches.is_empty()
    }

    /// No code panics while it holds this lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A match may be found due twice before its first search is registered: the first search is then stopped, and its end must not
    /// remove the second.
    #[test]
    fn the_end_of_a_search_is_not_that_of_its_successor() {
        let running = RunningSearches::default();
        let id = GameId::random();
        let stops = [(); 2].map(|()| CancellationToken::new());
        let [first, second] = [0, 1].map(|n: usize| running.begin(id, stops[n].clone()));
        assert!(stops[0].is_cancelled() && !stops[1].is_cancelled());
        running.end(id, first);
        assert!(running.is_busy_with(id));
        running.stop(id);
        assert!(stops[1].is_cancelled() && running.is_idle());
        running.end(id, second);
    }
}
