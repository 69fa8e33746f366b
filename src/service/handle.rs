//! The service itself: what it is made of, how it starts and how it stops.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::thread::available_parallelism;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::matches::Player;
use crate::meters::Meters;
use crate::service::Error;
use crate::service::matches::match_cache::MatchCache;
use crate::service::matches::running_searches::RunningSearches;
use crate::store::Store;
use crate::work::Pool;
use rookery_games::Registry;

/// How the service is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// This node's name among those on one database; it stands in the rows of the matches it thinks about.
    pub node: String,
    /// The games.
    pub games: Registry,
    /// Threads that search; 0 = one less than the machine has cores, so that pages stay quick.
    pub engine_threads: usize,
    /// Searches that may wait for them.
    pub engine_queue: usize,
    /// Matches of nobody with an account are removed so many days after their last change.
    pub unowned_games_days: u32,
}

/// The running site without HTTP. A clone is the same service: every part is a handle.
#[derive(Clone)]
pub struct MatchService {
    pub(super) store: Store,
    pub(super) bus: Bus,
    pub(super) clock: Clock,
    pub(super) options: Arc<Options>,
    pub(super) searches: Pool<Player>,
    pub(super) tables: Pool<()>,
    pub(super) running: Arc<RunningSearches>,
    pub(super) meters: Meters,
    pub(super) cache: Arc<MatchCache>,
    /// When the database last took this node's heartbeat, unix milliseconds.
    pub(super) beaten_ms: Arc<AtomicI64>,
    pub(super) stop: CancellationToken,
    pub(super) tasks: TaskTracker,
}

impl MatchService {
    /// Puts the parts together and starts the engine's threads. [`MatchService::run_maintenance`] starts the rest.
    ///
    /// # Errors
    /// [`Error::Threads`].
    pub fn new(store: Store, bus: Bus, clock: Clock, options: Options) -> Result<Self, Error> {
        let threads = match options.engine_threads {
            0 => available_parallelism().map_or(1, |cores| cores.get().saturating_sub(1)),
            threads => threads,
        };
        let searches =
            Pool::new("engine", threads, options.engine_queue).map_err(Error::Threads)?;
        let tables = Pool::new("tables", 1, 1).map_err(Error::Threads)?;
        let meters = Meters::new(clock.now_ms());
        meters.built(env!("CARGO_PKG_VERSION"), store.kind());
        Ok(MatchService {
            store,
            bus,
            clock,
            options: Arc::new(options),
            searches,
            tables,
            running: Arc::default(),
            meters,
            cache: Arc::default(),
            beaten_ms: Arc::new(AtomicI64::new(i64::MIN / 2)),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        })
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The news.
    pub fn bus(&self) -> &Bus {
        &self.bus
    }

    /// The clock.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Set when the site shuts down: streams of news end then.
    pub fn stop_token(&self) -> &CancellationToken {
        &self.stop
    }

    /// Searches that run and searches that wait, on this node.
    pub fn load_of_engine(&self) -> (usize, usize) {
        (self.searches.running(), self.searches.waiting())
    }

    /// Whether a search would be refused now.
    pub fn is_full(&self) -> bool {
        self.searches.is_full()
    }

    /// Stops every search, ends every stream and waits for both, at most `within`. Matches in which the engine was thinking
    /// stay due in the database. Returns whether everything ended in time.
    pub async fn shutdown(&self, within: Duration) -> bool {
        self.stop.cancel();
        self.tasks.close();
        let (threads, tables, tasks) = tokio::join!(
            self.searches.shutdown(within),
            self.tables.shutdown(within),
            tokio::time::timeout(within, self.tasks.wait()),
        );
        threads && tables && tasks.is_ok()
    }
}
