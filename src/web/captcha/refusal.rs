//! Refusals of the captcha API: a status, a code for programs, and a text for the developer of the other site.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::service;
use crate::store;
use crate::web::Error;
use crate::web::error::Problem;
use rookery_games::Message;

/// The reason why a request of `/api/v1/captcha` was refused.
#[derive(Debug)]
pub enum Refusal {
    /// No site has this key.
    UnknownSite,
    /// The page is not one of the site's.
    Origin {
        /// The origin that the browser sent, if it sent one.
        origin: Option<String>,
    },
    /// There is no such challenge of another site.
    UnknownChallenge,
    /// There was no answer.
    Missing,
    /// The answer is not right; the challenge is over.
    Wrong,
    /// The challenge was too old.
    Expired,
    /// The challenge had been checked before.
    Used,
    /// Too many wrong answers from this address.
    Limited {
        /// Seconds to wait.
        retry_after_s: u32,
    },
    /// The answer came faster than anybody types and was not checked.
    Early {
        /// Seconds to wait.
        retry_after_s: u32,
    },
    /// The proof shows too little work for the price of this moment.
    MoreWork,
    /// Too many passed without work, as browsers without scripts do.
    ManyWithoutWork {
        /// Seconds until there may be room.
        retry_after_s: u32,
    },
    /// No site has this secret.
    Secret,
    /// There is no such pass of this site.
    UnknownPass,
    /// The pass was too old.
    ExpiredPass,
    /// The pass had been used before.
    UsedPass,
    /// An error that any request may have.
    House(Error),
}

impl Refusal {
    /// Status, code and message; an error that any request may have brings its own.
    fn told(self) -> Result<(StatusCode, &'static str, Message), Error> {
        Ok(match self {
            Refusal::UnknownSite => (
                StatusCode::NOT_FOUND,
                "unknown-site",
                Message::new("api-captcha-unknown-site"),
            ),
            Refusal::Origin { origin } => (
                StatusCode::FORBIDDEN,
                "foreign-origin",
                match origin {
                    Some(origin) => Message::new("api-captcha-origin").with("origin", origin),
                    None => Message::new("api-captcha-no-origin"),
                },
            ),
            Refusal::UnknownChallenge => (
                StatusCode::NOT_FOUND,
                "unknown-challenge",
                Message::new("api-captcha-unknown-challenge"),
            ),
            Refusal::Missing => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "missing",
                Message::new("api-captcha-missing"),
            ),
            Refusal::Wrong => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "wrong",
                Message::new("api-captcha-wrong"),
            ),
            Refusal::Expired => (
                StatusCode::GONE,
                "expired",
                Message::new("api-captcha-expired"),
            ),
            Refusal::Used => (
                StatusCode::CONFLICT,
                "used",
                Message::new("api-captcha-used"),
            ),
            Refusal::Limited { retry_after_s } => (
                StatusCode::TOO_MANY_REQUESTS,
                "limited",
                Message::new("captcha-limited").with("seconds", i64::from(retry_after_s)),
            ),
            Refusal::Early { retry_after_s } => (
                StatusCode::TOO_MANY_REQUESTS,
                "early",
                Message::new("captcha-early").with("seconds", i64::from(retry_after_s)),
            ),
            Refusal::MoreWork => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "more-work",
                Message::new("api-captcha-more-work"),
            ),
            Refusal::ManyWithoutWork { retry_after_s } => (
                StatusCode::TOO_MANY_REQUESTS,
                "many-without-work",
                Message::new("captcha-many-without-scripts")
                    .with("minutes", i64::from(retry_after_s.div_ceil(60))),
            ),
            Refusal::Secret => (
                StatusCode::FORBIDDEN,
                "unknown-secret",
                Message::new("api-captcha-secret"),
            ),
            Refusal::UnknownPass => (
                StatusCode::NOT_FOUND,
                "unknown-token",
                Message::new("api-captcha-pass-unknown"),
            ),
            Refusal::ExpiredPass => (
                StatusCode::GONE,
                "expired",
                Message::new("api-captcha-pass-expired"),
            ),
            Refusal::UsedPass => (
                StatusCode::CONFLICT,
                "used",
                Message::new("api-captcha-pass-used"),
            ),
            Refusal::House(error) => return Err(error),
        })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let retry_after_s = match &self {
            Refusal::Limited { retry_after_s }
            | Refusal::Early { retry_after_s }
            | Refusal::ManyWithoutWork { retry_after_s } => Some(*retry_after_s),
            _ => None,
        };
        let (status, code, message) = match self.told() {
            Ok(told) => told,
            Err(error) => return error.into_response(),
        };
        let mut response = status.into_response();
        if let Some(seconds) = retry_after_s {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        // The layer that renders errors makes JSON of it.
        response.extensions_mut().insert(Problem {
            message,
            redirect: None,
            code,
            field: None,
        });
        response
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        // Ended, expired and unknown challenges have no picture.
        match error {
            Error::NotFound => Refusal::UnknownChallenge,
            other => Refusal::House(other),
        }
    }
}

impl From<service::Error> for Refusal {
    fn from(error: service::Error) -> Self {
        Error::from(error).into()
    }
}

impl From<store::Error> for Refusal {
    fn from(error: store::Error) -> Self {
        Error::from(error).into()
    }
}
