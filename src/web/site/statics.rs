//! Static files over HTTP, compressed once each, and the icon that browsers request by default.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use brotli::enc::BrotliEncoderParams;
use flate2::write::GzEncoder;

use crate::web::App;
use crate::web::script_bundle;
use crate::web::static_files::{self, StaticFile};

const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The thread of the captcha's proof of work. What it may do follows from its own answer, so that it may use WebAssembly and the
/// pages need no permission for it.
const WORKER: &str = "work-worker.js";
const WORKER_CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/// Files as they are sent, by the hash of their content.
static SENT: LazyLock<Mutex<HashMap<FileForm, Bytes>>> = LazyLock::new(Mutex::default);

/// A file by the hash of its content, and a form of it.
type FileForm = ([u8; 32], Coding);

/// The form in which a file is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Coding {
    Brotli,
    /// For browsers on plain http, which take nothing better.
    Gzip,
    Identity,
}

/// The mark of a response whose body is not to be compressed any further.
#[derive(Clone, Copy, Debug)]
pub struct AsSent;

/// Whether a static file is at this path.
pub fn is_known(app: &App, path: &str) -> bool {
    let name = path
        .strip_prefix("/static/")
        .and_then(|rest| rest.split_once('/'));
    name.is_some_and(|(_, name)| app.static_files().get(name).is_some())
}

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
    let is_packed = [".png", ".woff2"].iter().any(|end| name.ends_with(end));
    let coding = match is_packed {
        true => Coding::Identity,
        false => coding(headers),
    };
    let mut response = encoded(name, file, coding).into_response();
    response.extensions_mut().insert(AsSent);
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(content_type(name)),
    );
    headers.insert(header::CACHE_CONTROL, keep);
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let named = match coding {
        Coding::Brotli => "br",
        Coding::Gzip => "gzip",
        Coding::Identity => return response,
    };
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(named));
    response
}

/// The best form that the client takes.
fn coding(headers: &HeaderMap) -> Coding {
    let accepted = headers.get(header::ACCEPT_ENCODING);
    let accepted = accepted.and_then(|v| v.to_str().ok()).unwrap_or_default();
    let takes = |wanted: &str| {
        accepted.split(',').any(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
            let weight = weight.trim().strip_prefix("q=").map(str::parse::<f32>);
            // A weight that cannot be parsed does not count as a refusal.
            name.trim().eq_ignore_ascii_case(wanted) && weight != Some(Ok(0.0))
        })
    };
    match (takes("br"), takes("gzip")) {
        (true, _) => Coding::Brotli,
        (false, true) => Coding::Gzip,
        (false, false) => Coding::Identity,
    }
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

/// The file in this form, made at the best level on the first request for it: pages are compressed at a faster level each time,
/// but a file is fetched by everybody and never changes.
fn encoded(name: &str, file: StaticFile, coding: Coding) -> Bytes {
    let mut known = SENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = known.get(&(file.hash, coding)) {
        return bytes.clone();
    }
    let content = sent(name, file.bytes);
    let bytes = Bytes::from(match coding {
        Coding::Brotli => brotli(&content),
        Coding::Gzip => gzip(&content),
        Coding::Identity => content.into_owned(),
    });
    known.insert((file.hash, coding), bytes.clone());
    bytes
}

fn brotli(content: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(content.len() / 2);
    let params = BrotliEncoderParams {
        quality: 11,
        ..BrotliEncoderParams::default()
    };
    brotli::BrotliCompress(&mut &*content, &mut out, &params)
        .expect("writing to memory does not fail");
    out
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(
        Vec::with_capacity(content.len() / 2),
        flate2::Compression::best(),
    );
    out.write_all(content)
        .and_then(|()| out.finish())
        .expect("writing to memory does not fail")
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
