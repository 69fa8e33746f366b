//! Errors of requests. Only this file knows status codes (and, for pages of other sites, `captcha::refusal`). The text for
//! the visitor and the line for the log are separate; `layers::problems` turns a [`Problem`] into a page or JSON.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::matches;
use crate::matches::Refusal;
use crate::service;
use crate::service::Limited;
use crate::store;
use crate::web::words::duration::duration;
use rookery_games::Message;

/// The reason why a request failed.
#[derive(Debug)]
pub enum Error {
    // Caused by the visitor: nothing is logged above debug.
    /// Unknown, or somebody else's: the two look alike.
    NotFound,
    /// Not for this visitor.
    Forbidden(Message),
    /// An account is required; a browser is sent to the log-in page and returns to `next`.
    LogIn {
        /// The address to come back to.
        next: String,
    },
    /// A captcha is required; a browser is sent there and returns to `next`.
    Verify {
        /// The address to come back to.
        next: String,
    },
    /// Another writer was first.
    Conflict(Message),
    /// Invalid input: the message names the field or the rule.
    Invalid(Message),
    /// An invalid field of a JSON body.
    Field {
        /// A word for programs.
        code: &'static str,
        /// The words.
        message: Message,
        field: String,
        /// The nearest known field, if the field does not exist.
        nearest: Option<&'static str>,
    },
    /// The request itself cannot be read.
    BadRequest(Message),
    /// The body is neither a form nor JSON.
    MediaType,
    /// The body is not `multipart/form-data`, at an address that takes only files.
    NotMultipart,
    /// The body is larger than any form of this site.
    TooLarge,
    /// Too many from this address or account.
    Limited {
        /// Seconds after which to try again.
        retry_after_s: u32,
    },
    /// This address has reached its limit of open event streams.
    Streams {
        /// The most streams that an address may have.
        limit: usize,
    },
    // Caused by the site: logged once, where the response is made.
    /// The site is full; it will be better soon.
    Busy {
        /// Seconds after which to try again.
        retry_after_s: u32,
    },
    /// The database does not answer, or work was given up because it took too long.
    Unavailable(String),
    Internal(String),
}

/// The error that a failed response carries to the layer that renders it.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The words for the visitor.
    pub message: Message,
    /// The address to which a browser is sent instead of seeing an error.
    pub redirect: Option<String>,
    /// A word for programs (`verify`, `log-in`).
    pub code: &'static str,
    /// The field in question, and the nearest known one.
    pub field: Option<(String, Option<&'static str>)>,
}

impl Error {
    /// The status code of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            Error::NotFound => StatusCode::NOT_FOUND,
            Error::Forbidden(_) | Error::Verify { .. } => StatusCode::FORBIDDEN,
            Error::LogIn { .. } => StatusCode::UNAUTHORIZED,
            Error::Conflict(_) => StatusCode::CONFLICT,
            Error::Invalid(_) | Error::Field { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Error::MediaType | Error::NotMultipart => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Error::BadRequest(_) => StatusCode::BAD_REQUEST,
            Error::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Error::Limited { .. } | Error::Streams { .. } => StatusCode::TOO_MANY_REQUESTS,
            Error::Busy { .. } | Error::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn problem(&self) -> Problem {
        let (code, message, redirect) = match self {
            Error::NotFound => ("not-found", Message::new("error-not-found"), None),
            Error::Forbidden(message) => ("forbidden", message.clone(), None),
            Error::LogIn { next } => (
                "log-in",
                Message::new("error-log-in"),
                Some(with_next("/login", next)),
            ),
            Error::Verify { next } => (
                "verify",
                Message::new("error-verify"),
                Some(with_next("/verify", next)),
            ),
            Error::Conflict(message) => ("conflict", message.clone(), None),
            Error::Invalid(message) => ("invalid", message.clone(), None),
            Error::Field { code, message, .. } => (*code, message.clone(), None),
            Error::MediaType => ("media-type", Message::new("error-media-type"), None),
            Error::NotMultipart => ("media-type", Message::new("error-not-multipart"), None),
            Error::BadRequest(message) => ("bad-request", message.clone(), None),
            Error::TooLarge => ("too-large", Message::new("error-too-large"), None),
            Error::Limited { retry_after_s } => (
                "limited",
                Message::new("error-limited").with("wait", duration(*retry_after_s)),
                None,
            ),
            Error::Streams { limit } => (
                "streams",
                Message::new("error-streams").with("limit", *limit),
                None,
            ),
            Error::Busy { .. } => ("busy", Message::new("error-busy"), None),
            Error::Unavailable(_) => ("unavailable", Message::new("error-unavailable"), None),
            Error::Internal(_) => ("internal", Message::new("error-internal"), None),
        };
        let field = match self {
            Error::Field { field, nearest, .. } => Some((field.clone(), *nearest)),
            _ => None,
        };
        Problem {
            message,
            redirect,
            code,
            field,
        }
    }

    /// The reason, for the visitor.
    pub fn message(&self) -> Message {
        self.problem().message
    }

    /// Seconds after which another try may succeed, where only time is in the way.
    pub fn retry_after_s(&self) -> Option<u32> {
        match self {
            Error::Limited { retry_after_s } | Error::Busy { retry_after_s } => {
                Some(*retry_after_s)
            }
            Error::Streams { .. } => Some(30),
            Error::Unavailable(_) => Some(2),
            _ => None,
        }
    }
}

/// `page?next=…` with the path escaped for a query.
pub fn with_next(page: &str, next: &str) -> String {
    let escaped: String = form_escape(next);
    format!("{page}?next={escaped}")
}

/// An address with a query of these values.
pub fn with_query(path: &str, values: &[(&str, String)]) -> String {
    let pairs: Vec<String> = values
        .iter()
        .map(|(key, value)| format!("{key}={}", form_escape(value)))
        .collect();
    format!("{path}?{}", pairs.join("&"))
}

fn form_escape(text: &str) -> String {
    text.bytes()
        .fold(String::with_capacity(text.len()), |mut out, b| {
            if b.is_ascii_alphanumeric() || b"-_.~/".contains(&b) {
                out.push(char::from(b));
            } else {
                out.push_str(&format!("%{b:02X}"));
            }
            out
        })
}

impl From<Limited> for Error {
    fn from(Limited { retry_after_s }: Limited) -> Self {
        Error::Limited { retry_after_s }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        match &self {
            Error::Unavailable(what) => tracing::error!(what, "a request cannot be answered now"),
            Error::Internal(what) => tracing::error!(what, "a request failed"),
            Error::Busy { .. } => tracing::warn!("a request was refused: the site is full"),
            _ => {}
        }
        let mut response = self.status().into_response();
        if let Some(seconds) = self.retry_after_s() {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(self.problem());
        response
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            // The row existed when the request began and was changed or deleted meanwhile.
            store::Error::Conflict | store::Error::NotFound => {
                Error::Conflict(Message::new("error-conflict"))
            }
            store::Error::LastAdmin => Error::Invalid(Message::new("error-last-admin")),
            store::Error::Unavailable(_) => Error::Unavailable(error.to_string()),
            other => Error::Internal(other.to_string()),
        }
    }
}

/// The refusal of a match that its game cannot begin as it was asked for.
pub fn setup_refusal(error: &matches::Error) -> Message {
    match error {
        matches::Error::Setup(rookery_games::Error::Position(what)) => {
            Message::new("error-position").with("what", what.as_str())
        }
        matches::Error::Finished { say, .. } => {
            Message::new("error-begins-over").with("why", say.clone())
        }
        other => Message::new("error-new-game").with("what", format!("{other}.")),
    }
}

impl From<service::Error> for Error {
    fn from(error: service::Error) -> Self {
        match error {
            service::Error::NotFound => Error::NotFound,
            service::Error::Conflict(_) => Error::Conflict(Message::new("error-stale")),
            service::Error::Refused { why, .. } => why.into(),
            service::Error::Setup(error) => Error::Invalid(setup_refusal(&error)),
            service::Error::Busy { retry_after_s } => Error::Busy { retry_after_s },
            service::Error::Limited { retry_after_s } => Error::Limited { retry_after_s },
            service::Error::Store(error) => error.into(),
            other => Error::Internal(other.to_string()),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::Invalid(refusal.say())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full queue is not a defect: the visitor is told when to come again.
    #[test]
    fn a_busy_service_is_503_with_the_time_to_come_again() {
        let error = Error::from(service::Error::Busy { retry_after_s: 5 });
        assert_eq!(error.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(error.retry_after_s(), Some(5));
    }

    /// One player's full share of the queue does not mean that the whole site is busy.
    #[test]
    fn searches_of_one_player_that_wait_are_429_with_the_time_to_come_again() {
        let error = Error::from(service::Error::Limited { retry_after_s: 5 });
        assert_eq!(error.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(error.retry_after_s(), Some(5));
    }
}
