//! The visitor of a request, read once and passed to handlers and to the page.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::ids::{GuestId, UserId};
use crate::matches::Player;
use crate::service::{LimitedAction, LogInError, Origin};
use crate::store::{self, Session as Row, User};
use crate::web::layers::address;
use crate::web::server::connection::Peer;
use crate::web::session;
use crate::web::{App, Error};

/// The visitor of a request.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The address that the request came from.
    pub ip: IpAddr,
    /// The session's row, if the browser has a living session.
    pub row: Option<Arc<Row>>,
    /// The session as tower-sessions knows it.
    pub session: tower_sessions::Session,
}

impl Visitor {
    /// The key of the session's row, which is created if there is none and neither the visitor's address nor its range has had too many.
    ///
    /// # Errors
    /// The database does not answer, or too many new sessions for one address or range.
    pub async fn ensure_session(&self, app: &App) -> Result<String, Error> {
        if self.row.is_none() {
            let (key, range) = (app.limit_key(self.ip), app.limit_range(self.ip));
            app.limits.count(LimitedAction::NewSession, &key)?;
            app.limits
                .count_of_range(LimitedAction::NewSession, &range)?;
        }
        session::keep(&self.session).await
    }

    /// The user, if somebody is logged in.
    pub fn user(&self) -> Option<&User> {
        self.row.as_ref()?.user.as_ref()
    }

    pub fn user_id(&self) -> Option<UserId> {
        self.user().map(|u| u.id)
    }

    /// The guest id of the session, if it has one and nobody is logged in.
    pub fn guest_id(&self) -> Option<GuestId> {
        self.row.as_ref()?.guest_id
    }

    /// The visitor as a player of games.
    pub fn player(&self) -> Option<Player> {
        match (self.user_id(), self.guest_id()) {
            (Some(user), _) => Some(Player::User(user)),
            (None, Some(guest)) => Some(Player::Guest(guest)),
            (None, None) => None,
        }
    }

    /// The origin of the request, for limits and for a log-in that binds the session `key`.
    pub fn origin(&self, app: &App, key: &str) -> Origin {
        Origin {
            bucket: app.limit_key(self.ip),
            address: self.bucket(),
            network: address::range(self.ip),
            is_vouched_for: false,
            session: key.to_owned(),
            guest: self.guest_id(),
        }
    }

    /// The origin of a request in which a user confirms the password within the user's own session: other people's guesses
    /// at the account must not keep its user from it.
    pub fn own_origin(&self, app: &App) -> Origin {
        let key = self.row.as_ref().map(|row| row.id_hash.as_str());
        Origin {
            is_vouched_for: true,
            ..self.origin(app, key.unwrap_or_default())
        }
    }

    /// Logs the visitor in to an account, under a new id of the session (against fixation). The guest's matches go into the account
    /// first: the log-in itself takes only a batch of them, and ends the guest's session. For `password_hash` and the result, see
    /// [`Accounts::log_in`](crate::service::Accounts::log_in).
    ///
    /// # Errors
    /// The database does not answer; the session with the former id then lives on, and the browser keeps its cookie.
    pub async fn log_in(
        &self,
        app: &App,
        user: &User,
        password_hash: Option<&str>,
    ) -> Result<bool, Error> {
        if let Some(guest) = self.guest_id() {
            let given = app.store().give_matches(user.id, password_hash, guest);
            match given.await {
                Err(store::Error::PasswordChanged) => return Ok(false),
                done => done?,
            }
        }
        let former = session::row_key(&self.session);
        let fresh = session::rotate(&self.session).await?;
        let origin = self.origin(app, &fresh);
        let is_in = app
            .accounts
            .log_in(user, password_hash, former.as_deref(), &origin)
            .await?;
        // The refusal is a page of the site, with which the browser gets the new cookie.
        if let (false, Some(former)) = (is_in, &former) {
            app.store().end_session(former).await?;
        }
        Ok(is_in)
    }

    /// Gives the visitor's session another id, as after a change of the password: anybody with a copy of the former cookie is logged out.
    ///
    /// # Errors
    /// The database does not answer; the former session has ended all the same, unless that failed, too.
    pub async fn renew(&self, app: &App, user: &User) -> Result<(), Error> {
        let former = session::row_key(&self.session);
        let (store, now_ms) = (app.store(), app.clock().now_ms());
        let binding = async {
            let fresh = session::rotate(&self.session).await?;
            let bound = store.log_in(&fresh, former.as_deref(), user.id, None, None, now_ms);
            bound.await.map_err(Error::from)
        };
        let bound: Result<(), Error> = binding.await;
        // Wherever it failed: the session layer gives the browser another cookie, so nobody but a thief would have the former one.
        if let (Err(_), Some(former)) = (&bound, &former) {
            store.end_session(former).await?;
        }
        bound
    }

    /// Logs a refused log-in with the address, for programs that ban such addresses. The typed name
    /// is not logged: it may be a password in the wrong field.
    pub fn log_refused(&self, error: &LogInError) {
        let reason = match error {
            LogInError::Wrong => "wrong",
            LogInError::Waiting => "waiting",
            LogInError::Disabled => "disabled",
            LogInError::Limited { .. } | LogInError::CaptchaNeeded => "limited",
            // An error of the site.
            LogInError::Service(_) => return,
        };
        tracing::info!(target: "rookery::log_in", client = %self.ip, reason, "log-in refused");
    }

    /// The key of limits.
    pub fn bucket(&self) -> String {
        address::bucket(self.ip)
    }
}

/// Reads the session's row once and attaches the visitor to the request and to the response.
pub async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let ip = client_ip(&app, request.extensions(), request.headers());
    let session = request
        .extensions()
        .get::<tower_sessions::Session>()
        .cloned();
    let visitor = match visitor(&app, ip, session).await {
        Ok(visitor) => visitor,
        Err(error) => return error.into_response(),
    };
    request.extensions_mut().insert(visitor.clone());
    let mut response = next.run(request).await;
    response.extensions_mut().insert(visitor);
    response
}

async fn visitor(
    app: &App,
    ip: IpAddr,
    session: Option<tower_sessions::Session>,
) -> Result<Visitor, Error> {
    let session =
        session.ok_or_else(|| Error::Internal("the session layer is missing".to_owned()))?;
    let now_ms = app.clock().now_ms();
    let row = match session::row_key(&session) {
        Some(key) => app.store().session(&key, now_ms).await?.map(Arc::new),
        None => None,
    };
    Ok(Visitor { ip, row, session })
}

/// The address that a request came from.
pub fn client_ip(app: &App, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
    let peer = extensions
        .get::<Peer>()
        .map_or(IpAddr::from([127, 0, 0, 1]), |p| p.0.ip());
    address::client(peer, headers, &app.config.trusted_proxies)
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Error> {
        parts
            .extensions
            .get::<Visitor>()
            .cloned()
            .ok_or_else(|| Error::Internal("the visitor layer is missing".to_owned()))
    }
}
