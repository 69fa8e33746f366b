//! The session cookie. The session's row holds identity and verification as columns of its own, set by SQL;
//! the record that tower-sessions writes whole carries nothing that matters.

pub(in crate::web) mod authorize;
pub(in crate::web) mod links;
pub(in crate::web) mod visitor;

use time::Duration;
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, Session, SessionManagerLayer};

use crate::clock::Clock;
use crate::store::{SessionRecords, Store, session_hash};
use crate::web::Error;

/// How long a browser keeps the cookie; idle and absolute expiry are the store's.
const COOKIE_LIFE: Duration = Duration::days(90);

/// The layer that reads and writes the cookie. On https it is `__Host-` and secure; on plain http neither works.
pub fn layer(store: Store, clock: Clock, https: bool) -> SessionManagerLayer<SessionRecords> {
    SessionManagerLayer::new(SessionRecords::new(store, clock))
        .with_name(if https { "__Host-rookery" } else { "rookery" })
        .with_secure(https)
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_path("/")
        .with_expiry(Expiry::OnInactivity(COOKIE_LIFE))
}

/// The key of the session's row, if the browser sent a cookie: the SHA-256 of its value.
pub fn row_key(session: &Session) -> Option<String> {
    Some(session_hash(&session.id()?.to_string()))
}

/// Makes sure that the session's row is there and gives its key. Touching the record finds out, and makes a new one where it is not.
///
/// # Errors
/// The database does not answer.
pub async fn keep(session: &Session) -> Result<String, Error> {
    session.insert("v", 1).await.map_err(failed)?;
    if session.is_modified() {
        session.save().await.map_err(failed)?;
    }
    row_key(session).ok_or_else(|| Error::Internal("a saved session has no id".to_owned()))
}

/// Gives the session a new id (against fixation) and returns the key of the new row.
///
/// # Errors
/// The database does not answer.
pub async fn rotate(session: &Session) -> Result<String, Error> {
    session.insert("v", 1).await.map_err(failed)?;
    session.cycle_id().await.map_err(failed)?;
    session.save().await.map_err(failed)?;
    row_key(session).ok_or_else(|| Error::Internal("a saved session has no id".to_owned()))
}

/// Ends the session: its row goes, and the browser is told to forget the cookie.
///
/// # Errors
/// The database does not answer.
pub async fn end(session: &Session) -> Result<(), Error> {
    session.flush().await.map_err(failed)
}

fn failed(error: tower_sessions::session::Error) -> Error {
    Error::Unavailable(error.to_string())
}
