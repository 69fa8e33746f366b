//! Static files over HTTP, compressed once each, and the icon that browsers request by default.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use brotli::enc::BrotliEncoderParams;

use crate::web::App;
use crate::web::script_bundle;
use crate::web::static_files::{self, StaticFile};

const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The thread of the captcha's proof of work. What it may do follows from its own answer, so that it may use WebAssembly and the
/// pages need no permission for it.
const WORKER: &str = "work-worker.js";
const WORKER_CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/// Compressed files by the hash of their content.
static COMPRESSED: LazyLock<Mutex<HashMap<[u8; 32], Bytes>>> = LazyLock::new(Mutex::default);

/// `GET /static/{hash}/{*file}`
pub async fn file(
    State(app): State<App>,
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let Some(file) = app.static_files().get(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    // A page from before a restart may ask with an older hash: it gets the current file, but may not cache it.
    let current = app.static_prefix().strip_prefix("/static/") == Some(hash.as_str());
    let keep = if current {
        IMMUTABLE
    } else {
        HeaderValue::from_static("no-cache")
    };
    let mut response = answer(&name, file, keep, &headers);
    if name == WORKER {
        response.headers_mut().insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(WORKER_CSP),
        );
    }
    response
}

/// A file of the binary at an address of its own, without a hash.
pub fn embedded(name: &str, keep: HeaderValue, headers: &HeaderMap) -> Response {
    match static_files::embedded(name) {
        Some(file) => answer(name, file, keep, headers),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn answer(name: &str, file: StaticFile, keep: HeaderValue, headers: &HeaderMap) -> Response {
    let is_brotli =
        accepts_brotli(headers) && ![".png", ".woff2"].iter().any(|end| name.ends_with(end));
    let bytes = if is_brotli {
        compressed(name, file)
    } else {
        Bytes::from(sent(name, file.bytes).into_owned())
    };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(content_type(name)),
    );
    headers.insert(header::CACHE_CONTROL, keep);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_brotli {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}

fn accepts_brotli(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.split(',').any(|coding| coding.trim() == "br"))
}

/// The content of a file as it is sent: our own scripts and style sheets without their comments.
fn sent(name: &str, bytes: Cow<'static, [u8]>) -> Cow<'static, [u8]> {
    let is_text = [".js", ".css"].iter().any(|end| name.ends_with(end));
    match std::str::from_utf8(&bytes) {
        Ok(text) if is_text && !name.starts_with("vendor/") => {
            Cow::Owned(script_bundle::lean(text).into_bytes())
        }
        _ => bytes,
    }
}

/// The file compressed at brotli's best level, on the first request for it: pages are compressed at a faster level each time,
/// but a file is fetched by everybody and never changes.
fn compressed(name: &str, file: StaticFile) -> Bytes {
    let mut known = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = known.get(&file.hash) {
        return bytes.clone();
    }
    let content = sent(name, file.bytes);
    let mut out = Vec::with_capacity(content.len() / 2);
    let params = BrotliEncoderParams {
        quality: 11,
        ..BrotliEncoderParams::default()
    };
    brotli::BrotliCompress(&mut &*content, &mut out, &params)
        .expect("writing to memory does not fail");
    let bytes = Bytes::from(out);
    known.insert(file.hash, bytes.clone());
    bytes
}

/// `GET /favicon.ico`, which browsers request by default.
pub async fn favicon() -> Response {
    match static_files::embedded("favicon.svg") {
        Some(file) => (
            [
                (
                    header::CONTENT_TYPE,
                    HeaderValue::from_static("image/svg+xml"),
                ),
                (
                    header::CACHE_CONTROL,
                    HeaderValue::from_static("public, max-age=86400"),
                ),
            ],
            file.bytes,
        )
            .into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ext)| ext) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
