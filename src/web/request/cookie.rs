//! Cookies by their names: that of a request, and the header that keeps one.

use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use crate::web::{App, Error};

/// The time for which a browser keeps the choices of a visitor.
pub const YEAR_S: u32 = 365 * 24 * 3600;

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

/// The header that has the browser keep a cookie for `age_s` seconds, or forget it if they are 0.
///
/// # Errors
/// [`Error::Internal`]: the value has characters that no header may have.
pub fn set_cookie(app: &App, name: &str, value: &str, age_s: u32) -> Result<HeaderMap, Error> {
    let secure = if app.is_https() { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path=/; Max-Age={age_s}; SameSite=Lax; HttpOnly{secure}");
    let value = HeaderValue::from_str(&cookie).map_err(|e| Error::Internal(e.to_string()))?;
    Ok(HeaderMap::from_iter([(header::SET_COOKIE, value)]))
}
