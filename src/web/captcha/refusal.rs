//! Refusals of the captcha API: a status, a code for programs, and a text for the developer of the other site.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::service;
use crate::store;
use crate::web::Error;
use crate::web::error::Problem;
use crate::web::words::duration::duration;
use rookery_games::Message;

/// The reason why a request of `/api/v1/captcha` was refused.
#[derive(Debug)]
pub enum ApiRefusal {
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
    Limited { retry_after_s: u32 },
    /// The answer came faster than anybody types and was not checked.
    Early { retry_after_s: u32 },
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
    /// An error that is not specific to the captcha API.
    House(Error),
}

impl ApiRefusal {
    /// Status, code and message; an error that any request may have brings its own.
    fn told(self) -> Result<(StatusCode, &'static str, Message), Error> {
        Ok(match self {
            ApiRefusal::UnknownSite => (
                StatusCode::NOT_FOUND,
                "unknown-site",
                Message::new("api-captcha-unknown-site"),
            ),
            ApiRefusal::Origin { origin } => (
                StatusCode::FORBIDDEN,
                "foreign-origin",
                match origin {
                    Some(origin) => Message::new("api-captcha-origin").with("origin", origin),
                    None => Message::new("api-captcha-no-origin"),
                },
            ),
            ApiRefusal::UnknownChallenge => (
                StatusCode::NOT_FOUND,
                "unknown-challenge",
                Message::new("api-captcha-unknown-challenge"),
            ),
            ApiRefusal::Missing => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "missing",
                Message::new("api-captcha-missing"),
            ),
            ApiRefusal::Wrong => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "wrong",
                Message::new("api-captcha-wrong"),
            ),
            ApiRefusal::Expired => (
                StatusCode::GONE,
                "expired",
                Message::new("api-captcha-expired"),
            ),
            ApiRefusal::Used => (
                StatusCode::CONFLICT,
                "used",
                Message::new("api-captcha-used"),
            ),
            ApiRefusal::Limited { retry_after_s } => (
                StatusCode::TOO_MANY_REQUESTS,
                "limited",
                Message::new("captcha-limited").with("wait", duration(retry_after_s)),
            ),
            ApiRefusal::Early { retry_after_s } => (
                StatusCode::TOO_MANY_REQUESTS,
                "early",
                Message::new("captcha-early").with("wait", duration(retry_after_s)),
            ),
            ApiRefusal::MoreWork => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "more-work",
                Message::new("api-captcha-more-work"),
            ),
            ApiRefusal::ManyWithoutWork { retry_after_s } => (
                StatusCode::TOO_MANY_REQUESTS,
                "many-without-work",
                Message::new("captcha-many-without-scripts").with("wait", duration(retry_after_s)),
            ),
            ApiRefusal::Secret => (
                StatusCode::FORBIDDEN,
                "unknown-secret",
                Message::new("api-captcha-secret"),
            ),
            ApiRefusal::UnknownPass => (
                StatusCode::NOT_FOUND,
                "unknown-token",
                Message::new("api-captcha-pass-unknown"),
            ),
            ApiRefusal::ExpiredPass => (
                StatusCode::GONE,
                "expired",
                Message::new("api-captcha-pass-expired"),
            ),
            ApiRefusal::UsedPass => (
                StatusCode::CONFLICT,
                "used",
                Message::new("api-captcha-pass-used"),
            ),
            ApiRefusal::House(error) => return Err(error),
        })
    }
}

impl IntoResponse for ApiRefusal {
    fn into_response(self) -> Response {
        let retry_after_s = match &self {
            ApiRefusal::Limited { retry_after_s }
            | ApiRefusal::Early { retry_after_s }
            | ApiRefusal::ManyWithoutWork { retry_after_s } => Some(*retry_after_s),
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

impl From<Error> for ApiRefusal {
    fn from(error: Error) -> Self {
        // Ended, expired and unknown challenges have no picture.
        match error {
            Error::NotFound => ApiRefusal::UnknownChallenge,
            other => ApiRefusal::House(other),
        }
    }
}

impl From<service::Error> for ApiRefusal {
    fn from(error: service::Error) -> Self {
        Error::from(error).into()
    }
}

impl From<store::Error> for ApiRefusal {
    fn from(error: store::Error) -> Self {
        Error::from(error).into()
    }
}
