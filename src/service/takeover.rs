//! Takeover of matches in which the engine is due: of this node's own that were lost, of nobody's, and of nodes that died.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::clock::Clock;
use crate::ids::GameId;
use crate::service::Error;
use crate::service::heartbeat::SILENT_AFTER_MS;
use crate::service::matches::engine_moves::EngineMoves;
use crate::service::matches::match_repository::MatchRepository;
use crate::store::{self, Store};

/// The most due matches that are taken at a time, so that one node does not take all of a dead one's.
const PICK_UP_AT_MOST: u32 = 16;
/// A match of this node that has been due for this long without a search was lost: the database stored it, but the
/// confirmation never arrived.
const LOST_AFTER_MS: i64 = 2_000;
/// The time between two looks at a match that cannot be read.
const UNREADABLE_FOR_MS: i64 = 600_000;

/// Finds the due matches that no engine is searching. Clones share their state.
#[derive(Clone)]
pub struct Takeover {
    store: Store,
    clock: Clock,
    node: Arc<str>,
    matches: MatchRepository,
    engine: EngineMoves,
    /// Matches that this build cannot read, and when they are looked at again, milliseconds since 1970.
    unreadable: Arc<Mutex<HashMap<GameId, i64>>>,
}

impl Takeover {
    pub(super) fn new(
        store: Store,
        clock: Clock,
        node: &str,
        matches: MatchRepository,
        engine: EngineMoves,
    ) -> Self {
        Takeover {
            store,
            clock,
            node: node.into(),
            matches,
            engine,
            unreadable: Arc::default(),
        }
    }

    /// For a node that is alone on its database: everything due at its start is its own, and all other nodes in the table are gone.
    pub(super) async fn begin_alone(&self) -> Result<(), Error> {
        self.store.forget_nodes(i64::MAX, &self.node).await?;
        self.claim_and_think(u32::MAX).await?;
        // A process with the same node name as an earlier one also takes over that one's matches.
        for id in self.store.due_of(&self.node, i64::MAX).await? {
            self.think_about(id).await?;
        }
        Ok(())
    }

    /// Has the engine think about the due matches that nobody thinks about: those that this node could not begin with or
    /// lost, those that no node has claimed, and those whose node is silent.
    ///
    /// Returns whether it looked for all of them. It does not while the engine is full: then its success says nothing of the database.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn pick_up(&self) -> Result<bool, Error> {
        let deferred = self.engine.running.take_deferred();
        for (n, (id, player)) in deferred.iter().enumerate() {
            // This player has as many searches waiting as allowed; matches of other players need not wait for them.
            if player.is_some_and(|player| !self.engine.searches().has_room_for(&player)) {
                self.engine.running.defer(*id, *player);
                continue;
            }
            let tried = match self.engine.searches().is_full() {
                true => None,
                false => Some(self.try_again(*id).await),
            };
            if !matches!(tried, Some(Ok(()))) {
                // The matches that were not tried stay deferred.
                deferred[n..]
                    .iter()
                    .for_each(|(id, player)| self.engine.running.defer(*id, *player));
                return tried.unwrap_or(Ok(())).map(|()| false);
            }
        }
        let (own, now_ms) = (&self.node, self.clock.now_ms());
        let mut lost = self.store.due_of(own, now_ms - LOST_AFTER_MS).await?;
        // The clock may have been put back since.
        lost.extend(self.store.due_later_of(own, now_ms + LOST_AFTER_MS).await?);
        for id in lost {
            // Those that wait are not lost.
            if !self.engine.running.is_deferred(id) {
                self.think_about(id).await?;
            }
        }
        self.claim_and_think(PICK_UP_AT_MOST).await
    }

    /// A match that this node could not begin with; meanwhile it may be another's.
    async fn try_again(&self, id: GameId) -> Result<(), Error> {
        let now_ms = self.clock.now_ms();
        if self.store.claim(id, &self.node, now_ms).await? {
            self.think_about(id).await?;
        }
        Ok(())
    }

    /// Returns whether it looked for matches to claim.
    async fn claim_and_think(&self, at_most: u32) -> Result<bool, Error> {
        if self.engine.searches().is_full() {
            // Another node may have room.
            return Ok(false);
        }
        let now_ms = self.clock.now_ms();
        let shared_ms = self.store.shared_now_ms(now_ms).await?;
        // A heartbeat from the future does not count either: the clock that it was dated by may have been put back since.
        let living_ms = shared_ms - SILENT_AFTER_MS..=shared_ms + SILENT_AFTER_MS;
        let node = &self.node;
        let due = self
            .store
            .claim_due(node, now_ms, living_ms, at_most)
            .await?;
        for id in due {
            self.think_about(id).await?;
        }
        Ok(true)
    }

    async fn think_about(&self, id: GameId) -> Result<(), Error> {
        let now_ms = self.clock.now_ms();
        let is_unreadable = self
            .unreadable()
            .get(&id)
            .is_some_and(|until| now_ms < *until);
        if is_unreadable || self.engine.running.is_busy_with(id) {
            return Ok(());
        }
        // A match that cannot be read stays due, for a build that can read it, and does not hold up the others.
        let is_not_played_on = |error: &dyn Display| {
            tracing::error!(%id, %error, "a due match cannot be played on");
            let mut unreadable = self.unreadable();
            unreadable.retain(|_, until| now_ms < *until);
            unreadable.insert(id, now_ms + UNREADABLE_FOR_MS);
        };
        let record = match self.store.game(id).await {
            Ok(Some(record)) => record,
            Ok(None) => return Ok(()),
            Err(error @ store::Error::Corrupt(_)) => {
                is_not_played_on(&error);
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        match self.matches.restore(record) {
            Ok(game) => self.engine.think(&game),
            Err(error) => is_not_played_on(&error),
        }
        Ok(())
    }

    /// No code panics while it holds this lock.
    fn unreadable(&self) -> MutexGuard<'_, HashMap<GameId, i64>> {
        self.unreadable
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
