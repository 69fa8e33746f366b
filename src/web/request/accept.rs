//! Content negotiation: JSON if the address is the API's or `Accept` asks for it, a page otherwise.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;

/// The form of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accept {
    /// A page for a person.
    Html,
    /// JSON for a program or a script.
    Json,
}

impl Accept {
    /// Reads it from a request.
    pub fn of(parts: &Parts) -> Self {
        let path = parts.uri.path();
        let accepts = parts
            .headers
            .get(header::ACCEPT)
            .and_then(|v| v.to_str().ok())
            .is_some_and(|accept| accept.contains("application/json"));
        if path.starts_with("/api/") || accepts {
            Accept::Json
        } else {
            Accept::Html
        }
    }

    pub fn is_json(self) -> bool {
        self == Accept::Json
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Accept {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Accept::of(parts))
    }
}
