//! The page of another site that sent a captcha request.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};

use crate::web::App;
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
        let named = |host: &HeaderValue| Some(host.to_str().ok()?.to_owned());
        // HTTP/2 has it in the address.
        let host = match parts.uri.authority() {
            Some(authority) => Some(authority.to_string()),
            None => parts.headers.get(header::HOST).and_then(named),
        };
        Ok(Caller {
            ip: visitor::client_ip(app, &parts.extensions, &parts.headers),
            origin: origin.and_then(named),
            host,
        })
    }
}
