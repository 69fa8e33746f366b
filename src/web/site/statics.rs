//! Static files over HTTP, compressed once each, and the icon that browsers request by default.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use brotli::enc::BrotliEncoderParams;
use flate2::write::GzEncoder;
use tokio::task::spawn_blocking;

use crate::web::script_bundle;
use crate::web::static_files::{self, StaticFile};
use crate::web::{App, Error};

const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// The thread of the captcha's proof of work. What it may do follows from its own answer, so that it may use WebAssembly and the
/// pages need no permission for it.
const WORKER: &str = "work-worker.js";
const WORKER_CSP: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/// Files as they are sent, by the hash of their content. Who asks for one that is being made waits for it, and for no other.
static SENT: LazyLock<Mutex<HashMap<FileForm, SentFile>>> = LazyLock::new(Mutex::default);

/// A file by the hash of its content, and a form of it.
type FileForm = ([u8; 32], Coding);

type SentFile = Arc<OnceLock<Bytes>>;

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
    let mut response = answer(&name, file, keep, &headers).await;
    if name == WORKER {
        response.headers_mut().insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(WORKER_CSP),
        );
    }
    response
}

/// A file of the binary at an address of its own, without a hash.
pub async fn embedded(name: &str, keep: HeaderValue, headers: &HeaderMap) -> Response {
    match static_files::embedded(name) {
        Some(file) => answer(name, file, keep, headers).await,
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn answer(name: &str, file: StaticFile, keep: HeaderValue, headers: &HeaderMap) -> Response {
    let is_packed = [".png", ".woff2"].iter().any(|end| name.ends_with(end));
    let coding = match is_packed {
        true => Coding::Identity,
        false => coding(headers),
    };
    let mut response = match encoded(name, file, coding).await {
        Ok(bytes) => bytes.into_response(),
        Err(error) => return error.into_response(),
    };
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
/// but a file is fetched by everybody and never changes. That takes up to a tenth of a second, in which the runtime's own threads go on.
///
/// # Errors
/// The site stops.
async fn encoded(name: &str, file: StaticFile, coding: Coding) -> Result<Bytes, Error> {
    let form = (file.hash, coding);
    let made = {
        let mut known = SENT.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(form).or_default())
    };
    if let Some(bytes) = made.get() {
        return Ok(bytes.clone());
    }
    let name = name.to_owned();
    // It is made to its end whoever leaves: otherwise a client that always leaves would have it begun again and again.
    let making = spawn_blocking(move || {
        let bytes = made.get_or_init(|| packed(&name, file.bytes, coding));
        bytes.clone()
    });
    making
        .await
        .map_err(|error| Error::Unavailable(error.to_string()))
}

fn packed(name: &str, bytes: Cow<'static, [u8]>, coding: Coding) -> Bytes {
    let content = sent(name, bytes);
    Bytes::from(match coding {
        Coding::Brotli => brotli(&content),
        Coding::Gzip => gzip(&content),
        Coding::Identity => content.into_owned(),
    })
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

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::pin;
    use std::task::Poll;

    use super::*;

    /// This runtime has one thread.
    #[tokio::test]
    async fn the_runtime_goes_on_while_a_file_is_compressed() {
        let text: String = (0..2_000).map(|n| format!(".a{n}{{top:{n}px}}")).collect();
        let file = || StaticFile {
            bytes: Cow::Owned(text.clone().into_bytes()),
            hash: [7; 32],
        };
        let mut making = pin!(encoded("many.css", file(), Coding::Brotli));
        let is_pending = poll_fn(|cx| Poll::Ready(making.as_mut().poll(cx).is_pending())).await;
        assert!(is_pending);
        let bytes = making.await.unwrap();
        assert!(bytes.len() < text.len());
        let again = encoded("many.css", file(), Coding::Brotli).await.unwrap();
        assert_eq!(bytes.as_ptr(), again.as_ptr(), "made once");
    }
}
