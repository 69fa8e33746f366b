//! Background maintenance of a node: looks for due matches each second, and deletes expired rows.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::service::Error;
use crate::service::accounts::password_attempts::KNOWN_NETWORK_MS;
use crate::service::heartbeat::{ANSWERED_WITHIN, Heartbeat};
use crate::service::look::sweep_logos;
use crate::service::options::Options;
use crate::service::takeover::Takeover;
use crate::store;
use crate::store::{GameBatches, SWEPT_AT_ONCE, Store};

/// The interval between two looks for due matches.
pub const PICK_UP_EVERY: Duration = Duration::from_secs(1);
/// The interval between two removals of old rows.
pub const SWEEP_EVERY: Duration = Duration::from_secs(600);
/// The interval between two looks for matches of accounts that were deleted, on whatever node.
const REMOVE_EVERY: Duration = Duration::from_secs(5);

/// The time for which the row of a dead node is kept: the site does not need it, but people may want to see it.
const DEAD_NODES_MS: i64 = 60_000;
/// The time for which an ended captcha or pass is kept, to tell "used already" from "expired".
const ENDED_CAPTCHAS_MS: i64 = 3_600_000;
/// A match that somebody asked for and never came back to is forgotten after an hour.
const REQUESTED_MATCHES_MS: i64 = 3_600_000;
/// Only the last hour's arrivals of an address range count, so older ones are removed; those of the site are kept for two weeks, as a
/// baseline.
const ARRIVALS_OF_NETWORKS_MS: i64 = 2 * 3_600_000;
const ARRIVALS_MS: i64 = 15 * DAY_MS;
const DAY_MS: i64 = 86_400_000;
/// Pause between two batches of a sweep, so that other writers have a turn.
const BETWEEN_BATCHES: Duration = Duration::from_millis(10);

/// The maintenance of a node. A clone is the same.
#[derive(Clone)]
pub struct Maintenance {
    store: Store,
    bus: Bus,
    clock: Clock,
    options: Arc<Options>,
    heartbeat: Heartbeat,
    takeover: Takeover,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Maintenance {
    pub(super) fn new(
        options: Options,
        (store, bus, clock): (Store, Bus, Clock),
        (heartbeat, takeover): (Heartbeat, Takeover),
        (stop, tasks): (CancellationToken, TaskTracker),
    ) -> Self {
        Maintenance {
            store,
            bus,
            clock,
            options: Arc::new(options),
            heartbeat,
            takeover,
            stop,
            tasks,
        }
    }

    /// Starts the maintenance and the heartbeat; they end with the service.
    pub fn run(&self) {
        let node = self.clone();
        self.tasks.spawn(async move {
            let stop = node.stop.clone();
            stop.run_until_cancelled(node.maintain()).await;
        });
        // In a task of its own, because it can take minutes and due matches must not wait for it.
        let node = self.clone();
        self.tasks.spawn(async move {
            let stop = node.stop.clone();
            stop.run_until_cancelled(node.keep_sweeping()).await;
        });
        // In a task of its own: what somebody has deleted must not wait for a sweep.
        let node = self.clone();
        self.tasks.spawn(async move {
            let stop = node.stop.clone();
            stop.run_until_cancelled(node.keep_removing()).await;
        });
        // In a task of its own: the heartbeat must go on however long the maintenance takes.
        let node = self.clone();
        self.tasks.spawn(async move {
            let stop = node.stop.clone();
            stop.run_until_cancelled(node.heartbeat.keep_beating())
                .await;
            node.heartbeat.sign_off().await;
        });
    }

    async fn maintain(&self) {
        if !self.bus.is_shared() {
            log(
                "due matches could not be looked for",
                self.takeover.begin_alone().await,
            );
        }
        // If this is cut off by its time limit, the matches it had taken up are found again later as lost.
        let look = || store::in_time(ANSWERED_WITHIN, self.takeover.pick_up());
        repeat(PICK_UP_EVERY, "due matches could not be looked for", look).await;
    }

    async fn keep_sweeping(&self) {
        repeat(SWEEP_EVERY, "old rows could not be removed", || {
            self.sweep()
        })
        .await;
    }

    async fn keep_removing(&self) {
        let failed = "matches of deleted accounts could not be removed";
        let remove = || self.remove_matches_of_deleted_users();
        repeat(REMOVE_EVERY, failed, remove).await;
    }

    /// Removes the matches that deleted accounts had against the engine. They are not found any more as soon as the account is gone.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn remove_matches_of_deleted_users(&self) -> Result<(), Error> {
        let (store, batches) = (&self.store, GameBatches::default());
        let remove = || store.delete_games_of_deleted_users(&batches);
        let removed = in_batches(remove, |n| n > 0).await?;
        if removed > 0 {
            tracing::debug!(removed, "removed matches of deleted accounts");
        }
        Ok(())
    }

    /// Removes rows that are no longer needed: matches without any account in a seat, sessions, captchas, counters, links,
    /// unsaved logos.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn sweep(&self) -> Result<(), Error> {
        let now_ms = self.clock.now_ms();
        let store = &self.store;
        let kept_ms = i64::from(self.options.unowned_games_days) * DAY_MS;
        let unowned_ms = now_ms - kept_ms;
        let batches = GameBatches::default();
        let unowned = || store.delete_unowned_games(unowned_ms, &batches);
        let games = in_batches(unowned, |n| n > 0).await?;
        let full = |n| n >= SWEPT_AT_ONCE;
        let sessions = in_batches(|| store.delete_expired_sessions(now_ms), full).await?;
        in_batches(|| store.expire_challenges(now_ms), full).await?;
        let forgotten_ms = now_ms - REQUESTED_MATCHES_MS;
        in_batches(|| store.forget_requested_matches(forgotten_ms), full).await?;
        let ended_ms = now_ms - ENDED_CAPTCHAS_MS;
        let captchas = in_batches(|| store.delete_ended_challenges(ended_ms), full).await?;
        in_batches(|| store.delete_expired_captcha_passes(ended_ms), full).await?;
        in_batches(|| store.delete_hits(now_ms - DAY_MS), full).await?;
        let (networks_ms, site_ms) = (now_ms - ARRIVALS_OF_NETWORKS_MS, now_ms - ARRIVALS_MS);
        in_batches(|| store.delete_arrivals(networks_ms, site_ms), full).await?;
        let unseen_ms = now_ms - KNOWN_NETWORK_MS;
        in_batches(|| store.delete_known_networks(unseen_ms), full).await?;
        in_batches(|| store.delete_expired_tokens(now_ms), full).await?;
        sweep_logos(store, now_ms).await?;
        store
            .forget_nodes(now_ms - DEAD_NODES_MS, &self.options.node)
            .await?;
        tracing::debug!(games, sessions, captchas, "removed what was too old");
        Ok(())
    }
}

/// Removes batch after batch while `has_more` of the last one's size; returns the number of rows in all. Between two batches other
/// writers have a turn.
///
/// # Errors
/// That of the batch which failed; those before it are done.
pub async fn in_batches<F>(
    batch: impl Fn() -> F,
    has_more: impl Fn(u64) -> bool,
) -> Result<u64, store::Error>
where
    F: Future<Output = Result<u64, store::Error>>,
{
    let mut removed = 0;
    loop {
        let n = batch().await?;
        removed += n;
        if !has_more(n) {
            return Ok(removed);
        }
        tokio::time::sleep(BETWEEN_BATCHES).await;
    }
}

/// Does some work again and again, and logs what it `failed` at.
async fn repeat<F: Future<Output = Result<(), Error>>>(
    every: Duration,
    failed: &str,
    work: impl Fn() -> F,
) {
    let mut times = tokio::time::interval(every);
    times.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        times.tick().await;
        log(failed, work().await);
    }
}

/// Logs a failure: maintenance has no client to report to, and the next round tries again.
fn log(what: &str, outcome: Result<(), Error>) {
    match outcome {
        Ok(()) => {}
        Err(Error::Store(error @ store::Error::Unavailable(_))) => {
            tracing::warn!(%error, "{what}");
        }
        Err(error) => tracing::error!(%error, "{what}"),
    }
}
