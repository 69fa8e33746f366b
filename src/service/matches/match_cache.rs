//! Cache of matches that were shown or played lately, in their last state: a further request need not read and replay their moves.
//!
//! The row in the database stays the truth. A match is taken from here only where its row, read in the same request, says
//! exactly what the match says.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::ids::GameId;
use crate::matches::Match;
use crate::matches::Record;

/// The most moves that are kept, over all matches: some megabytes.
const MOVES_AT_MOST: usize = 12_000;
/// The weight of a match beside its moves, in moves.
const WEIGHT_OF_A_MATCH: usize = 32;

/// The matches at hand.
#[derive(Default)]
pub(in crate::service) struct MatchCache(Mutex<State>);

#[derive(Default)]
struct State {
    matches: HashMap<GameId, Entry>,
    weight: usize,
    /// Counts up with every use.
    now: u64,
}

struct Entry {
    game: Arc<Match>,
    used: u64,
}

impl MatchCache {
    /// The cached match whose state is exactly that of `head`, its row without the moves.
    pub(in crate::service) fn find(&self, head: &Record) -> Option<Arc<Match>> {
        let mut state = self.state();
        state.now += 1;
        let now = state.now;
        let entry = state.matches.get_mut(&head.id)?;
        if !entry.game.is_as_in(head) {
            return None;
        }
        entry.used = now;
        Some(Arc::clone(&entry.game))
    }

    /// Keeps a match as it was read or saved; the least recently used ones make room.
    pub(in crate::service) fn keep(&self, game: &Arc<Match>) {
        let mut state = self.state();
        state.now += 1;
        state.remove(game.id());
        let entry = Entry {
            game: Arc::clone(game),
            used: state.now,
        };
        state.weight += weight(game);
        state.matches.insert(game.id(), entry);
        while state.weight > MOVES_AT_MOST && state.matches.len() > 1 {
            let oldest = state.matches.iter().min_by_key(|(_, entry)| entry.used);
            let Some(id) = oldest.map(|(id, _)| *id) else {
                return;
            };
            state.remove(id);
        }
    }

    /// Forgets a match: it is about to change.
    pub(in crate::service) fn forget(&self, id: GameId) {
        self.state().remove(id);
    }

    /// No code panics while it holds this lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn remove(&mut self, id: GameId) {
        if let Some(entry) = self.matches.remove(&id) {
            self.weight -= weight(&entry.game);
        }
    }
}

fn weight(game: &Match) -> usize {
    game.played().len() + WEIGHT_OF_A_MATCH
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::GuestId;
    use crate::matches::Holder;
    use crate::matches::NewMatch;
    use crate::matches::Visibility;
    use rookery_games::Registry;

    fn saved() -> Arc<Match> {
        let new = NewMatch {
            id: GameId::random(),
            setup: Default::default(),
            seats: [Holder::Guest(GuestId::random()), Holder::Engine(1)],
            visibility: Visibility::Link,
            seed: 1,
            engine_rev: 1,
            now_ms: 1,
        };
        let mut game = Match::start(Registry::shipped().find("chess").unwrap(), new).unwrap();
        game.mark_saved();
        Arc::new(game)
    }

    fn head(game: &Match) -> Record {
        Record {
            moves: Vec::new(),
            ..game.record().clone()
        }
    }

    #[test]
    fn a_match_is_found_only_where_its_row_says_the_same() {
        let cache = MatchCache::default();
        let game = saved();
        cache.keep(&game);
        assert!(cache.find(&head(&game)).is_some());
        let mut newer = head(&game);
        newer.version += 1;
        assert!(cache.find(&newer).is_none());
        // The guest has signed up meanwhile, which is not a new version.
        let mut owned = head(&game);
        owned.seats[0].holder = Holder::Guest(GuestId::random());
        assert!(cache.find(&owned).is_none());
        cache.forget(game.id());
        assert!(cache.find(&head(&game)).is_none());
    }

    #[test]
    fn it_stays_small_and_keeps_what_is_asked_for() {
        let cache = MatchCache::default();
        let mine = saved();
        cache.keep(&mine);
        for _ in 0..3 * MOVES_AT_MOST / WEIGHT_OF_A_MATCH {
            cache.keep(&saved());
            assert!(cache.find(&head(&mine)).is_some());
        }
        let state = cache.state();
        assert!(state.weight <= MOVES_AT_MOST);
        assert_eq!(state.weight, state.matches.len() * WEIGHT_OF_A_MATCH);
    }
}
