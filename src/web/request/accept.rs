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
        let lines = parts.headers.get_all(header::ACCEPT).iter();
        let lines: Vec<&str> = lines.filter_map(|line| line.to_str().ok()).collect();
        let weight = |kind| weight_of(kind, &lines);
        let json = weight("application/json").unwrap_or(0.0);
        // What a more exact range says of a page counts.
        let page = ["text/html", "text/*", "*/*"].into_iter().find_map(weight);
        let is_json_wanted = json > 0.0 && json >= page.unwrap_or(0.0);
        match parts.uri.path().starts_with("/api/") || is_json_wanted {
            true => Accept::Json,
            false => Accept::Html,
        }
    }

    pub fn is_json(self) -> bool {
        self == Accept::Json
    }
}

/// The weight of a range of media types in `Accept`, if it stands there.
fn weight_of(kind: &str, lines: &[&str]) -> Option<f32> {
    let ranges = lines.iter().flat_map(|line| line.split(',')).map(weighted);
    let same = ranges.filter(|(name, _)| name.eq_ignore_ascii_case(kind));
    same.map(|(_, weight)| weight).reduce(f32::max)
}

/// The name of a member of `Accept` or `Accept-Encoding`, and its weight (RFC 9110, section 12.4.2), which is 1 where it says none.
pub fn weighted(member: &str) -> (&str, f32) {
    let mut parts = member.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| {
        let part = part.to_ascii_lowercase();
        part.strip_prefix("q=")?.trim().parse().ok()
    });
    (name, weight.unwrap_or(1.0))
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
    fn json_is_asked_for_by_its_name_with_a_weight_that_no_page_exceeds() {
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
            (
                "/games/1",
                "text/html, application/json;q=0.5",
                Accept::Html,
            ),
            ("/games/1", "application/json;q=0.8, */*", Accept::Html),
            (
                "/games/1",
                "application/json, text/plain, */*",
                Accept::Json,
            ),
            (
                "/games/1",
                "application/json;q=0.9, text/html;q=0.8, */*",
                Accept::Json,
            ),
            (
                "/games/1",
                "application/json;q=0.4, text/*;q=0.3, */*;q=0.5",
                Accept::Json,
            ),
            ("/games/1", "application/json, text/html", Accept::Json),
            ("/api/v1/games/1", "text/html", Accept::Json),
        ] {
            let request = Request::get(path).header(header::ACCEPT, accept);
            let (parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(Accept::of(&parts), expected, "{path} {accept}");
        }
    }

    /// Several lines are one list (RFC 9110, section 5.3).
    #[test]
    fn all_lines_count() {
        let request = Request::get("/games/1")
            .header(header::ACCEPT, "text/html;q=0.5")
            .header(header::ACCEPT, "application/json");
        let (parts, ()) = request.body(()).unwrap().into_parts();
        assert_eq!(Accept::of(&parts), Accept::Json);
    }
}
