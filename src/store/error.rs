//! Errors of the database, grouped by the caller's reaction.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use sqlx::migrate::MigrateError;

/// An error of reading or writing the database.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database is unreachable, busy or full: the same call may succeed in a moment.
    #[error("the database cannot be used now: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// Another writer was first, or has deleted the row that this one refers to: load the data again and retry.
    #[error("somebody else changed it first")]
    Conflict,
    /// There is no such row.
    #[error("no such row")]
    NotFound,
    /// The name belongs to somebody, in whatever case.
    #[error("this name is taken")]
    NameTaken,
    /// The one-time token is unknown, used or too old.
    #[error("this link has already been used, or is too old")]
    TokenSpent,
    /// The account's password has changed since it was checked, or the account is disabled or gone.
    #[error("the account has changed since its password was checked")]
    PasswordChanged,
    /// The passed captcha has made an account already.
    #[error("an account has already been created with this captcha")]
    ChallengeSpent,
    /// Without this account nobody could run the site.
    #[error("this is the last admin; make somebody else an admin first")]
    LastAdmin,
    /// The folder for the data, or the file in it, cannot be used.
    #[error("cannot use {} for the data: {reason}; {}choose another folder with --data", path.display(), remedy(reason))]
    DataFolder {
        /// The folder or file.
        path: PathBuf,
        /// The message of the operating system or of SQLite.
        reason: String,
    },
    /// The database's file holds something else, or is broken.
    #[error("{} is not a SQLite database, or a damaged one: {reason}; move it away and restore a backup (`rookery restore`), or choose another folder with --data", path.display())]
    DamagedFile {
        path: PathBuf,
        /// The message of SQLite.
        reason: String,
    },
    /// Another process serves this data folder, or restores a backup into it.
    #[error("the data in {} is already served or restored{}: stop that process first, or choose another folder with --data", path.display(), process.map_or_else(String::new, |id| format!(" by process {id}")))]
    Occupied {
        /// The folder.
        path: PathBuf,
        /// The id of the process, if it has written it.
        process: Option<u32>,
    },
    /// There is no site where one must be.
    #[error(
        "there is no site in {place}: check --data, --database and --config (`rookery serve` creates a new site)"
    )]
    NoSite { place: String },
    /// The database server does not answer, or refuses the connection.
    #[error("cannot reach {place}: {reason}; check --database, and whether PostgreSQL runs there")]
    Unreachable {
        /// Host, port and database, or the socket's folder.
        place: String,
        /// The message of the server or of the network.
        reason: String,
    },
    /// A backup cannot be made or restored.
    #[error("{}: {reason}", path.display())]
    Backup {
        /// The file.
        path: PathBuf,
        /// The fault of the file, in words.
        reason: String,
    },
    /// The address of the database cannot be understood.
    #[error(
        "cannot read the address of the database: {0}; expected postgres://user:password@host:5432/name, or nothing for SQLite; in a password, write '/' as %2F, '#' as %23, '?' as %3F and '@' as %40"
    )]
    Address(String),
    /// A newer Rookery has used this database.
    #[error(
        "the database has schema {found}, and this build knows schemas up to {known}: start the newer Rookery again, or restore a backup from before the upgrade"
    )]
    NewerSchema {
        /// The schema of the database.
        found: i64,
        /// The newest schema of this build.
        known: i64,
    },
    /// The schema could not be brought up to date.
    #[error("cannot bring the database's schema up to date: {0}")]
    Migration(#[source] MigrateError),
    /// A row contains something that this build never writes.
    #[error("the database contains a value that this build cannot read: {0}")]
    Corrupt(String),
    /// A statement failed for a reason that a retry does not fix.
    #[error("the database refused a statement: {0}")]
    Statement(#[source] sqlx::Error),
}

/// Time limit for work on the database that no request bounds, and for a post. Whatever takes as long waits for a host that has vanished, from which
/// nothing would be heard before TCP gives up, or for ever; and it would keep its place in the pool until then.
pub const GIVEN_UP_AFTER: Duration = Duration::from_secs(60);

/// The outcome of work on the database, which is given up after this time: the next try has another connection.
///
/// # Errors
/// That of the work, or [`Error::Unavailable`].
pub fn in_time<T, E: From<Error>>(
    within: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> impl Future<Output = Result<T, E>> {
    // Boxed, and no `async fn`: that would hold the work twice, once as its argument and once where it is awaited.
    let work = tokio::time::timeout(within, Box::pin(work));
    async {
        let unanswered = || Error::Unavailable(sqlx::Error::Io(io::ErrorKind::TimedOut.into()));
        let outcome = work.await;
        outcome.unwrap_or_else(|_| Err(unanswered().into()))
    }
}

/// The same for work that nothing else bounds, with [`GIVEN_UP_AFTER`].
///
/// # Errors
/// As [`in_time`].
pub fn in_a_minute<T, E: From<Error>>(
    work: impl Future<Output = Result<T, E>>,
) -> impl Future<Output = Result<T, E>> {
    in_time(GIVEN_UP_AFTER, work)
}

/// The advice for a folder or file that cannot be used, before the last resort.
fn remedy(reason: &str) -> &'static str {
    let says = |words: &[&str]| words.iter().any(|part| reason.contains(part));
    if says(&["is full", "No space left"]) {
        "make room there, or "
    } else if says(&[
        "denied",
        "not permitted",
        "readonly",
        "Read-only",
        "unable to open",
    ]) {
        "run this as the user that runs the site, make it writable for you, or "
    } else {
        ""
    }
}

/// Whether SQLite refuses a file for what it holds: it is damaged (11), or no database (26).
pub(in crate::store) fn is_of_damage(error: &sqlx::Error) -> bool {
    const CORRUPT: u32 = 11;
    const NOT_A_DATABASE: u32 = 26;
    is_of_code(error, &[CORRUPT, NOT_A_DATABASE])
}

/// Whether SQLite may not write where it has to: the file or its folder is read-only (8), or a file beside it cannot be made (14).
pub(in crate::store) fn is_read_only(error: &sqlx::Error) -> bool {
    is_of_code(error, &[READ_ONLY, CANNOT_OPEN])
}

/// Whether it is an error of SQLite with one of these primary result codes.
fn is_of_code(error: &sqlx::Error, codes: &[u32]) -> bool {
    let code = error.as_database_error().and_then(|e| e.code());
    let code = code.and_then(|code| code.parse::<u32>().ok());
    code.is_some_and(|code| codes.contains(&(code & 0xff)))
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let refusal = error.as_database_error();
        if is_passing(&error) {
            Error::Unavailable(error)
        } else if refusal.is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation) {
            // The row that this one belongs to, such as an account, was deleted meanwhile.
            Error::Conflict
        } else {
            Error::Statement(error)
        }
    }
}

/// Whether waiting may help.
fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        // A connection that broke in the middle of an answer reads as a broken message.
        | sqlx::Error::Protocol(_)
        // A connection that is still in an abandoned transaction: a retry gets another connection.
        | sqlx::Error::InvalidSavePointStatement
        | sqlx::Error::BeginFailed => true,
        sqlx::Error::Database(refusal) => refusal.code().is_some_and(|code| {
            if refusal.try_downcast_ref::<sqlx::postgres::PgDatabaseError>().is_some() {
                is_passing_postgres(&code)
            } else {
                is_passing_sqlite(&code)
            }
        }),
        _ => false,
    }
}

/// By SQLSTATE (PostgreSQL manual, appendix A): connection trouble, resources, operator intervention, serialisation
/// and deadlocks, the state of a transaction (a server that is read-only for the moment, a connection left in a failed one), and a
/// prepared statement that a connection has lost.
fn is_passing_postgres(code: &str) -> bool {
    ["08", "25", "26", "53", "57", "58"]
        .iter()
        .any(|class| code.starts_with(class))
        || ["40001", "40P01", "55P03"].contains(&code)
}

const READ_ONLY: u32 = 8;
const CANNOT_OPEN: u32 = 14;

/// By primary result code (sqlite.org/rescode.html), the low byte of the extended one.
fn is_passing_sqlite(code: &str) -> bool {
    const BUSY: u32 = 5;
    const LOCKED: u32 = 6;
    const NO_MEMORY: u32 = 7;
    const IO: u32 = 10;
    const FULL: u32 = 13;
    code.parse::<u32>().is_ok_and(|code| {
        [BUSY, LOCKED, NO_MEMORY, READ_ONLY, IO, FULL, CANNOT_OPEN].contains(&(code & 0xff))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_codes_by_what_waiting_does() {
        for code in [
            "08006", "25006", "25P02", "26000", "53300", "57P01", "40001", "40P01", "57014",
        ] {
            assert!(is_passing_postgres(code), "{code}");
        }
        for code in ["23505", "42601", "42P01", "22001"] {
            assert!(!is_passing_postgres(code), "{code}");
        }
        // 5 = busy, 517 = busy with a snapshot, 13 = disk full, 778 = an I/O error at writing.
        for code in ["5", "517", "13", "778"] {
            assert!(is_passing_sqlite(code), "{code}");
        }
        // 1 = a wrong statement, 2067 = a unique constraint, 11 = a damaged file.
        for code in ["1", "2067", "11", "x"] {
            assert!(!is_passing_sqlite(code), "{code}");
        }
    }

    /// The words of SQLite and of Linux.
    #[test]
    fn advice_fits_the_reason() {
        for (reason, advice) in [
            ("(code: 13) database or disk is full", "make room"),
            ("No space left on device (os error 28)", "make room"),
            ("Permission denied (os error 13)", "as the user"),
            (
                "(code: 1544) attempt to write a readonly database",
                "as the user",
            ),
            ("it is a file, not a folder", ""),
            ("No such file or directory (os error 2)", ""),
        ] {
            let found = remedy(reason);
            assert!(
                found.starts_with(advice) || found.contains(advice),
                "{found}"
            );
            assert_eq!(found.is_empty(), advice.is_empty(), "{reason}");
        }
    }

    /// Like a statement on a connection that was lost silently.
    #[tokio::test]
    async fn a_database_that_never_answers_is_given_up() {
        let never = std::future::pending::<Result<(), Error>>();
        let given_up = in_time(Duration::from_millis(1), never).await;
        assert!(
            matches!(given_up, Err(Error::Unavailable(_))),
            "{given_up:?}"
        );
        let answer = std::future::ready(Ok::<_, Error>(7));
        let answered = in_time(Duration::from_secs(30), answer).await;
        assert!(matches!(answered, Ok(7)), "{answered:?}");
    }

    #[test]
    fn a_full_pool_passes_a_wrong_row_does_not() {
        assert!(matches!(
            Error::from(sqlx::Error::PoolTimedOut),
            Error::Unavailable(_)
        ));
        assert!(matches!(
            Error::from(sqlx::Error::RowNotFound),
            Error::Statement(_)
        ));
    }
}
