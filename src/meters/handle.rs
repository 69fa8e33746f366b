//! The meters of a site. Each site of a process has its own, so that tests do not count each other's visitors.

use std::fmt;
use std::sync::Arc;

use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

use crate::meters::catalogue::{self, Kind, METERS};
use crate::meters::process;

/// Upper bounds of the buckets for durations, in seconds: pages are at the lower end, searches at the upper.
const BUCKETS_S: [f64; 13] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// The meters of one site. Clones share them.
#[derive(Clone)]
pub struct Meters(Arc<Inner>);

struct Inner {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
}

impl fmt::Debug for Meters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Meters")
    }
}

impl Meters {
    /// Meters that stand at zero, of a process that started at `start_ms`.
    pub fn new(start_ms: i64) -> Self {
        // Only an empty list of bounds is refused.
        let builder = PrometheusBuilder::new().set_buckets(&BUCKETS_S);
        let recorder = builder.unwrap_or_default().build_recorder();
        let handle = recorder.handle();
        let meters = Meters(Arc::new(Inner { recorder, handle }));
        meters.here(|| {
            for meter in METERS {
                match meter.kind {
                    Kind::Counter => describe_counter!(meter.name, meter.help),
                    Kind::Gauge => describe_gauge!(meter.name, meter.help),
                    Kind::Seconds => describe_histogram!(meter.name, meter.help),
                }
            }
            gauge!(catalogue::START).set(start_ms as f64 / 1000.0);
        });
        meters
    }

    /// Runs `note` so that its macros reach these meters and no others.
    fn here<T>(&self, note: impl FnOnce() -> T) -> T {
        metrics::with_local_recorder(&self.0.recorder, note)
    }

    /// Records the version and the kind of database.
    pub fn built(&self, version: &'static str, database: &'static str) {
        self.here(|| {
            gauge!(catalogue::BUILD_INFO, "version" => version, "database" => database).set(1.0);
        });
    }

    /// Puts the counters of these games at zero. A series that begins with its first event begins at 1: `rate` and `increase`
    /// would miss that event.
    pub fn offer(&self, games: impl IntoIterator<Item = &'static str>) {
        self.here(|| {
            for game in games {
                counter!(catalogue::MATCHES_STARTED, "game" => game).increment(0);
                counter!(catalogue::SEARCH_NODES, "game" => game).increment(0);
                for status in catalogue::STATUSES {
                    counter!(catalogue::MATCHES_ENDED, "game" => game, "status" => status)
                        .increment(0);
                }
                for outcome in catalogue::OUTCOMES {
                    counter!(catalogue::SEARCHES, "game" => game, "outcome" => outcome)
                        .increment(0);
                }
            }
        });
    }

    /// Puts the counters of requests that fail at zero, for routes with their methods: an outage may be the first event of many of them.
    pub fn offer_routes<'a>(
        &self,
        routes: impl IntoIterator<Item = (&'static str, &'a [&'static str])>,
    ) {
        self.here(|| {
            for (route, methods) in routes {
                for method in methods.iter().copied() {
                    for status in catalogue::FAILURES {
                        counter!(catalogue::REQUESTS, "method" => method, "route" => route, "status" => status)
                            .increment(0);
                    }
                }
            }
        });
    }

    /// Counts a response. The route is a pattern of the routing table: a path would create a metric for each match.
    pub fn answered(&self, method: &'static str, route: &str, status: u16, seconds: f64) {
        let route = route.to_owned();
        self.here(|| {
            counter!(catalogue::REQUESTS, "method" => method, "route" => route.clone(), "status" => status.to_string())
                .increment(1);
            histogram!(catalogue::REQUEST_SECONDS, "method" => method, "route" => route)
                .record(seconds);
        });
    }

    /// Counts a search.
    pub fn searched(&self, game: &'static str, outcome: &'static str, nodes: u64, seconds: f64) {
        self.here(|| {
            counter!(catalogue::SEARCHES, "game" => game, "outcome" => outcome).increment(1);
            counter!(catalogue::SEARCH_NODES, "game" => game).increment(nodes);
            histogram!(catalogue::SEARCH_SECONDS, "game" => game).record(seconds);
        });
    }

    /// Counts a match that has begun.
    pub fn match_started(&self, game: &'static str) {
        self.here(|| counter!(catalogue::MATCHES_STARTED, "game" => game).increment(1));
    }

    /// Counts a match that has ended.
    pub fn match_ended(&self, game: &'static str, status: &'static str) {
        self.here(|| {
            counter!(catalogue::MATCHES_ENDED, "game" => game, "status" => status).increment(1);
        });
    }

    /// Records the load of a thread pool.
    pub fn pool(&self, pool: &'static str, running: usize, waiting: usize) {
        self.here(|| {
            for (state, jobs) in [("running", running), ("waiting", waiting)] {
                gauge!(catalogue::POOL_JOBS, "pool" => pool, "state" => state).set(jobs as f64);
            }
        });
    }

    /// Records the number of matches that changed on this node lately.
    pub fn matches_active(&self, count: usize) {
        self.here(|| gauge!(catalogue::MATCHES_ACTIVE).set(count as f64));
    }

    /// Records the number of matches that wait for the engine, on any node.
    pub fn matches_due(&self, count: u64) {
        self.here(|| gauge!(catalogue::MATCHES_DUE).set(count as f64));
    }

    /// Records the number of sessions.
    pub fn sessions(&self, count: u64) {
        self.here(|| gauge!(catalogue::SESSIONS).set(count as f64));
    }

    /// Records a count from the database: an event of the captchas.
    pub fn captcha_event(&self, preset: String, event: String, total: u64) {
        self.here(|| {
            counter!(catalogue::CAPTCHA_EVENTS, "preset" => preset, "event" => event)
                .absolute(total);
        });
    }

    /// Records whether the database has answered.
    pub fn database_up(&self, is_up: bool) {
        self.here(|| gauge!(catalogue::DATABASE_UP).set(if is_up { 1.0 } else { 0.0 }));
    }

    /// Records the state of a pool of database connections.
    pub fn connections(&self, pool: &'static str, idle: usize, open: usize, most: usize) {
        self.here(|| {
            let used = open.saturating_sub(idle);
            for (state, n) in [("idle", idle), ("used", used)] {
                gauge!(catalogue::CONNECTIONS, "pool" => pool, "state" => state).set(n as f64);
            }
            gauge!(catalogue::CONNECTIONS_MAX, "pool" => pool).set(most as f64);
        });
    }

    /// All metrics as text, including those of the process.
    pub fn render(&self) -> String {
        self.here(process::note);
        self.0.handle.render()
    }

    /// Sorts recorded durations into their buckets. Rendering does so too, but if nobody requests it, durations would pile up.
    pub fn tidy(&self) {
        self.0.handle.run_upkeep();
    }
}
