//! Cross-origin access (Fetch standard, "CORS protocol"): responses may be read by the origins that the owner lists, and
//! never with a cookie.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, Method, header};
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::web::App;

/// The time for which a browser may cache the permission.
const REMEMBER: Duration = Duration::from_secs(600);

/// Answers preflight requests, and says which origins may read a response.
pub fn layer(app: &App) -> CorsLayer {
    let sites = app.captchas.sites.clone();
    let is_listed = move |origin: HeaderValue, _: &_| {
        let sites = sites.clone();
        async move {
            let Ok(origin) = origin.to_str() else {
                return false;
            };
            sites.is_origin(origin).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "whether an origin is listed is not known");
                false
            })
        }
    };
    CorsLayer::new()
        .allow_origin(AllowOrigin::async_predicate(is_listed))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .expose_headers([header::RETRY_AFTER])
        .max_age(REMEMBER)
}

/// Allows pictures and recordings in any page: their address is the secret.
pub fn embeddable() -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    )
}
