//! Nodes on this database, with the time of each one's last heartbeat. A node without a recent one is considered dead: others
//! may claim its rows of `games`, see [`Store::claim_due`].

use crate::store::{Error, Store};

/// PostgreSQL's clock, unix milliseconds. It goes on within a transaction.
macro_rules! server_clock {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}

/// Binds: node, time.
const BEAT: &str = "INSERT INTO nodes (id, heartbeat_ms) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET heartbeat_ms = excluded.heartbeat_ms";
/// The same at the server's time. Binds: node.
const BEAT_BY_SERVER: &str = concat!(
    "INSERT INTO nodes (id, heartbeat_ms) VALUES ($1, ",
    server_clock!(),
    ") ON CONFLICT (id) DO UPDATE SET heartbeat_ms = excluded.heartbeat_ms"
);

impl Store {
    /// The time by which nodes date their heartbeats and judge those of others: PostgreSQL's own, so that a node whose clock is wrong
    /// neither looks dead nor takes others for dead. A site on SQLite is one process, whose time this is: `own_ms`.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn shared_now_ms(&self, own_ms: i64) -> Result<i64, Error> {
        match self {
            Store::Sqlite(_) => Ok(own_ms),
            Store::Postgres(pool) => {
                let now = concat!("SELECT ", server_clock!());
                let now_ms: i64 = sqlx::query_scalar(now).fetch_one(pool).await?;
                Ok(now_ms)
            }
        }
    }

    /// Writes a heartbeat of `node` at the time of [`Store::shared_now_ms`].
    ///
    /// # Errors
    /// [`Error::Unavailable`], also where the disk is full.
    pub async fn beat(&self, node: &str, own_ms: i64) -> Result<(), Error> {
        match self {
            Store::Sqlite(pools) => {
                let mut db = pools.write().await?;
                execute!(&mut *db, BEAT, node, own_ms);
            }
            Store::Postgres(pool) => {
                execute!(pool, BEAT_BY_SERVER, node);
            }
        }
        Ok(())
    }

    /// Deletes the nodes, except `but`, whose last heartbeat was before `before_ms`; returns their number.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn forget_nodes(&self, before_ms: i64, but: &str) -> Result<u64, Error> {
        Ok(writing!(self, db => {
            execute!(db, "DELETE FROM nodes WHERE heartbeat_ms < $1 AND id <> $2", before_ms, but)
        }))
    }

    /// Deletes a node that shuts down, so that others need not wait for its silence.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn sign_off(&self, node: &str) -> Result<(), Error> {
        writing!(self, db => {
            execute!(db, "DELETE FROM nodes WHERE id = $1", node)
        });
        Ok(())
    }

    /// All nodes with their last heartbeat, by id.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn nodes(&self) -> Result<Vec<(String, i64)>, Error> {
        Ok(reading!(self, db => {
            sqlx::query_as("SELECT id, heartbeat_ms FROM nodes ORDER BY id")
                .fetch_all(db)
                .await?
        }))
    }
}
