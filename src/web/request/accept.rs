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
            .is_some_and(|accept| accept.split(',').any(is_json_wanted));
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

/// Whether one of the ranges of `Accept` is JSON, and not by `q=0` what the client cannot read.
fn is_json_wanted(range: &str) -> bool {
    let mut parts = range.split(';').map(str::trim);
    let is_json = parts
        .next()
        .is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"));
    let weight = parts.find_map(|part| {
        part.to_ascii_lowercase()
            .strip_prefix("q=")?
            .parse::<f32>()
            .ok()
    });
    is_json && weight.is_none_or(|weight| weight > 0.0)
}

impl<S: Send + Sync> FromRequestParts<S> for Accept {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Accept::of(parts))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    #[test]
    fn json_is_asked_for_by_its_name_with_a_weight_above_zero() {
        for (path, accept, expected) in [
            (
                "/games/1",
                "text/html,application/xhtml+xml,*/*;q=0.8",
                Accept::Html,
            ),
            ("/games/1", "application/json", Accept::Json),
            (
                "/games/1",
                "text/plain, Application/JSON;q=0.5",
                Accept::Json,
            ),
            ("/games/1", "application/json;q=0, text/html", Accept::Html),
            ("/games/1", "application/json; Q=0.000", Accept::Html),
            ("/games/1", "application/jsonp", Accept::Html),
            ("/api/v1/games/1", "text/html", Accept::Json),
        ] {
            let request = Request::get(path).header(header::ACCEPT, accept);
            let (parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(Accept::of(&parts), expected, "{path} {accept}");
        }
    }
}
