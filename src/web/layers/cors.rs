//! Cross-origin access (Fetch standard, "CORS protocol"): answers may be read by the origins that the owner lists, and
//! never with a cookie.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::web::session::visitor;
use crate::web::{App, Error};

/// How long a browser may remember that it was allowed, seconds.
const REMEMBER_S: &str = "600";

/// Who asks from a page of another site.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The address that the request came from.
    pub ip: IpAddr,
    /// The page's origin, as the browser says it.
    pub origin: Option<String>,
}

/// Answers a browser that asks first, and says who may read the answer.
pub async fn layer(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let caller = Caller {
        ip: visitor::client_ip(&app, &request),
        origin: request
            .headers()
            .get(header::ORIGIN)
            .and_then(|origin| origin.to_str().ok())
            .map(ToOwned::to_owned),
    };
    let listed = match &caller.origin {
        Some(origin) => match app.captchas.is_site_origin(origin).await {
            Ok(is_listed) => is_listed,
            Err(error) => return Error::from(error).into_response(),
        },
        None => false,
    };
    let origin = listed
        .then(|| request.headers().get(header::ORIGIN).cloned())
        .flatten();
    let asks_first = request.method() == Method::OPTIONS
        && request
            .headers()
            .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = if asks_first {
        preflight(origin.is_some())
    } else {
        request.extensions_mut().insert(caller);
        next.run(request).await
    };
    allow(response.headers_mut(), origin);
    response
}

fn preflight(is_listed: bool) -> Response {
    if !is_listed {
        return StatusCode::FORBIDDEN.into_response();
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (header::ACCESS_CONTROL_MAX_AGE, REMEMBER_S),
    ] {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Pictures and recordings may stand in any page: their address is the secret. To read an answer, a page has to be listed.
fn allow(headers: &mut HeaderMap, origin: Option<HeaderValue>) {
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    if let Some(origin) = origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static("retry-after"),
        );
    }
}
