//! Cookie of a request, by its name.

use axum::http::header;
use axum::http::request::Parts;

/// The value of a cookie, if the browser sent it.
pub fn cookie<'a>(parts: &'a Parts, name: &str) -> Option<&'a str> {
    parts
        .headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(sent, _)| *sent == name)
        .map(|(_, value)| value)
}
