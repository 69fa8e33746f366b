//! Opening the database: SQLite in the data folder, or PostgreSQL by its URL.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use tokio::time::timeout;

use crate::store::Error;
use crate::store::database::contact::{first_contact, place};
use crate::store::database::data_folder::{self, refused};
use crate::store::database::schema::{POSTGRES_SCHEMA, SQLITE_SCHEMA, known_schema, migrate};
use crate::store::database::sqlite::SqlitePools;
use crate::store::error::is_of_damage;

/// The name of the SQLite file in the data folder.
pub const SQLITE_FILE: &str = "rookery.sqlite";

/// Locked by a process while it opens the SQLite file.
const LOCK_FILE: &str = "rookery.lock";

/// The time that a call waits for a connection: less than the two seconds after which a visitor is told that the site is unavailable.
const ACQUIRE: Duration = Duration::from_millis(1_500);
/// The time that SQLite waits for another process's lock.
const BUSY: Duration = Duration::from_millis(1_200);
/// Time limit for PostgreSQL to answer on a connection that is returned to the pool, whether its call finished or was cancelled. Otherwise
/// each call to a host that vanished would occupy its place in the pool until TCP gives up, after a quarter of an hour.
const RELEASED_WITHIN: Duration = Duration::from_secs(2);
/// Limits that PostgreSQL keeps on the pool's connections. A host that vanishes in the middle of a transaction leaves its locks behind,
/// and PostgreSQL would notice after two hours; and what waits for a lock does not notice that its caller has left, and would take up a
/// place on the server until there is none. The site's transactions wait for nothing but the database.
const SERVER_LIMITS: [(&str, &str); 2] = [
    ("idle_in_transaction_session_timeout", "10s"),
    ("lock_timeout", "5s"),
];
/// What the migrating connection says of these limits, which the role may have, too, as behind PgBouncer: a node waits for another's
/// migration, and a migration for those who read a table, for as long as it takes.
const NO_LIMITS: [&str; 2] = [
    "SET idle_in_transaction_session_timeout = 0",
    "SET lock_timeout = 0",
];
/// Size in bytes to which SQLite's write-ahead log is cut back after a checkpoint: it grows while a backup or another reader holds on
/// to an earlier state.
const LOG_BYTES: &str = "67108864";

/// The place of the data, and the way in which it is opened.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// Empty for SQLite in `data_dir`, or `postgres://…`.
    pub database: String,
    /// The data folder; made if it is missing. Not touched with PostgreSQL.
    pub data_dir: PathBuf,
    /// Maximum number of pooled connections to PostgreSQL, at least 2. The connection that carries events between nodes comes on top.
    pub max_connections: u32,
    /// Whether to create a site if there is none; otherwise that is an error, and nothing is changed.
    pub create: bool,
}

impl OpenOptions {
    /// SQLite in `data_dir`.
    pub fn sqlite(data_dir: impl Into<PathBuf>) -> Self {
        OpenOptions {
            database: String::new(),
            data_dir: data_dir.into(),
            max_connections: 10,
            create: true,
        }
    }
}

/// The database. Cloning shares its connections.
#[derive(Clone, Debug)]
pub enum Store {
    /// A file in the data folder.
    Sqlite(SqlitePools),
    /// A server that several nodes share.
    Postgres(PgPool),
}

impl Store {
    /// Opens the database, making and migrating it as needed.
    ///
    /// # Errors
    /// [`Error::DataFolder`], [`Error::Address`], [`Error::NoSite`], [`Error::NewerSchema`], [`Error::Migration`], or
    /// [`Error::Unreachable`] when the server does not answer.
    pub async fn open(options: &OpenOptions) -> Result<Self, Error> {
        match options.database.split_once(':') {
            None if options.database.is_empty() => {
                open_sqlite(&options.data_dir, options.create).await
            }
            Some(("postgres" | "postgresql", _)) => open_postgres(options).await,
            Some((scheme, _)) => Err(Error::Address(format!("it begins with {scheme:?}"))),
            // The text may be a password, so it is not repeated.
            None => Err(Error::Address("it has no scheme".to_owned())),
        }
    }

    /// `sqlite` or `postgres`.
    pub fn kind(&self) -> &'static str {
        match self {
            Store::Sqlite(_) => "sqlite",
            Store::Postgres(_) => "postgres",
        }
    }

    /// The connections to PostgreSQL, for its LISTEN and NOTIFY.
    pub fn postgres_pool(&self) -> Option<&PgPool> {
        match self {
            Store::Sqlite(_) => None,
            Store::Postgres(pool) => Some(pool),
        }
    }

    /// Checks that the database answers.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if it does not.
    pub async fn ping(&self) -> Result<(), Error> {
        reading!(self, db => execute!(db, "SELECT 1"));
        Ok(())
    }

    /// Checks that the SQLite file which was opened is still the one at its path. While it is not, no call writes. PostgreSQL has no such
    /// file.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: it was removed, moved or replaced.
    pub async fn check_file(&self) -> Result<(), Error> {
        match self {
            Store::Sqlite(pools) => pools.check_file().await,
            Store::Postgres(_) => Ok(()),
        }
    }

    /// Closes all connections, after the statements that are running.
    pub async fn close(&self) {
        match self {
            Store::Sqlite(pools) => pools.close().await,
            Store::Postgres(pool) => pool.close().await,
        }
    }
}

async fn open_sqlite(data_dir: &Path, create: bool) -> Result<Store, Error> {
    let file = data_dir.join(SQLITE_FILE);
    if !create {
        let is_there = data_folder::has_file(&file)?;
        if !is_there || !is_site(&file).await.map_err(|e| not_opened(&file, &e))? {
            return Err(no_site_in(data_dir));
        }
    }
    data_folder::create(data_dir)?;
    // Two processes that create the same file at once would both create the tables. Held until this function returns.
    let turn = data_folder::open_lock(&data_dir.join(LOCK_FILE), data_dir)?;
    let _turn = tokio::task::spawn_blocking(move || turn.lock().map(|()| turn))
        .await
        .map_err(|e| refused(data_dir, e))?
        .map_err(|e| refused(data_dir, e))?;
    if create {
        data_folder::create_file(&file)?;
    }
    let connect = SqliteConnectOptions::new()
        .filename(&file)
        .create_if_missing(create)
        .journal_mode(SqliteJournalMode::Wal)
        // In WAL mode, NORMAL loses nothing when the process dies, and does not sync the disk at every move.
        .synchronous(SqliteSynchronous::Normal)
        .foreign_keys(true)
        .pragma("journal_size_limit", LOG_BYTES)
        .busy_timeout(BUSY);
    let pools = SqlitePools::new(file.clone(), connect, ACQUIRE)?;
    let failed = |error: Error| match error {
        Error::Unavailable(e) | Error::Statement(e) => not_opened(&file, &e),
        other => refused(&file, other),
    };
    let mut first = pools.write().await.map_err(failed)?;
    migrate(&SQLITE_SCHEMA, &mut *first, |e| match Error::from(e) {
        // The file opens even if it cannot be written; the schema is written first.
        Error::Unavailable(e) => refused(&file, e),
        Error::Statement(e) if is_of_damage(&e) => not_opened(&file, &e),
        other => other,
    })
    .await?;
    drop(first);
    // Opened once now, so that a file that cannot be read is an error at the start.
    drop(pools.read().await.map_err(failed)?);
    Ok(Store::Sqlite(pools))
}

async fn open_postgres(options: &OpenOptions) -> Result<Store, Error> {
    let connect = PgConnectOptions::from_str(&options.database)
        .map_err(|e| Error::Address(e.to_string()))?
        .application_name("rookery");
    let mut first = first_contact(&connect).await?;
    for no_limit in NO_LIMITS {
        sqlx::query(no_limit).execute(&mut first).await?;
    }
    if !options.create {
        let is_there = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
        let is_there: bool = sqlx::query_scalar(is_there).fetch_one(&mut first).await?;
        if !is_there {
            return Err(Error::NoSite {
                place: place(&connect),
            });
        }
    }
    // Another node may be migrating the schema: this waits until it is done.
    migrate(&POSTGRES_SCHEMA, &mut first, Error::from).await?;
    // An error while closing does not matter.
    let _ = first.close().await;
    let pool = PgPoolOptions::new()
        .max_connections(options.max_connections.max(2))
        .acquire_timeout(ACQUIRE)
        // sqlx asks by itself as well, right after this: it cannot be told not to, and its question has no time limit. The second answer
        // takes a round trip in the background; no caller waits for it.
        .after_release(|connection, _| {
            Box::pin(async move {
                match timeout(RELEASED_WITHIN, leave_no_transaction(connection)).await {
                    Ok(answer) => answer.map(|()| true),
                    Err(_) => Err(std::io::Error::from(std::io::ErrorKind::TimedOut).into()),
                }
            })
        })
        .connect_with(connect.options(SERVER_LIMITS))
        .await?;
    Ok(Store::Postgres(pool))
}

/// Waits until the server has answered what was sent on a connection, and rolls back a transaction that is still open. If a caller is
/// dropped while `BEGIN` is under way, sqlx 0.9 does not know that one is: later writes would never be committed, and keep their locks.
///
/// sqlx reads the server's transaction state only after a `BEGIN`. An empty statement in its place begins nothing, so `BeginFailed` means that
/// none was open.
async fn leave_no_transaction(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    match connection.begin_with("").await {
        Ok(left_open) => left_open.rollback().await,
        Err(sqlx::Error::BeginFailed) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The error of a file that SQLite does not open: for what it holds, or for want of permission.
fn not_opened(file: &Path, error: &sqlx::Error) -> Error {
    match is_of_damage(error) {
        true => Error::DamagedFile {
            path: file.to_owned(),
            reason: error.to_string(),
        },
        false => refused(file, error),
    }
}

/// Whether there is a site's database under this name; the file stays as it is.
async fn is_site(file: &Path) -> Result<bool, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(false)
        .busy_timeout(BUSY);
    let mut connection = options.connect().await?;
    let found = has_schema_sqlite(&mut connection).await?;
    connection.close().await?;
    Ok(found)
}

/// Whether this file is a site's: it may be newer or older than this build.
pub(in crate::store) async fn has_schema_sqlite(
    connection: &mut SqliteConnection,
) -> Result<bool, sqlx::Error> {
    let found: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'")
            .fetch_one(connection)
            .await?;
    Ok(found == 1)
}

/// The newest schema that a SQLite file of this build may have.
pub(in crate::store) fn known_sqlite_schema() -> i64 {
    known_schema(&SQLITE_SCHEMA)
}

pub(in crate::store) fn no_site_in(data_dir: &Path) -> Error {
    Error::NoSite {
        place: data_dir.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_address_that_is_none_is_refused_without_repeating_it() {
        for (address, said) in [
            ("mysql://root:secret@db/site", "mysql"),
            ("secret", "no scheme"),
            ("postgres://u:secret@host:notaport/db", "address"),
        ] {
            let mut options = OpenOptions::sqlite("unused");
            options.database = address.to_owned();
            let error = Store::open(&options).await.unwrap_err();
            assert!(matches!(error, Error::Address(_)), "{error:?}");
            let text = error.to_string();
            assert!(text.contains(said), "{text}");
            assert!(!text.contains("secret"), "{text}");
        }
    }
}
