//! Connections to the SQLite file: one that writes and a few that read, each with a thread of its own.
//!
//! Pooled by deadpool. The driver's own pool pings each connection after every use, which costs as much as a statement, and
//! hands out the least recently used one, whose caches are cold.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
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
    file: Arc<DataFile>,
}

impl SqlitePools {
    /// Pools that open connections to the file at this path on demand; no call waits longer than `acquire` for one.
    ///
    /// # Errors
    /// [`Error::Unavailable`] without a runtime.
    pub(in crate::store) fn new(
        path: PathBuf,
        options: SqliteConnectOptions,
        acquire: Duration,
    ) -> Result<Self, Error> {
        let readers = options
            .clone()
            .create_if_missing(false)
            .pragma("query_only", "ON");
        let file = Arc::new(DataFile::new(path));
        let opener = |options| Opener {
            options,
            file: Arc::clone(&file),
        };
        Ok(SqlitePools {
            write: pool(opener(options), 1, acquire)?,
            read: pool(opener(readers), READERS, acquire)?,
            file,
        })
    }

    /// Looks whether the file that was opened is still the one at its path. While it is not, nothing is written.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: it is not.
    pub(in crate::store) async fn check_file(&self) -> Result<(), Error> {
        let file = Arc::clone(&self.file);
        // A network drive may take its time.
        let looked = tokio::task::spawn_blocking(move || file.check());
        looked.await.unwrap_or(Ok(())).map_err(Error::from)
    }

    /// The connection for statements that change something.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: there was none in time, or the file is not at its path any more.
    pub(in crate::store) async fn write(&self) -> Result<Object<Opener>, Error> {
        self.file.known()?;
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

fn pool(opener: Opener, most: usize, acquire: Duration) -> Result<Pool<Opener>, Error> {
    Pool::builder(opener)
        .max_size(most)
        .wait_timeout(Some(acquire))
        // Last in, first out: the connection used last has its pages and statements cached.
        .queue_mode(QueueMode::Lifo)
        .runtime(Runtime::Tokio1)
        .build()
        .map_err(|e| Error::Unavailable(SqlError::Configuration(e.into())))
}

/// The file at the path of the database. One that is removed, moved or replaced while it is open goes on taking writes, and they are lost
/// with it when the process ends.
#[derive(Debug)]
struct DataFile {
    path: PathBuf,
    /// Device and inode of the file that was opened first.
    opened: OnceLock<(u64, u64)>,
    /// Whether it was not at the path when somebody looked last.
    is_gone: AtomicBool,
}

impl DataFile {
    fn new(path: PathBuf) -> Self {
        DataFile {
            path,
            opened: OnceLock::new(),
            is_gone: AtomicBool::new(false),
        }
    }

    /// Device and inode of the file at the path now.
    fn found(&self) -> io::Result<(u64, u64)> {
        let found = self.path.metadata()?;
        Ok((found.dev(), found.ino()))
    }

    /// Keeps in mind which file was opened, if it is the first.
    fn remember(&self) {
        if let Ok(found) = self.found() {
            self.opened.get_or_init(|| found);
        }
    }

    /// Looks at the path. A folder that may not be looked into for the moment says nothing.
    fn check(&self) -> Result<(), SqlError> {
        let Some(opened) = self.opened.get() else {
            return Ok(());
        };
        let is_gone = match self.found() {
            Ok(found) => found != *opened,
            Err(e) => [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&e.kind()),
        };
        self.is_gone.store(is_gone, Ordering::Relaxed);
        self.known()
    }

    /// The outcome of the last look.
    fn known(&self) -> Result<(), SqlError> {
        if !self.is_gone.load(Ordering::Relaxed) {
            return Ok(());
        }
        let words = format!(
            "{} is no longer the file that the site has open: it was removed, moved or replaced meanwhile; move it back to its place, or \
             stop the site and restore a backup",
            self.path.display()
        );
        Err(SqlError::Io(io::Error::new(io::ErrorKind::NotFound, words)))
    }
}

/// The manager of a pool: opens connections to the file, and decides whether one can be used again.
#[derive(Debug)]
pub struct Opener {
    options: SqliteConnectOptions,
    file: Arc<DataFile>,
}

impl Manager for Opener {
    type Type = SqliteConnection;
    type Error = SqlError;

    async fn create(&self) -> Result<SqliteConnection, SqlError> {
        // Another file would be another site, and a missing one would be made anew.
        self.file.check()?;
        let connection = self.options.connect().await?;
        self.file.remember();
        Ok(connection)
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
