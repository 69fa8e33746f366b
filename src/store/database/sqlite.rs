//! Connections to the SQLite file: one that writes and a few that read, each with a thread of its own.
//!
//! Pooled by deadpool. The driver's own pool pings each connection after every use, which costs as much as a statement, and
//! hands out the least recently used one, whose caches are cold.

use std::time::Duration;

use deadpool::Runtime;
use deadpool::managed::{
    Manager, Metrics, Object, Pool, PoolError, QueueMode, RecycleError, RecycleResult,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Error as SqlError};

use crate::store::Error;

/// Readers: reads take microseconds, more connections only cost memory.
const READERS: usize = 4;

/// SQLite allows one writer at a time: a pool of one makes the others wait their turn in a queue instead of in the
/// busy handler, and readers have connections of their own.
#[derive(Clone, Debug)]
pub struct SqlitePools {
    write: Pool<Opener>,
    read: Pool<Opener>,
}

impl SqlitePools {
    /// Pools that open connections on demand; no call waits longer than `acquire` for one.
    ///
    /// # Errors
    /// [`Error::Unavailable`] without a runtime.
    pub(in crate::store) fn new(
        options: SqliteConnectOptions,
        acquire: Duration,
    ) -> Result<Self, Error> {
        let readers = options
            .clone()
            .create_if_missing(false)
            .pragma("query_only", "ON");
        Ok(SqlitePools {
            write: pool(options, 1, acquire)?,
            read: pool(readers, READERS, acquire)?,
        })
    }

    /// The connection for statements that change something.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: there was none in time.
    pub(in crate::store) async fn write(&self) -> Result<Object<Opener>, Error> {
        Ok(self.write.get().await?)
    }

    /// A connection for statements that only read.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: there was none in time.
    pub(in crate::store) async fn read(&self) -> Result<Object<Opener>, Error> {
        Ok(self.read.get().await?)
    }

    /// Both pools with their names.
    pub(in crate::store) fn named(&self) -> [(&'static str, &Pool<Opener>); 2] {
        [("read", &self.read), ("write", &self.write)]
    }

    /// Closes all connections, after the statements that are running.
    pub(in crate::store) async fn close(&self) {
        for (_, pool) in self.named() {
            while pool.status().size > 0 {
                let Ok(connection) = pool.get().await else {
                    break;
                };
                // An error while closing does not matter.
                let _ = Object::take(connection).close().await;
            }
            pool.close();
        }
    }
}

fn pool(
    options: SqliteConnectOptions,
    most: usize,
    acquire: Duration,
) -> Result<Pool<Opener>, Error> {
    Pool::builder(Opener(options))
        .max_size(most)
        .wait_timeout(Some(acquire))
        // Last in, first out: the connection used last has its pages and statements cached.
        .queue_mode(QueueMode::Lifo)
        .runtime(Runtime::Tokio1)
        .build()
        .map_err(|e| Error::Unavailable(SqlError::Configuration(e.into())))
}

/// The manager of a pool: opens connections to the file, and decides whether one can be used again.
#[derive(Debug)]
pub struct Opener(SqliteConnectOptions);

impl Manager for Opener {
    type Type = SqliteConnection;
    type Error = SqlError;

    async fn create(&self) -> Result<SqliteConnection, SqlError> {
        self.0.connect().await
    }

    async fn recycle(
        &self,
        connection: &mut SqliteConnection,
        _: &Metrics,
    ) -> RecycleResult<SqlError> {
        if !connection.is_in_transaction() {
            return Ok(());
        }
        // An abandoned transaction is being rolled back: this waits for it.
        connection.ping().await?;
        match connection.is_in_transaction() {
            false => Ok(()),
            // SQLite ends a transaction by itself when the disk is full. Its driver still counts it and would refuse every
            // later one on this connection.
            true => Err(RecycleError::message("a transaction that never ends")),
        }
    }
}

impl From<PoolError<SqlError>> for Error {
    fn from(error: PoolError<SqlError>) -> Self {
        match error {
            PoolError::Backend(error) => Error::from(error),
            PoolError::Timeout(_) => Error::from(SqlError::PoolTimedOut),
            PoolError::Closed => Error::from(SqlError::PoolClosed),
            other => Error::from(SqlError::Configuration(other.into())),
        }
    }
}
