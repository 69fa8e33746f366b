//! The first connection to PostgreSQL: if it fails, the owner is told the address and the reason.

use std::io::ErrorKind;
use std::time::Duration;

use sqlx::error::DatabaseError;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Error as SqlError};

use crate::clock::Stopwatch;
use crate::store::Error;

/// Time limit for an answer of the server when the site starts.
const WITHIN: Duration = Duration::from_millis(2_500);
/// The pause before the next attempt to reach a server that is starting.
const PAUSE: Duration = Duration::from_millis(200);

/// A connection to the server, with retries if it is just starting and refuses for a moment.
///
/// # Errors
/// [`Error::Unreachable`] with host, port and reason.
pub(in crate::store) async fn first_contact(
    options: &PgConnectOptions,
) -> Result<PgConnection, Error> {
    let since = Stopwatch::start();
    let mut reason = format!("no answer within {:.1} s", WITHIN.as_secs_f64());
    while let Some(left) = WITHIN.checked_sub(since.elapsed()) {
        match tokio::time::timeout(left, options.connect()).await {
            Ok(Ok(connection)) => return Ok(connection),
            Ok(Err(error)) => {
                reason = words(&error);
                if !is_starting(&error) {
                    break;
                }
            }
            Err(_) => break,
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(Error::Unreachable {
        place: place(options),
        reason,
    })
}

/// The address in the options, for people; never the password.
pub(in crate::store) fn place(options: &PgConnectOptions) -> String {
    let server = match options.get_socket() {
        Some(folder) => format!("the socket in {}", folder.display()),
        None => format!("{}, port {}", options.get_host(), options.get_port()),
    };
    match options.get_database() {
        Some(name) => format!("database \"{name}\" at {server}"),
        None => format!("the database at {server}"),
    }
}

/// The part of an error that a person can act on.
fn words(error: &SqlError) -> String {
    match error {
        SqlError::Io(e) => e.to_string(),
        SqlError::Database(refusal) if is_peer(&**refusal) => format!(
            "{} (by this socket the server takes whoever runs this program for the user of that name: let it map the names, or use a \
             password; see \"PostgreSQL under the systemd unit\" in docs/backup.md)",
            refusal.message()
        ),
        SqlError::Database(refusal) => refusal.message().to_owned(),
        other => other.to_string(),
    }
}

/// Whether peer authentication failed (28000, invalid_authorization_specification). The rest of the message may be in any language.
fn is_peer(refusal: &dyn DatabaseError) -> bool {
    let is_refused = refusal.code().is_some_and(|code| code == "28000");
    is_refused && refusal.message().to_lowercase().contains("peer")
}

/// Whether nobody listens yet, or the server says that it is starting up (57P03).
fn is_starting(error: &SqlError) -> bool {
    match error {
        SqlError::Io(e) => [ErrorKind::ConnectionRefused, ErrorKind::NotFound].contains(&e.kind()),
        SqlError::Database(refusal) => refusal.code().is_some_and(|code| code == "57P03"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use sqlx::error::ErrorKind as ErrorKindOfDatabase;

    use super::*;

    fn told(url: &str) -> String {
        place(&url.parse().unwrap())
    }

    #[test]
    fn the_place_is_named_without_the_password() {
        assert_eq!(
            told("postgres://me:secret@db.example:6543/site"),
            "database \"site\" at db.example, port 6543"
        );
        assert_eq!(
            told("postgres://me:secret@localhost/site?host=/run/pg"),
            "database \"site\" at the socket in /run/pg"
        );
    }

    /// An answer of a server: the code of an error of PostgreSQL, and the words.
    #[derive(Debug)]
    struct Refusal(&'static str, &'static str);

    impl std::fmt::Display for Refusal {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(self.message())
        }
    }

    impl std::error::Error for Refusal {}

    impl DatabaseError for Refusal {
        fn message(&self) -> &str {
            self.1
        }

        fn code(&self) -> Option<std::borrow::Cow<'_, str>> {
            Some(self.0.into())
        }

        fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn std::error::Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn std::error::Error + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKindOfDatabase {
            ErrorKindOfDatabase::Other
        }
    }

    /// Appendix A of PostgreSQL's manual: 57P03 is cannot_connect_now, 28P01 invalid_password, 3D000 no such database.
    #[test]
    fn a_server_that_starts_is_waited_for_and_one_that_refuses_is_not() {
        let io = |kind: ErrorKind| SqlError::Io(kind.into());
        let refusal = |code| SqlError::Database(Box::new(Refusal(code, "the server's own words")));
        for starting in [
            io(ErrorKind::ConnectionRefused),
            io(ErrorKind::NotFound),
            refusal("57P03"),
        ] {
            assert!(is_starting(&starting), "{starting:?}");
        }
        for refused in [
            io(ErrorKind::PermissionDenied),
            refusal("28P01"),
            refusal("3D000"),
            SqlError::PoolClosed,
        ] {
            assert!(!is_starting(&refused), "{refused:?}");
        }
        assert_eq!(words(&refusal("28P01")), "the server's own words");
    }

    #[test]
    fn a_user_of_another_name_is_told_what_the_server_compares() {
        let said = "Peer authentication failed for user \"rookery\"";
        let refusal = |code| SqlError::Database(Box::new(Refusal(code, said)));
        let told = words(&refusal("28000"));
        assert!(told.starts_with(said), "{told}");
        assert!(told.contains("password") && told.contains("docs/backup.md"));
        assert_eq!(words(&refusal("3D000")), said);
    }
}
