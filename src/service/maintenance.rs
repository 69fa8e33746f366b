//! Background maintenance: takes over matches whose node died, and deletes rows whose time is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::ids::GameId;
use crate::service::Error;
use crate::service::accounts::password_attempts::KNOWN_NETWORK_MS;
use crate::service::matches::engine_moves::EngineMoves;
use crate::service::matches::match_repository::MatchRepository;
use crate::service::options::Options;
use crate::store;
use crate::store::{SWEPT_AT_ONCE, Store};

/// How often due matches are looked for.
pub const PICK_UP_EVERY: Duration = Duration::from_secs(1);
/// How often old rows are removed.
pub const SWEEP_EVERY: Duration = Duration::from_secs(600);
/// How often a node says that it lives.
pub const BEAT_EVERY: Duration = Duration::from_secs(1);
/// A node that has not said so for this long is taken for dead.
pub const SILENT_AFTER_MS: i64 = 3_000;

/// At most so many due matches are taken at a time, so that one node does not take all of a dead one's.
const PICK_UP_AT_MOST: u32 = 16;
/// A match of this node's own that has been due for this long, and that it is not thinking about, was lost on the way: the
/// database kept it, but its word of that did not arrive.
const LOST_AFTER_MS: i64 = 2_000;
/// The row of a dead node is kept so long: nobody asks for it, but people may want to see it.
const DEAD_NODES_MS: i64 = 60_000;
/// An ended captcha or pass is kept so long, to tell "used already" from "expired".
const ENDED_CAPTCHAS_MS: i64 = 3_600_000;
/// A match that somebody asked for and never came back to is forgotten after an hour.
const ASKED_MATCHES_MS: i64 = 3_600_000;
const DAY_MS: i64 = 86_400_000;
/// Between two batches of a sweep the database is the others'.
const BETWEEN_BATCHES: Duration = Duration::from_millis(10);

/// The maintenance of a node. A clone is the same.
#[derive(Clone)]
pub struct Maintenance {
    store: Store,
    bus: Bus,
    clock: Clock,
    options: Arc<Options>,
    matches: MatchRepository,
    engine: EngineMoves,
    /// When the database last took this node's heartbeat, unix milliseconds.
    beaten_ms: Arc<AtomicI64>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Maintenance {
    pub(super) fn new(
        options: Options,
        (store, bus, clock): (Store, Bus, Clock),
        (matches, engine): (MatchRepository, EngineMoves),
        (stop, tasks): (CancellationToken, TaskTracker),
    ) -> Self {
        Maintenance {
            store,
            bus,
            clock,
            options: Arc::new(options),
            matches,
            engine,
            beaten_ms: Arc::new(AtomicI64::new(i64::MIN / 2)),
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
        // By itself: whatever keeps the maintenance busy, the node lives.
        let node = self.clone();
        self.tasks.spawn(async move {
            let stop = node.stop.clone();
            stop.run_until_cancelled(node.keep_beating()).await;
            // The others need not wait until it is silent. Where the database is away they will.
            if let Err(error) = node.store.sign_off(&node.options.node).await {
                tracing::debug!(%error, "the node could not sign off");
            }
        });
    }

    async fn maintain(&self) {
        if !self.bus.is_shared() {
            log(
                "due matches could not be looked for",
                self.begin_alone().await,
            );
        }
        let mut looks = tokio::time::interval(PICK_UP_EVERY);
        looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut sweeps = tokio::time::interval(SWEEP_EVERY);
        loop {
            tokio::select! {
                _ = looks.tick() => log("due matches could not be looked for", self.pick_up().await),
                _ = sweeps.tick() => log("old rows could not be removed", self.sweep().await),
            }
        }
    }

    async fn keep_beating(&self) {
        let mut beats = tokio::time::interval(BEAT_EVERY);
        beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut was_silent = false;
        loop {
            beats.tick().await;
            match self.beat().await {
                Ok(()) if was_silent => {
                    was_silent = false;
                    tracing::info!("the database takes writes again");
                }
                Ok(()) => {}
                // Once, not every second: what fails meanwhile says so itself.
                Err(error) if !was_silent => {
                    was_silent = true;
                    tracing::error!(%error, "the database takes no writes");
                }
                Err(error) => tracing::debug!(%error, "the database takes no writes"),
            }
        }
    }

    /// Says that this node lives, to the others and to [`Maintenance::is_alive`].
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn beat(&self) -> Result<(), Error> {
        let now_ms = self.clock.now_ms();
        self.store.beat(&self.options.node, now_ms).await?;
        self.beaten_ms.store(now_ms, Ordering::Relaxed);
        Ok(())
    }

    /// Whether the database has taken this node's heartbeat of late: it can be reached, and written to.
    pub fn is_alive(&self) -> bool {
        let age_ms = self.clock.now_ms() - self.beaten_ms.load(Ordering::Relaxed);
        // A clock that was put back tells nothing.
        age_ms.abs() < SILENT_AFTER_MS
    }

    /// A node that is alone on its database has no rivals: all that is due at its start was its own, and nobody else lives.
    async fn begin_alone(&self) -> Result<(), Error> {
        self.store
            .forget_nodes(i64::MAX, &self.options.node)
            .await?;
        self.claim_and_think(u32::MAX).await?;
        // A process that goes by the name of an earlier one has its matches too.
        for id in self.store.due_of(&self.options.node, i64::MAX).await? {
            self.think_about(id).await?;
        }
        Ok(())
    }

    /// Has the engine think about the due matches that nobody thinks about: those that this node could not begin with or
    /// lost, those that no node has claimed, and those whose node is silent.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn pick_up(&self) -> Result<(), Error> {
        let deferred = self.engine.running.take_deferred();
        for (n, id) in deferred.iter().enumerate() {
            let tried = match self.engine.searches().is_full() {
                true => None,
                false => Some(self.try_again(*id).await),
            };
            if !matches!(tried, Some(Ok(()))) {
                // What was not tried is not forgotten.
                deferred[n..]
                    .iter()
                    .for_each(|id| self.engine.running.defer(*id));
                return tried.unwrap_or(Ok(()));
            }
        }
        let lost_before_ms = self.clock.now_ms() - LOST_AFTER_MS;
        let own = &self.options.node;
        for id in self.store.due_of(own, lost_before_ms).await? {
            self.think_about(id).await?;
        }
        self.claim_and_think(PICK_UP_AT_MOST).await
    }

    /// A match that this node could not begin with; meanwhile it may be another's.
    async fn try_again(&self, id: GameId) -> Result<(), Error> {
        let now_ms = self.clock.now_ms();
        if self.store.claim(id, &self.options.node, now_ms).await? {
            self.think_about(id).await?;
        }
        Ok(())
    }

    async fn claim_and_think(&self, at_most: u32) -> Result<(), Error> {
        if self.engine.searches().is_full() {
            // Another node may have room.
            return Ok(());
        }
        let now_ms = self.clock.now_ms();
        let node = &self.options.node;
        let due = self
            .store
            .claim_due(node, now_ms, SILENT_AFTER_MS, at_most)
            .await?;
        for id in due {
            self.think_about(id).await?;
        }
        Ok(())
    }

    async fn think_about(&self, id: GameId) -> Result<(), Error> {
        if self.engine.running.is_busy_with(id) {
            return Ok(());
        }
        let Some(record) = self.store.game(id).await? else {
            return Ok(());
        };
        match self.matches.restore(record) {
            Ok(game) => self.engine.think(&game),
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
        let unowned_ms = now_ms - kept_ms;
        let games = in_batches(|| store.delete_unowned_games(unowned_ms), |n| n > 0).await?;
        let full = |n| n >= SWEPT_AT_ONCE;
        let sessions = in_batches(|| store.delete_expired_sessions(now_ms), full).await?;
        in_batches(|| store.expire_challenges(now_ms), full).await?;
        let forgotten_ms = now_ms - ASKED_MATCHES_MS;
        in_batches(|| store.forget_asked_matches(forgotten_ms), full).await?;
        let ended_ms = now_ms - ENDED_CAPTCHAS_MS;
        let captchas = in_batches(|| store.delete_ended_challenges(ended_ms), full).await?;
        in_batches(|| store.delete_expired_captcha_passes(ended_ms), full).await?;
        in_batches(|| store.delete_hits(now_ms - DAY_MS), full).await?;
        let unseen_ms = now_ms - KNOWN_NETWORK_MS;
        in_batches(|| store.delete_known_networks(unseen_ms), full).await?;
        in_batches(|| store.delete_expired_tokens(now_ms), full).await?;
        store
            .forget_nodes(now_ms - DEAD_NODES_MS, &self.options.node)
            .await?;
        tracing::debug!(games, sessions, captchas, "removed what was too old");
        Ok(())
    }
}

/// Removes batch after batch while `has_more` of the last one's size; says how many rows in all. Between two batches whoever
/// waits to write has a turn.
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

/// A failure of the maintenance is nobody's request: it is logged, and the next round tries again.
fn log(what: &str, outcome: Result<(), Error>) {
    match outcome {
        Ok(()) => {}
        Err(Error::Store(error @ store::Error::Unavailable(_))) => {
            tracing::warn!(%error, "{what}");
        }
        Err(error) => tracing::error!(%error, "{what}"),
    }
}
