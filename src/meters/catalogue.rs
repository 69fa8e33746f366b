//! The catalogue of metrics, with type and description.

/// Type of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only grows, from zero at the start of the process.
    Counter,
    /// Goes up and down.
    Gauge,
    /// Counts seconds into buckets: `…_bucket`, `…_sum` and `…_count`.
    Seconds,
}

/// A metric with its description.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// The help text: the things that it counts, and the meaning of its labels.
    pub help: &'static str,
}

pub(super) const BUILD_INFO: &str = "rookery_build_info";
pub(super) const REQUESTS: &str = "rookery_http_requests_total";
pub(super) const REQUEST_SECONDS: &str = "rookery_http_request_duration_seconds";
pub(super) const POOL_JOBS: &str = "rookery_pool_jobs";
pub(super) const SEARCHES: &str = "rookery_searches_total";
pub(super) const SEARCH_NODES: &str = "rookery_search_nodes_total";
pub(super) const SEARCH_SECONDS: &str = "rookery_search_duration_seconds";
pub(super) const MATCHES_STARTED: &str = "rookery_matches_started_total";
pub(super) const MATCHES_ENDED: &str = "rookery_matches_ended_total";
pub(super) const MATCHES_ACTIVE: &str = "rookery_matches_active";
pub(super) const MATCHES_DUE: &str = "rookery_matches_due";
pub(super) const SESSIONS: &str = "rookery_sessions";
pub(super) const CAPTCHA_EVENTS: &str = "rookery_captcha_events_total";
pub(super) const DATABASE_UP: &str = "rookery_database_up";
pub(super) const CONNECTIONS: &str = "rookery_database_connections";
pub(super) const CONNECTIONS_MAX: &str = "rookery_database_connections_max";
pub(super) const START: &str = "process_start_time_seconds";
pub(super) const CPU: &str = "process_cpu_seconds_total";
pub(super) const RESIDENT: &str = "process_resident_memory_bytes";
pub(super) const VIRTUAL: &str = "process_virtual_memory_bytes";
pub(super) const OPEN_FDS: &str = "process_open_fds";
pub(super) const MAX_FDS: &str = "process_max_fds";
pub(super) const THREADS: &str = "process_threads";

/// The words in the label `outcome` of searches, and in `status` of matches that ended.
pub(super) const OUTCOMES: [&str; 3] = ["done", "deadline", "stopped"];
pub(super) const STATUSES: [&str; 3] = ["won", "drawn", "aborted"];

/// The statuses of requests that fail by no fault of the client.
pub(super) const FAILURES: [&str; 2] = ["500", "503"];

const fn meter(name: &'static str, kind: Kind, help: &'static str) -> Meter {
    Meter { name, kind, help }
}

/// All metrics. Names that begin with `process_` are the standard ones of Prometheus.
pub const METERS: &[Meter] = &[
    meter(
        BUILD_INFO,
        Kind::Gauge,
        "Always 1; the labels say which version runs, and on which database.",
    ),
    meter(
        REQUESTS,
        Kind::Counter,
        "Answers by method, route (the pattern, never the path) and status.",
    ),
    meter(
        REQUEST_SECONDS,
        Kind::Seconds,
        "From the request's head to the head of the answer, by method and route.",
    ),
    meter(
        POOL_JOBS,
        Kind::Gauge,
        "Jobs of the pools of threads that are running or waiting: search, hash, drawing, proofs, tables, pictures.",
    ),
    meter(
        SEARCHES,
        Kind::Counter,
        "Searches of the engine by game and outcome: done, deadline (cut short by time), stopped (nobody waits any more).",
    ),
    meter(
        SEARCH_NODES,
        Kind::Counter,
        "Nodes of these searches by game.",
    ),
    meter(
        SEARCH_SECONDS,
        Kind::Seconds,
        "How long these searches took by game, without their wait for a thread.",
    ),
    meter(
        MATCHES_STARTED,
        Kind::Counter,
        "Matches started on this node by game.",
    ),
    meter(
        MATCHES_ENDED,
        Kind::Counter,
        "Matches ended on this node by game and status: won, drawn, aborted.",
    ),
    meter(
        MATCHES_ACTIVE,
        Kind::Gauge,
        "Matches that changed on this node in the last 15 minutes.",
    ),
    meter(
        MATCHES_DUE,
        Kind::Gauge,
        "From the database, the same on every node: matches that wait for the engine.",
    ),
    meter(
        SESSIONS,
        Kind::Gauge,
        "From the database: sessions that have not expired, at most 100,000 of them counted.",
    ),
    meter(
        CAPTCHA_EVENTS,
        Kind::Counter,
        "From the database, the same on every node: what came of captchas, by preset and event.",
    ),
    meter(
        DATABASE_UP,
        Kind::Gauge,
        "1 if the database answered this scrape, otherwise 0; its figures are then as old as its last answer.",
    ),
    meter(
        CONNECTIONS,
        Kind::Gauge,
        "Connections to the database by pool that are idle or used.",
    ),
    meter(
        CONNECTIONS_MAX,
        Kind::Gauge,
        "The most connections that a pool opens.",
    ),
    meter(
        START,
        Kind::Gauge,
        "When the process started, in seconds since 1970.",
    ),
    meter(
        CPU,
        Kind::Counter,
        "CPU time of the process in whole seconds, all threads together.",
    ),
    meter(RESIDENT, Kind::Gauge, "Memory that is resident, in bytes."),
    meter(VIRTUAL, Kind::Gauge, "Address space, in bytes."),
    meter(OPEN_FDS, Kind::Gauge, "Open file descriptors."),
    meter(MAX_FDS, Kind::Gauge, "The limit of open file descriptors."),
    meter(THREADS, Kind::Gauge, "Threads of the process."),
];
