//! The session cookie. The session's row has identity and verification as columns of its own, set by SQL; the record that
//! tower-sessions writes whole contains nothing that matters.

pub(in crate::web) mod authorize;
pub(in crate::web) mod links;
pub(in crate::web) mod visitor;

use axum::Router;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use time::Duration;
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, Session, SessionManagerLayer};

use crate::clock::Clock;
use crate::store::{SessionRecords, Store, session_hash};
use crate::web::Error;
use crate::web::error::Problem;

/// The time for which a browser keeps the cookie; idle and absolute expiry are the store's.
const COOKIE_LIFE: Duration = Duration::days(90);

/// Wraps routes in the layer that reads and writes the cookie. On https it is `__Host-` and secure; on plain http neither works.
pub fn with_sessions<S>(routes: Router<S>, store: Store, clock: Clock, https: bool) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    let sessions = SessionManagerLayer::new(SessionRecords::new(store, clock))
        .with_name(if https { "__Host-rookery" } else { "rookery" })
        .with_secure(https)
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_path("/")
        .with_expiry(Expiry::OnInactivity(COOKIE_LIFE));
    routes
        .layer(sessions)
        .layer(middleware::map_response(unsaved))
        .layer(middleware::map_response(with_secure_removal))
}

/// Adds `Secure` to the removal of the session cookie: the session layer leaves it out, and browsers ignore a `Set-Cookie` for a
/// `__Host-` name without it, so the cookie would stay.
async fn with_secure_removal(mut response: Response) -> Response {
    if let header::Entry::Occupied(mut cookies) = response.headers_mut().entry(header::SET_COOKIE) {
        for cookie in cookies.iter_mut() {
            let text = cookie.to_str().unwrap_or_default();
            if text.starts_with("__Host-") && !text.contains("Secure") {
                let secure = HeaderValue::from_str(&format!("{text}; Secure"));
                *cookie = secure.unwrap_or_else(|_| cookie.clone());
            }
        }
    }
    response
}

/// The session layer answers with a 500 without a body where it cannot save a session: the database is away, which passes. Errors
/// of handlers carry a [`Problem`], and those of axum a text.
async fn unsaved(response: Response) -> Response {
    let is_bare = response.status() == StatusCode::INTERNAL_SERVER_ERROR
        && response.extensions().get::<Problem>().is_none()
        && !response.headers().contains_key(header::CONTENT_TYPE);
    match is_bare {
        true => Error::Unavailable("a session could not be saved".to_owned()).into_response(),
        false => response,
    }
}

/// The key of the session's row, if the browser sent a cookie: the SHA-256 of its value.
pub fn row_key(session: &Session) -> Option<String> {
    Some(session_hash(&session.id()?.to_string()))
}

/// Ensures that the session's row exists and returns its key. Touching the record creates a new one if it is missing.
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

/// Gives the session a new id (against fixation) and returns the key of the new row. The row under the former id stays, so that a
/// failure after this leaves the visitor's session as it was: whoever fills the new row ends the former one.
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
pub async fn end(store: &Store, session: &Session) -> Result<(), Error> {
    if let Some(key) = row_key(session) {
        store.end_session(&key).await?;
    }
    session.flush().await.map_err(failed)
}

fn failed(error: tower_sessions::session::Error) -> Error {
    Error::Unavailable(error.to_string())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;
    use crate::store::OpenOptions;

    /// The handler is done, and the layer cannot save what it left in the session.
    #[tokio::test]
    async fn a_session_that_cannot_be_saved_means_that_the_database_is_away() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&OpenOptions::sqlite(folder.path()))
            .await
            .unwrap();
        let handler = async |session: Session| session.insert("v", 1).await.unwrap();
        let failing = async || Error::Internal("a defect".to_owned());
        let plain = async || (StatusCode::INTERNAL_SERVER_ERROR, "a text of axum");
        let routes = Router::new()
            .route("/", get(handler))
            .route("/defect", get(failing))
            .route("/plain", get(plain));
        let routes = with_sessions(routes, store.clone(), Clock::System, false);
        let ask = async |path: &str| {
            let request = Request::get(path).body(Body::empty()).unwrap();
            routes.clone().oneshot(request).await.unwrap()
        };
        assert_eq!(ask("/").await.status(), StatusCode::OK);
        store.close().await;
        let answer = ask("/").await;
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(answer.headers().contains_key(header::RETRY_AFTER));
        for defect in ["/defect", "/plain"] {
            let status = ask(defect).await.status();
            assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR, "{defect}");
        }
    }
}
