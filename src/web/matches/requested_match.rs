//! The match that a visitor requested before passing a captcha. It waits in the session's row; the form that gives access
//! (the captcha, a new account, a log-in) starts it, so that nobody has to ask twice.

use serde::{Deserialize, Serialize};

use crate::matches::Player;
use crate::service;
use crate::service::NewGame;
use crate::store::User;
use crate::web::session;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::{Message, Setup};

/// The time for which a requested match is kept: the lifetime of a captcha, and some time to read. Later the visitor has other plans.
pub const KEPT_MS: i64 = 20 * 60 * 1000;
/// Maximum size of a requested match; no honest position is longer.
const MOST_BYTES: usize = 4096;

/// The stored form of a requested match.
#[derive(Debug, Serialize, Deserialize)]
pub struct RequestedMatch {
    game: String,
    variant: String,
    options: Vec<(String, String)>,
    start: String,
    level: u8,
    side: Option<usize>,
    /// Absent in rows of earlier releases.
    #[serde(default)]
    line: Vec<String>,
    first: Option<Vec<String>>,
    /// The address to which the visitor should return.
    next: String,
}

/// Keeps a match for the session with this key.
///
/// # Errors
/// The database does not answer.
pub async fn keep(app: &App, session: &str, new: NewGame, next: &str) -> Result<(), Error> {
    let requested = RequestedMatch {
        game: new.game,
        variant: new.setup.variant,
        options: new.setup.options,
        start: new.setup.start,
        level: new.level,
        side: new.side,
        line: new.line,
        first: new.first,
        next: next.to_owned(),
    };
    write(app, session, &requested).await
}

/// Logs the visitor in to an account, as [`Visitor::log_in`] does, and starts the requested match. Returns the address to go on to:
/// that of the match, or `next`. `None` if the log-in is refused. The requested match is put back if the log-in is refused or fails. A
/// failure to find it does not prevent the log-in.
///
/// # Errors
/// The database does not answer.
pub async fn log_in(
    app: &App,
    visitor: &Visitor,
    user: &User,
    password_hash: Option<&str>,
    next: String,
) -> Result<Option<String>, Error> {
    let requested = take(app, visitor, &next).await.unwrap_or_else(|error| {
        tracing::warn!(?error, "the requested match could not be looked for");
        None
    });
    let entered = visitor.log_in(app, user, password_hash).await;
    if let Some(requested) = &requested {
        let session = match &entered {
            Ok(true) => None,
            Ok(false) => session::row_key(&visitor.session),
            // After an error the browser keeps its old cookie, so the match goes back to the row that the request came with.
            Err(_) => visitor.row.as_ref().map(|row| row.id_hash.clone()),
        };
        if let Some(session) = session {
            put_back(app, &session, requested).await;
        }
    }
    Ok(match (entered?, requested) {
        (false, _) => None,
        (true, None) => Some(next),
        (true, Some(requested)) => Some(start(app, Player::User(user.id), requested).await),
    })
}

/// Keeps a taken match again: the log-in that took it has been refused. If that fails, it is only logged: what the visitor needs
/// to know is the outcome of the log-in.
async fn put_back(app: &App, session: &str, requested: &RequestedMatch) {
    if let Err(error) = write(app, session, requested).await {
        tracing::info!(?error, "the requested match could not be kept");
    }
}

async fn write(app: &App, session: &str, requested: &RequestedMatch) -> Result<(), Error> {
    let text = serde_json::to_string(requested).map_err(|e| Error::Internal(e.to_string()))?;
    if text.len() > MOST_BYTES {
        return Ok(());
    }
    let now_ms = app.clock().now_ms();
    Ok(app.store().request_match(session, &text, now_ms).await?)
}

/// Takes the session's requested match: only once, even under concurrent requests. A visitor who has meanwhile gone somewhere else
/// (`next`) does not want it now.
///
/// # Errors
/// The database does not answer.
pub async fn take(
    app: &App,
    visitor: &Visitor,
    next: &str,
) -> Result<Option<RequestedMatch>, Error> {
    let Some(row) = &visitor.row else {
        return Ok(None);
    };
    let since_ms = app.clock().now_ms() - KEPT_MS;
    let Some(text) = app.store().requested_match(&row.id_hash, since_ms).await? else {
        return Ok(None);
    };
    // A match stored by another release is not worth a failure.
    let Ok(requested) = serde_json::from_str::<RequestedMatch>(&text) else {
        return Ok(None);
    };
    let is_on_the_way = next == "/" || next == requested.next;
    if !is_on_the_way
        || !app
            .store()
            .take_requested_match(&row.id_hash, &text)
            .await?
    {
        return Ok(None);
    }
    Ok(Some(requested))
}

/// Starts a taken match and returns its address. If it cannot be started (no room, another release), returns the address to
/// which the visitor should return, with the same choices filled in and the reason, for [`failure`].
pub async fn start(app: &App, player: Player, requested: RequestedMatch) -> String {
    let new = NewGame {
        game: requested.game,
        setup: Setup {
            variant: requested.variant,
            options: requested.options,
            start: requested.start,
        },
        level: requested.level,
        side: requested.side,
        line: requested.line,
        first: requested.first,
    };
    match app.matches.start_game(player, new).await {
        Ok(game_match) => format!("/games/{}", game_match.id()),
        Err(error) => {
            tracing::info!(%error, "the requested match could not be started");
            let reason = match error {
                service::Error::Busy { .. } => BUSY,
                service::Error::Store(_) => UNAVAILABLE,
                _ => "refused",
            };
            // The address has the choices already.
            format!("{}&failed={reason}", requested.next)
        }
    }
}

/// The reason in an address of [`start`], in words.
pub fn failure(reason: &str) -> Message {
    match reason {
        BUSY => Message::new("error-busy"),
        UNAVAILABLE => Message::new("error-unavailable"),
        _ => Message::new("start-failed"),
    }
}

/// The engine has no room.
const BUSY: &str = "busy";
/// The database does not answer.
const UNAVAILABLE: &str = "unavailable";
