//! Background maintenance of a node: looks for due matches each second, and deletes expired rows.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::service::Error;
use crate::service::accounts::password_attempts::KNOWN_NETWORK_MS;
use crate::service::heartbeat::{ANSWERED_WITHIN, Heartbeat};
use crate::service::look::sweep_logos;
use crate::service::options::Options;
use crate::service::outage::{News, Outage, is_away};
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
/// Counts of captchas by day: the owner's pages show those of the last 90 days at most.
const CAPTCHA_FIGURES_MS: i64 = 100 * DAY_MS;
const DAY_MS: i64 = 86_400_000;
/// Pause between two batches of a sweep, so that other writers have a turn.
const BETWEEN_BATCHES: Duration = Duration::from_millis(10);

/// The maintenance of a node. A clone is the same.
#[derive(Clone)]
pub struct Maintenance {
    store: Store,
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
        (store, clock): (Store, Clock),
        (heartbeat, takeover): (Heartbeat, Takeover),
        (stop, tasks): (CancellationToken, TaskTracker),
    ) -> Self {
        Maintenance {
            store,
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
        // Whatever the bus is: other nodes on a PostgreSQL may have signs of life and matches of their own.
        if self.store.postgres_pool().is_none() {
            log(
                "due matches could not be looked for",
                self.takeover.begin_alone().await,
            );
        }
        // If this is cut off by its time limit, the matches it had taken up are found again later as lost.
        let look = || store::in_time(ANSWERED_WITHIN, self.takeover.pick_up());
        let words = (
            "due matches could not be looked for",
            "due matches are looked for again",
        );
        repeat(PICK_UP_EVERY, words, look).await;
    }

    async fn keep_sweeping(&self) {
        let words = (
            "old rows could not be removed",
            "old rows are removed again",
        );
        let sweep = || async { self.sweep().await.map(|()| true) };
        repeat(SWEEP_EVERY, words, sweep).await;
    }

    async fn keep_removing(&self) {
        let words = (
            "matches of deleted accounts could not be removed",
            "matches of deleted accounts are removed again",
        );
        let remove = || async {
            let removed = self.remove_matches_of_deleted_users().await;
            removed.map(|()| true)
        };
        repeat(REMOVE_EVERY, words, remove).await;
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

    /// Removes rows that are no longer needed: matches without any account in a seat, sessions, captchas and their counts, counters,
    /// links, unsaved logos. Where rows of one kind cannot be removed, as with a damaged table, the others are all the same. Where the database is
    /// away, all that is left has to wait for the next sweep.
    ///
    /// # Errors
    /// [`Error::Store`]: the last failure that is more than a database which is away, or else that one.
    pub async fn sweep(&self) -> Result<(), Error> {
        let now_ms = self.clock.now_ms();
        let (store, mut steps) = (&self.store, Steps::default());
        let kept_ms = i64::from(self.options.unowned_games_days) * DAY_MS;
        let unowned_ms = now_ms - kept_ms;
        let batches = GameBatches::default();
        // A batch of matches that are all in use removes none: the others wait for the next sweep.
        let unowned = || store.delete_unowned_games(unowned_ms, &batches);
        steps.note("matches", in_batches(unowned, |n| n > 0).await)?;
        let full = |n| n >= SWEPT_AT_ONCE;
        let sessions = in_batches(|| store.delete_expired_sessions(now_ms), full);
        steps.note("sessions", sessions.await)?;
        let open = in_batches(|| store.expire_challenges(now_ms), full);
        steps.note("open captchas", open.await)?;
        let forgotten_ms = now_ms - REQUESTED_MATCHES_MS;
        let requested = in_batches(|| store.forget_requested_matches(forgotten_ms), full);
        steps.note("requested matches", requested.await)?;
        let ended_ms = now_ms - ENDED_CAPTCHAS_MS;
        let captchas = in_batches(|| store.delete_ended_challenges(ended_ms), full);
        steps.note("captchas", captchas.await)?;
        let passes = in_batches(|| store.delete_expired_captcha_passes(ended_ms), full);
        steps.note("passes", passes.await)?;
        let hits = in_batches(|| store.delete_hits(now_ms - DAY_MS), full);
        steps.note("counters", hits.await)?;
        let (networks_ms, site_ms) = (now_ms - ARRIVALS_OF_NETWORKS_MS, now_ms - ARRIVALS_MS);
        let arrivals = in_batches(|| store.delete_arrivals(networks_ms, site_ms), full);
        steps.note("arrivals", arrivals.await)?;
        let counted_day = (now_ms - CAPTCHA_FIGURES_MS).div_euclid(DAY_MS);
        let figures = in_batches(|| store.delete_captcha_figures(counted_day), full);
        steps.note("counts of captchas", figures.await)?;
        let unseen_ms = now_ms - KNOWN_NETWORK_MS;
        let networks = in_batches(|| store.delete_known_networks(unseen_ms), full);
        steps.note("known networks", networks.await)?;
        let tokens = in_batches(|| store.delete_expired_tokens(now_ms), full);
        steps.note("links", tokens.await)?;
        let logos = store::in_a_minute(sweep_logos(store, now_ms));
        steps.note("logos", logos.await.map(|()| 0))?;
        let nodes = store::in_a_minute(self.forget_dead_nodes(now_ms)).await;
        steps.note("nodes", nodes)?;
        steps.end()
    }

    async fn forget_dead_nodes(&self, now_ms: i64) -> Result<u64, store::Error> {
        let dead_ms = self.store.shared_now_ms(now_ms).await? - DEAD_NODES_MS;
        self.store.forget_nodes(dead_ms, &self.options.node).await
    }
}

/// The steps of a sweep.
#[derive(Default)]
struct Steps {
    /// The last one that the others do not share.
    failure: Option<Error>,
}

impl Steps {
    /// Takes note of the end of a step, which has removed as many rows of this kind.
    ///
    /// # Errors
    /// The database is away, so that the other steps would fail as well; then the failure of the sweep.
    fn note<E: Into<Error>>(
        &mut self,
        rows: &'static str,
        outcome: Result<u64, E>,
    ) -> Result<(), Error> {
        let error: Error = match outcome {
            Ok(removed) => {
                tracing::debug!(removed, rows, "removed what was too old");
                return Ok(());
            }
            Err(error) => error.into(),
        };
        log_failure(&format!("old {rows} could not be removed"), &error);
        if is_away(&error) {
            return Err(self.failure.take().unwrap_or(error));
        }
        self.failure = Some(error);
        Ok(())
    }

    fn end(self) -> Result<(), Error> {
        self.failure.map_or(Ok(()), Err)
    }
}

/// Removes batch after batch while `has_more` of the last one's size; returns the number of rows in all. Between two batches other
/// writers have a turn. A batch that the database does not answer is given up.
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
        let n = store::in_a_minute(batch()).await?;
        removed += n;
        if !has_more(n) {
            return Ok(removed);
        }
        tokio::time::sleep(BETWEEN_BATCHES).await;
    }
}

/// Does some work again and again, which returns whether it was done. The words are for the log: when it begins to fail, and when it no
/// longer does.
async fn repeat<F: Future<Output = Result<bool, Error>>>(
    every: Duration,
    (failed, again): (&str, &str),
    work: impl Fn() -> F,
) {
    let mut times = tokio::time::interval(every);
    times.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut outage = Outage::default();
    loop {
        times.tick().await;
        let outcome = match work().await {
            // Nothing was tried, so that an outage may last.
            Ok(false) => continue,
            done => done.map(|_| ()),
        };
        match outage.note(outcome) {
            News::Begun(error) => log_failure(failed, &error),
            News::Lasts(error) => tracing::debug!(%error, "{failed}"),
            News::Over => tracing::info!("{again}"),
            News::Nothing => {}
        }
    }
}

/// Logs a failure, if it is one: maintenance has no client to report to, and the next round tries again.
fn log(what: &str, outcome: Result<(), Error>) {
    if let Err(error) = outcome {
        log_failure(what, &error);
    }
}

fn log_failure(what: &str, error: &Error) {
    match is_away(error) {
        true => tracing::warn!(%error, "{what}"),
        false => tracing::error!(%error, "{what}"),
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    fn damaged() -> Result<u64, store::Error> {
        Err(store::Error::Corrupt("a row".to_owned()))
    }

    async fn away() -> Result<u64, store::Error> {
        store::in_time(Duration::ZERO, pending()).await
    }

    #[tokio::test]
    async fn a_sweep_goes_on_after_a_damaged_table_and_ends_where_the_database_is_away() {
        let mut steps = Steps::default();
        steps.note("matches", damaged()).unwrap();
        steps.note("sessions", Ok::<_, store::Error>(3)).unwrap();
        let failure = steps.end();
        assert!(matches!(
            failure,
            Err(Error::Store(store::Error::Corrupt(_)))
        ));

        let mut steps = Steps::default();
        let ended = steps.note("matches", away().await);
        assert!(ended.is_err_and(|error| is_away(&error)));
        assert!(steps.end().is_ok(), "it is told once");

        // The damage is not hidden by what passes.
        let mut steps = Steps::default();
        steps.note("matches", damaged()).unwrap();
        let ended = steps.note("sessions", away().await);
        assert!(ended.is_err_and(|error| !is_away(&error)));
    }
}
