//! Cross-site posts: refused before anything else sees them. If a proxy makes the site's own pages look foreign, the page and
//! the log say what to set.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::csrf::{CsrfLayer, ProtectionError, ProtectionErrorKind};

use crate::web::captcha::api;
use crate::web::layers::origin;
use crate::web::{App, Error};
use rookery_games::Message;

/// Maximum number of origins named in the log; unknown clients send some too.
const NAMED_AT_MOST: usize = 16;

/// The origins that the log has already named.
#[derive(Clone, Debug, Default)]
pub struct Named(Arc<Mutex<BTreeSet<String>>>);

impl Named {
    /// Whether this one is new and there is room for it.
    fn is_new(&self, origin: &str) -> bool {
        // No code panics while it holds the lock.
        let mut named = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        named.len() < NAMED_AT_MOST && named.insert(origin.to_owned())
    }
}

/// The layer that refuses them.
///
/// # Errors
/// `public_url` is not an origin that a browser could send.
pub fn layer(public_url: &str) -> Result<CsrfLayer, String> {
    let csrf = CsrfLayer::new().with_insecure_bypass(|_, uri| is_exempt(uri));
    if public_url.is_empty() {
        return Ok(csrf);
    }
    csrf.add_trusted_origin(public_url)
        .map_err(|e| format!("public_url: {e}"))
}

/// Those routes read no cookie: a key and an origin, or a secret, say who asks.
fn is_exempt(uri: &Uri) -> bool {
    uri.path()
        .strip_prefix(api::HERE)
        .is_some_and(|rest| rest.starts_with('/'))
}

/// Wraps [`layer`]: refuses posts from plain http if the site has https, which the layer cannot detect, and explains a refusal
/// that a proxy may have caused.
pub async fn explain(
    State((app, named)): State<(App, Named)>,
    request: Request,
    next: Next,
) -> Response {
    let is_safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    if is_safe || is_exempt(request.uri()) {
        return next.run(request).await;
    }
    let sent = text(request.headers(), &header::ORIGIN).and_then(origin::normal);
    if app.is_https() && sent.as_deref().is_some_and(is_plain) {
        let url = app.config.public_url.clone();
        return Error::Forbidden(Message::new("error-plain-origin").with("url", url))
            .into_response();
    }
    let host = origin::asked_host(request.uri(), request.headers());
    let response = next.run(request).await;
    let kind = response.extensions().get().map(ProtectionError::kind);
    match (kind, sent, host) {
        // A browser that itself reports the page as cross-site is right. One that does not is judged by the Host header.
        (Some(ProtectionErrorKind::CrossOriginRequestFromOldBrowser), Some(sent), Some(host)) => {
            mismatch(&app, &named, &sent, &host).into_response()
        }
        _ => response,
    }
}

/// Plain http from another machine; on this machine the owner may open the site without the proxy.
fn is_plain(origin: &str) -> bool {
    let Some(authority) = origin.strip_prefix("http://") else {
        return false;
    };
    let is_here = ["127.0.0.1", "localhost", "[::1]"].iter().any(|here| {
        authority
            .strip_prefix(here)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    });
    !is_here
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|v| v.to_str().ok())
}

fn mismatch(app: &App, named: &Named, sent: &str, host: &str) -> Error {
    let public_url = &app.config.public_url;
    if named.is_new(sent) {
        tracing::warn!(
            origin = sent,
            host,
            public_url,
            "a form was refused: its page is not of the site that the Host header names. Anybody can send such a form: only if you know that \
             origin as this site behind your proxy, set public_url = \"{sent}\", or let the proxy pass on the Host header; see docs/proxy.md"
        );
    }
    let here = if public_url.is_empty() {
        host.to_owned()
    } else {
        public_url.clone()
    };
    Error::Forbidden(
        Message::new("error-origin")
            .with("origin", sent)
            .with("here", here),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_may_be_plain() {
        for origin in [
            "http://games.example.org",
            "http://localhost.example.org",
            "http://127.0.0.10",
        ] {
            assert!(is_plain(origin), "{origin}");
        }
        for origin in [
            "https://games.example.org",
            "http://localhost",
            "http://127.0.0.1:8080",
            "http://[::1]:8080",
        ] {
            assert!(!is_plain(origin), "{origin}");
        }
    }

    #[test]
    fn the_log_names_each_origin_once_and_not_for_ever() {
        let named = Named::default();
        assert!(named.is_new("http://games.example.org"));
        assert!(!named.is_new("http://games.example.org"));
        let more = (0..100)
            .filter(|n| named.is_new(&format!("http://{n}.example")))
            .count();
        assert_eq!(more, NAMED_AT_MOST - 1);
    }
}
