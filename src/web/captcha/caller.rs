//! The page of another site that sent a captcha request.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;

use crate::web::App;
use crate::web::layers::origin::asked_host;
use crate::web::session::visitor;

/// A visitor who asks from a page of another site.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The address that the request came from.
    pub ip: IpAddr,
    /// The page's origin, as the browser says it.
    pub origin: Option<String>,
    /// The name by which this server was asked.
    pub host: Option<String>,
}

impl FromRequestParts<App> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let origin = parts.headers.get(header::ORIGIN);
        Ok(Caller {
            ip: visitor::client_ip(app, &parts.extensions, &parts.headers),
            origin: origin.and_then(|origin| Some(origin.to_str().ok()?.to_owned())),
            host: asked_host(&parts.uri, &parts.headers),
        })
    }
}
