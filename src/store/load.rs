//! Load figures from the database, for the owner's monitoring: each count reads a bounded part of an index.

use crate::store::{Error, Store};

/// More sessions than these are not counted: a monitoring system asks every few seconds.
const SESSIONS_COUNTED: i64 = 100_000;

/// Load figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Matches that changed since the given time.
    pub active: u64,
    /// Matches that wait for the engine.
    pub due: u64,
    /// Sessions that have not expired, 100,000 at most.
    pub sessions: u64,
}

/// A pool of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// Its name: `read` and `write` with SQLite, `all` with PostgreSQL.
    pub pool: &'static str,
    /// Open connections that nobody uses.
    pub idle: usize,
    pub open: usize,
    /// The most that are opened.
    pub most: usize,
}

impl Store {
    /// Counts matches that changed after `since_ms`, and sessions that are alive at `now_ms`.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn load(&self, since_ms: i64, now_ms: i64) -> Result<Load, Error> {
        let counts: (i64, i64, i64) = reading!(self, db => {
            sqlx::query_as(
                "SELECT (SELECT COUNT(*) FROM games WHERE updated_ms > $1),
                        (SELECT COUNT(*) FROM games WHERE engine_due_ms IS NOT NULL),
                        (SELECT COUNT(*) FROM (SELECT 1 FROM sessions WHERE expires_ms > $2 LIMIT $3) AS living)",
            )
            .bind(since_ms)
            .bind(now_ms)
            .bind(SESSIONS_COUNTED)
            .fetch_one(db)
            .await?
        });
        Ok(Load {
            active: counts.0.unsigned_abs(),
            due: counts.1.unsigned_abs(),
            sessions: counts.2.unsigned_abs(),
        })
    }

    /// The state of the connection pools.
    pub fn connections(&self) -> Vec<Connections> {
        match self {
            Store::Sqlite(pools) => pools
                .named()
                .map(|(name, pool)| {
                    let status = pool.status();
                    Connections {
                        pool: name,
                        idle: status.available,
                        open: status.size,
                        most: status.max_size,
                    }
                })
                .into(),
            Store::Postgres(pool) => vec![Connections {
                pool: "all",
                idle: pool.num_idle(),
                open: pool.size() as usize,
                most: pool.options().get_max_connections() as usize,
            }],
        }
    }
}
