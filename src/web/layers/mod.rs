//! The middleware of every request, from the outside in, with the reasons for this order.

pub(in crate::web) mod address;
mod codings;
pub(in crate::web) mod cors;
pub(in crate::web) mod foreign;
pub(in crate::web) mod origin;
pub(in crate::web) mod unbroken;

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, Version, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::csrf::CsrfLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::{RequestBodyDeadlineLayer, TimeoutLayer};
use tracing::Instrument;

use crate::clock::Stopwatch;
use crate::service::LimitedAction;
use crate::web::error::Problem;
use crate::web::session;
use crate::web::session::visitor;
use crate::web::site;
use crate::web::{App, Error};

/// The largest body of a request, bytes.
const BODY_LIMIT: usize = 64 * 1024;
/// Time limit for receiving a body.
const BODY_DEADLINE: Duration = Duration::from_secs(10);
/// Time limit for a handler to begin its response (event streams begin at once).
const DEADLINE: Duration = Duration::from_secs(20);
/// The same three for file uploads, which an admin may send over a slow connection.
const UPLOAD_LIMIT: usize = 24 << 20;
const UPLOAD_BODY_DEADLINE: Duration = Duration::from_secs(120);
const UPLOAD_DEADLINE: Duration = Duration::from_secs(150);

const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; media-src 'self'; \
    worker-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; manifest-src 'self'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types rookery";

/// The frame policy of a page that differs from the default, by which no page may be framed or contain frames. Set in the extensions
/// of the response.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// The sites that may show the page in a frame, in the words of `frame-ancestors`.
    pub ancestors: Option<String>,
    /// Whether it has frames with pages of this site.
    pub has_own: bool,
}

impl Frames {
    fn policy(&self) -> HeaderValue {
        let mut policy = CSP.to_owned();
        if let Some(ancestors) = &self.ancestors {
            policy = policy.replace(
                "frame-ancestors 'none'",
                &format!("frame-ancestors {ancestors}"),
            );
        }
        if self.has_own {
            policy.push_str("; frame-src 'self'");
        }
        HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(CSP))
    }
}

/// A short random name of one request: in the log, in a header, and on an error page.
#[derive(Clone, Debug)]
pub struct Reference(pub String);

/// Wraps the routes that know a visitor.
pub fn visitors(routes: Router<App>, app: &App) -> Router<App> {
    // The visitor is read inside the session.
    let routes = routes.layer(middleware::from_fn_with_state(
        app.clone(),
        visitor::identify,
    ));
    let (store, clock) = (app.store().clone(), app.clock().clone());
    session::with_sessions(routes, store, clock, app.is_https())
}

/// Bounds the time that requests take.
fn timed<S>(routes: Router<S>, body_within: Duration, within: Duration) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
{
    routes
        .layer(RequestBodyDeadlineLayer::new(body_within))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            within,
        ))
        .layer(middleware::map_response(late))
}

/// Replaces the bare 503 with which the timeout layer answers when a handler takes too long. It is told apart by having neither a
/// [`Problem`], as errors of handlers have, nor a content type.
async fn late(response: Response) -> Response {
    let is_bare = response.status() == StatusCode::SERVICE_UNAVAILABLE
        && response.extensions().get::<Problem>().is_none()
        && !response.headers().contains_key(header::CONTENT_TYPE);
    match is_bare {
        true => Error::Unavailable("a handler took too long".to_owned()).into_response(),
        false => response,
    }
}

/// Wraps all routes; only `uploads` take more than a form, and only `streams` have no end.
///
/// # Errors
/// `public_url` is not an origin that a browser could send.
pub fn all(
    routes: Router<App>,
    uploads: Router<App>,
    streams: Router<App>,
    app: &App,
) -> Result<Router<App>, String> {
    let csrf = foreign::layer(&app.config.public_url)?;
    let common = CommonLayers {
        app: app.clone(),
        csrf,
        named: foreign::Named::default(),
    };
    let routes = timed(
        routes.layer(RequestBodyLimitLayer::new(BODY_LIMIT)),
        BODY_DEADLINE,
        DEADLINE,
    );
    let streams = timed(streams, BODY_DEADLINE, DEADLINE);
    // The multipart reader knows this limit, and can tell a body that is too large from one that was cut off.
    let uploads = uploads.layer(DefaultBodyLimit::max(UPLOAD_LIMIT));
    let uploads = timed(uploads, UPLOAD_BODY_DEADLINE, UPLOAD_DEADLINE);
    Ok(common
        .around(routes.merge(uploads))
        // A compressed recording could not be sent in parts, and would not be much smaller.
        .layer(
            CompressionLayer::new().compress_when(
                DefaultPredicate::new()
                    .and(NotForContentType::const_new("audio/"))
                    .and(is_not_as_sent),
            ),
        )
        // Event streams are never compressed, but the layer would still cost each of them six kilobytes.
        .merge(common.around(streams))
        // Outermost: the reference is in every log line of the request.
        .layer(middleware::from_fn_with_state(app.clone(), observe)))
}

/// Whether a body may be compressed here. Static files are already compressed where that makes them smaller, and font formats are
/// compressed in themselves.
fn is_not_as_sent(
    _: StatusCode,
    _: Version,
    _: &HeaderMap,
    extensions: &axum::http::Extensions,
) -> bool {
    extensions.get::<site::statics::AsSent>().is_none()
}

/// The layers around every handler.
struct CommonLayers {
    app: App,
    csrf: CsrfLayer,
    named: foreign::Named,
}

impl CommonLayers {
    fn around(&self, routes: Router<App>) -> Router<App> {
        let app = &self.app;
        routes
            // Floods are stopped before any handler and the database: a refusal costs its page.
            .layer(middleware::from_fn_with_state(app.clone(), rate))
            // Foreign posts are refused before any handler, session or validation sees them.
            .layer(self.csrf.clone())
            .layer(middleware::from_fn_with_state(
                (app.clone(), self.named.clone()),
                foreign::explain,
            ))
            .layer(CatchPanicLayer::custom(panicked))
            // Errors of everything inside become pages or JSON here.
            .layer(middleware::from_fn_with_state(
                app.clone(),
                site::error::problems,
            ))
            .layer(middleware::from_fn_with_state(
                app.clone(),
                security_headers,
            ))
    }
}

async fn observe(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let reference = reference();
    request
        .extensions_mut()
        .insert(Reference(reference.clone()));
    let span = tracing::info_span!(
        "request",
        method = %request.method(),
        path = request.uri().path(),
        reference
    );
    let (method, route) = (method_of(&request), route_of(&request));
    let client = visitor::client_ip(&app, request.extensions(), request.headers());
    codings::allow_none(request.headers_mut());
    let since = Stopwatch::start();
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, seconds) = (response.status().as_u16(), since.elapsed().as_secs_f64());
    app.matches
        .meters()
        .answered(method, &route, status, seconds);
    // One line per request; for an event stream, at its beginning.
    span.in_scope(|| {
        let ms = (seconds * 1000.0).round();
        tracing::debug!(status, %client, ms, "answered");
    });
    if let Ok(value) = HeaderValue::from_str(&reference) {
        response
            .headers_mut()
            .insert(HeaderName::from_static("x-request-id"), value);
    }
    response
}

/// The pattern of the routing table that the request matches, for the metrics: a path would name a match or a visitor.
fn route_of(request: &Request) -> String {
    let pattern = request.extensions().get::<MatchedPath>();
    pattern.map_or_else(|| "none".to_owned(), |p| p.as_str().to_owned())
}

/// The method, for the metrics: an invented method does not create a metric.
fn method_of(request: &Request) -> &'static str {
    match *request.method() {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        _ => "other",
    }
}

fn reference() -> String {
    let bytes: [u8; 5] = rand::random();
    data_encoding::BASE32_NOPAD
        .encode(&bytes)
        .to_ascii_lowercase()
}

fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let what = panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()))
        .unwrap_or_else(|| "a panic without a message".to_owned());
    Error::Internal(format!("panic: {what}")).into_response()
}

async fn rate(State(app): State<App>, request: Request, next: Next) -> Response {
    let ip = visitor::client_ip(&app, request.extensions(), request.headers());
    // A page has a dozen; they cost next to nothing.
    let is_file = site::statics::is_known(&app, request.uri().path());
    if !is_file && let Err(limited) = app.limits.count(LimitedAction::Request, &app.limit_key(ip)) {
        return Error::from(limited).into_response();
    }
    next.run(request).await
}

async fn security_headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let private = is_private(request.uri());
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = next.run(request).await;
    let frames = response.extensions_mut().remove::<Frames>();
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "same-origin");
    set(
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    set(
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    );
    let frames = frames.unwrap_or_default();
    // `X-Frame-Options` cannot list sites, and browsers that know `frame-ancestors` ignore it.
    if frames.ancestors.is_none() {
        set(header::X_FRAME_OPTIONS, "DENY");
    }
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert_with(|| frames.policy());
    headers
        .entry("cross-origin-resource-policy")
        .or_insert(HeaderValue::from_static("same-origin"));
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    if app.is_https() {
        set(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
    if !app.config.site.robots {
        set(HeaderName::from_static("x-robots-tag"), "noindex, nofollow");
    }
    if is_negotiated(headers) {
        headers.append(header::VARY, HeaderValue::from_static("accept"));
    }
    let is_kept = is_read && headers.contains_key(header::CACHE_CONTROL);
    // A response that sets or removes a cookie is for its recipient alone.
    let has_cookie = headers.contains_key(header::SET_COOKIE);
    if (private && !is_kept) || !is_read || has_cookie {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    } else if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-cache"),
        );
    }
    response
}

/// Whether the address may answer with a page or with JSON, depending on `Accept`: when a browser goes back to an address that a script
/// has requested, it must not show the cached JSON.
fn is_negotiated(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.starts_with("text/html") || kind.starts_with("application/json")
}

/// Pages whose content is for one person's eyes, or works once.
fn is_private(uri: &Uri) -> bool {
    let first = uri.path().split('/').nth(1).unwrap_or_default();
    matches!(
        first,
        "account" | "admin" | "setup" | "reading-test" | "verify" | "signup" | "login" | "captcha"
    )
}

/// Forgets inactive addresses, once a minute, until the task is dropped.
pub async fn sweep(app: App) {
    let mut minute = tokio::time::interval(Duration::from_secs(60));
    loop {
        minute.tick().await;
        app.limits.forget_quiet_keys();
        app.forget_free_turns();
        app.accounts.sweep();
        app.matches.meters().tidy();
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_handler_that_never_answers_is_given_up() {
        let never = async || std::future::pending::<Response>().await;
        let said = async || (StatusCode::SERVICE_UNAVAILABLE, "not ready");
        let routes = Router::new()
            .route("/", get(never))
            .route("/said", get(said));
        let routes: Router = timed(routes, BODY_DEADLINE, Duration::from_millis(50));
        for (path, retries) in [("/", true), ("/said", false)] {
            let request = Request::get(path).body(Body::empty()).unwrap();
            let answer = routes.clone().oneshot(request).await.unwrap();
            assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
            let has_header = answer.headers().contains_key(header::RETRY_AFTER);
            assert_eq!(has_header, retries, "{path}");
        }
    }
}
