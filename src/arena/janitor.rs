//! What nobody asks for and somebody must do: due matches whose node is gone, and rows whose time is over.

use std::time::Duration;

use crate::arena::Arena;
use crate::arena::Error;
use crate::arena::password_attempts::KNOWN_NETWORK_MS;
use crate::ids::GameId;
use crate::store;

/// How often due matches are looked for.
pub const PICK_UP_EVERY: Duration = Duration::from_secs(10);
/// How often old rows are removed.
pub const SWEEP_EVERY: Duration = Duration::from_secs(600);
/// A match that has been due for longer than this has lost its node: no search takes so long, see
/// [`crate::play::SEARCH_DEADLINE`]. Where it only waits in a long queue, a second search does no harm.
pub const TAKE_OVER_AFTER_MS: i64 = 30_000;

/// At most so many due matches are taken at a time, so that one node does not take all of a dead one's.
const PICK_UP_AT_MOST: u32 = 16;
/// An ended captcha or pass is kept so long, to tell "used already" from "expired".
const ENDED_CAPTCHAS_MS: i64 = 3_600_000;
/// A match that somebody asked for and never came back to is forgotten after an hour.
const ASKED_MATCHES_MS: i64 = 3_600_000;
const DAY_MS: i64 = 86_400_000;

impl Arena {
    /// Starts the janitor; it ends with [`Arena::shutdown`].
    pub fn run_janitor(&self) {
        let arena = self.clone();
        self.tasks.spawn(async move {
            let stop = arena.stop.clone();
            stop.run_until_cancelled(arena.keep_house()).await;
        });
    }

    async fn keep_house(&self) {
        if !self.bus.is_shared() {
            // A node that is alone on its database has no rivals: all that is due at its start was its own.
            log(
                "due matches could not be looked for",
                self.claim_and_think(0, u32::MAX).await,
            );
        }
        let mut looks = tokio::time::interval(PICK_UP_EVERY);
        looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut sweeps = tokio::time::interval(SWEEP_EVERY);
        loop {
            tokio::select! {
                _ = looks.tick() => {
                    log("due matches could not be looked for", self.pick_up(TAKE_OVER_AFTER_MS).await);
                }
                _ = sweeps.tick() => log("old rows could not be removed", self.sweep().await),
            }
        }
    }

    /// Has the engine think about the due matches that nobody thinks about: those that this node could not begin with,
    /// those that no node has claimed, and those that have been due for `older_than_ms`.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn pick_up(&self, older_than_ms: i64) -> Result<(), Error> {
        for id in self.thinking.take_parked() {
            // Claimed anew, so that no other node takes it for a dead one's while this one tries.
            let now_ms = self.clock.now_ms();
            if self.store.claim(id, &self.options.node, now_ms).await? {
                self.think_about(id).await?;
            }
        }
        self.claim_and_think(older_than_ms, PICK_UP_AT_MOST).await
    }

    async fn claim_and_think(&self, older_than_ms: i64, at_most: u32) -> Result<(), Error> {
        let now_ms = self.clock.now_ms();
        // One more than the age: a match that became due in this very millisecond counts as older than 0 ms.
        let stale_before_ms = now_ms - older_than_ms + 1;
        let node = &self.options.node;
        let due = self
            .store
            .claim_due(node, now_ms, stale_before_ms, at_most)
            .await?;
        for id in due {
            self.think_about(id).await?;
        }
        Ok(())
    }

    async fn think_about(&self, id: GameId) -> Result<(), Error> {
        if self.thinking.is_busy_with(id) {
            return Ok(());
        }
        let Some(record) = self.store.game(id).await? else {
            return Ok(());
        };
        match self.restore(record) {
            Ok(game) => self.think(&game),
            // It stays due: a build that knows the game may take it.
            Err(error) => tracing::error!(%error, "a due match cannot be played on"),
        }
        Ok(())
    }

    /// Removes what has outlived its use: matches of nobody with an account, sessions, captchas, counters, links.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn sweep(&self) -> Result<(), Error> {
        let now_ms = self.clock.now_ms();
        let store = &self.store;
        let kept_ms = i64::from(self.options.unowned_games_days) * DAY_MS;
        let games = store.delete_unowned_games(now_ms - kept_ms).await?;
        let sessions = store.delete_expired_sessions(now_ms).await?;
        store.expire_challenges(now_ms).await?;
        store
            .forget_asked_matches(now_ms - ASKED_MATCHES_MS)
            .await?;
        let captchas = store
            .delete_ended_challenges(now_ms - ENDED_CAPTCHAS_MS)
            .await?;
        store
            .delete_expired_captcha_passes(now_ms - ENDED_CAPTCHAS_MS)
            .await?;
        store.delete_hits(now_ms - DAY_MS).await?;
        store
            .delete_known_networks(now_ms - KNOWN_NETWORK_MS)
            .await?;
        store.delete_expired_tokens(now_ms).await?;
        tracing::debug!(games, sessions, captchas, "removed what was too old");
        Ok(())
    }
}

/// A failure of the janitor is nobody's request: it is logged, and the next round tries again.
fn log(what: &str, outcome: Result<(), Error>) {
    match outcome {
        Ok(()) => {}
        Err(Error::Store(error @ store::Error::Unavailable(_))) => {
            tracing::warn!(%error, "{what}");
        }
        Err(error) => tracing::error!(%error, "{what}"),
    }
}
