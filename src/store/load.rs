//! Load figures from the database, for the owner's monitoring: each count reads a bounded part of an index.

use crate::store::{Error, Store};

/// The count of sessions stops here: a monitoring system asks every few seconds.
const SESSIONS_COUNTED: i64 = 100_000;

/// The number of matches that wait for the engine.
macro_rules! due {
    () => {
        "SELECT COUNT(*) FROM games WHERE engine_due_ms IS NOT NULL"
    };
}

/// Sessions that expire after `$1`, `$2` at most.
macro_rules! living {
    () => {
        "SELECT 1 FROM sessions WHERE expires_ms > $1 LIMIT $2"
    };
}

pub(in crate::store) const DUE: &str = due!();
pub(in crate::store) const LIVING: &str = living!();

/// Load figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
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
    /// Counts matches that wait for the engine, and sessions that are alive at `now_ms`.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn load(&self, now_ms: i64) -> Result<Load, Error> {
        let (due, sessions): (i64, i64) = reading!(self, db => {
            sqlx::query_as(concat!(
                "SELECT (", due!(), "), (SELECT COUNT(*) FROM (", living!(), ") AS living)"
            ))
            .bind(now_ms)
            .bind(SESSIONS_COUNTED)
            .fetch_one(db)
            .await?
        });
        Ok(Load {
            due: due.unsigned_abs(),
            sessions: sessions.unsigned_abs(),
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
