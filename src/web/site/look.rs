//! The owner's look as visitors get it: `/site/look.css`, `/site/logo`, and the pages `/imprint` and `/privacy`.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::look::Paragraph;
use crate::service::{ActiveLook, ServedLogo};
use crate::web::page::{self, Page};
use crate::web::{App, Error};

const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// For an address that is not the present one, such as that of a page from before a change.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
/// A drawing that is opened as a page of its own may do nothing at all.
const DRAWING_CSP: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

/// `?v=…`, the hash of what is asked for
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LookQuery {
    v: String,
}

/// `GET /site/look.css`: the accent, if the owner has set one.
pub async fn stylesheet(
    State(app): State<App>,
    Query(query): Query<LookQuery>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let look = app.look.current();
    let sheet = look.stylesheet.as_ref().ok_or(Error::NotFound)?;
    let css = HeaderValue::from_static("text/css; charset=utf-8");
    let answer = || ([(header::CONTENT_TYPE, css)], sheet.css.clone()).into_response();
    Ok(cached(&sheet.hash, &query, &headers, answer))
}

/// `GET /site/logo`: the owner's logo, if there is one.
pub async fn logo(
    State(app): State<App>,
    Query(query): Query<LookQuery>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let look = app.look.current();
    let served = look.logo.as_ref().ok_or(Error::NotFound)?;
    let answer = || logo_file(served, IMMUTABLE);
    Ok(cached(&served.hash, &query, &headers, answer))
}

/// A logo as a file of its own, to be kept as `keep` says.
pub fn logo_file(served: &ServedLogo, keep: HeaderValue) -> Response {
    let kind = match served.logo.is_svg() {
        true => "image/svg+xml",
        false => "image/png",
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_SECURITY_POLICY, DRAWING_CSP),
        (
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ),
        (header::CACHE_CONTROL, keep),
    ];
    (headers, served.bytes.clone()).into_response()
}

/// An answer that may be kept for ever under an address with this hash; a browser that has it already is told so.
fn cached(
    hash: &str,
    query: &LookQuery,
    headers: &HeaderMap,
    answer: impl FnOnce() -> Response,
) -> Response {
    let etag = format!("\"{hash}\"");
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let has_it = known
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == etag || tag == "*");
    let mut response = match has_it {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => answer(),
    };
    let keep = match query.v == hash {
        true => IMMUTABLE,
        false => ASK_AGAIN,
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, keep);
    // Digits and quotation marks are always a header.
    if let Ok(etag) = HeaderValue::try_from(etag) {
        headers.insert(header::ETAG, etag);
    }
    response
}

/// A page of the owner's plain text.
#[derive(Template)]
#[template(path = "owner_text.html")]
struct TextPage<'a> {
    page: Page,
    title: String,
    paragraphs: &'a [Paragraph],
}

/// `GET /imprint`
pub async fn imprint(page: Page) -> Result<Response, Error> {
    text_page(page, "imprint-title", |look| &look.imprint)
}

/// `GET /privacy`
pub async fn privacy(page: Page) -> Result<Response, Error> {
    text_page(page, "privacy-title", |look| &look.privacy)
}

fn text_page(
    page: Page,
    title: &str,
    of: fn(&ActiveLook) -> &[Paragraph],
) -> Result<Response, Error> {
    let look = Arc::clone(&page.look);
    let paragraphs = of(&look);
    if paragraphs.is_empty() {
        return Err(Error::NotFound);
    }
    Ok(page::html(&TextPage {
        title: page.t(title),
        page,
        paragraphs,
    }))
}
