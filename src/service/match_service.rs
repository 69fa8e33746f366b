//! The service of matches put together: its parts, how it starts and how it stops.

use std::thread::available_parallelism;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::meters::Meters;
use crate::service::Error;
use crate::service::analysis::Analyses;
use crate::service::heartbeat::Heartbeat;
use crate::service::maintenance::Maintenance;
use crate::service::matches::engine_moves::EngineMoves;
use crate::service::matches::match_repository::MatchRepository;
use crate::service::matches::table_thread::TableThread;
use crate::service::options::Options;
use crate::service::takeover::Takeover;
use crate::store::Store;
use crate::work::Pool;
use rookery_games::Registry;

/// The running site without HTTP. A clone is the same service: every part is a handle.
#[derive(Clone)]
pub struct MatchService {
    pub(super) matches: MatchRepository,
    pub(super) engine: EngineMoves,
    pub(super) store: Store,
    pub(super) bus: Bus,
    pub(super) clock: Clock,
    pub(super) games: Registry,
    pub(super) stop: CancellationToken,
    pub(super) tasks: TaskTracker,
    maintenance: Maintenance,
    heartbeat: Heartbeat,
    takeover: Takeover,
    analyses: Analyses,
    tables: TableThread,
    meters: Meters,
}

impl MatchService {
    /// Puts the parts together and starts the engine's threads. [`Maintenance::run`] starts the rest.
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
        let meters = Meters::new(clock.now_ms());
        meters.built(env!("CARGO_PKG_VERSION"), store.kind());
        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let games = options.games.clone();
        meters.offer(games.all().iter().map(|game_type| game_type.name()));
        let matches = MatchRepository::new(
            store.clone(),
            (bus.clone(), tasks.clone()),
            games.clone(),
            &options.node,
            meters.clone(),
        );
        let engine = EngineMoves::new(
            matches.clone(),
            clock.clone(),
            meters.clone(),
            searches,
            (stop.clone(), tasks.clone()),
        );
        let heartbeat = Heartbeat::new(store.clone(), clock.clone(), &options.node);
        let takeover = Takeover::new(
            store.clone(),
            clock.clone(),
            &options.node,
            matches.clone(),
            engine.clone(),
        );
        Ok(MatchService {
            analyses: Analyses::new(
                store.clone(),
                clock.clone(),
                engine.clone(),
                (stop.clone(), tasks.clone()),
            ),
            maintenance: Maintenance::new(
                options,
                (store.clone(), clock.clone()),
                (heartbeat.clone(), takeover.clone()),
                (stop.clone(), tasks.clone()),
            ),
            tables: TableThread::start(games.clone(), stop.clone(), tasks.clone())?,
            heartbeat,
            takeover,
            matches,
            engine,
            store,
            bus,
            clock,
            games,
            meters,
            stop,
            tasks,
        })
    }

    /// The maintenance of this node.
    pub fn maintenance(&self) -> &Maintenance {
        &self.maintenance
    }

    /// The heartbeat of this node.
    pub fn heartbeat(&self) -> &Heartbeat {
        &self.heartbeat
    }

    /// The takeover of due matches.
    pub fn takeover(&self) -> &Takeover {
        &self.takeover
    }

    /// The analyses of ended matches.
    pub fn analyses(&self) -> &Analyses {
        &self.analyses
    }

    /// The thread for endgame tables.
    pub fn tables(&self) -> &TableThread {
        &self.tables
    }

    /// The site's meters.
    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The news.
    pub fn bus(&self) -> &Bus {
        &self.bus
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Set when the site shuts down: streams of news end then.
    pub fn stop_token(&self) -> &CancellationToken {
        &self.stop
    }

    /// Searches that run and searches that wait, on this node.
    pub fn load_of_engine(&self) -> (usize, usize) {
        let searches = self.engine.searches();
        (searches.running(), searches.waiting())
    }

    /// Whether a search would be refused now.
    pub fn is_full(&self) -> bool {
        self.engine.searches().is_full()
    }

    /// The number of matches that changed on this node in the last quarter of an hour.
    pub fn active(&self) -> usize {
        self.matches.active(self.clock.now_ms())
    }

    /// Jobs of the pools of threads: the name, how many run, how many wait.
    pub fn pools(&self) -> [(&'static str, usize, usize); 2] {
        let (searches, tables) = (self.engine.searches(), self.tables.pool());
        [
            ("search", searches.running(), searches.waiting()),
            ("tables", tables.running(), tables.waiting()),
        ]
    }

    /// Stops every search, ends every stream and waits for both, at most `within`. Matches in which the engine was thinking
    /// stay due in the database. Returns the tasks that did not end in time; writes do not while the database is locked.
    pub async fn shutdown(&self, within: Duration) -> Vec<&'static str> {
        self.stop.cancel();
        self.tasks.close();
        let (searches, tables, writes) = tokio::join!(
            self.engine.searches().shutdown(within),
            self.tables.pool().shutdown(within),
            tokio::time::timeout(within, self.tasks.wait()),
        );
        [
            ("searches", searches),
            ("endgame tables", tables),
            ("writes of matches and heartbeat", writes.is_ok()),
        ]
        .into_iter()
        .filter_map(|(work, has_ended)| (!has_ended).then_some(work))
        .collect()
    }
}
