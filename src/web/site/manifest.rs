//! `/site.webmanifest`: the web app manifest, by which the site can be put on a phone's home screen.
//!
//! There is no service worker: a stored page could show a match as it was.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::config::Guests;
use crate::web::App;

/// The manifest's members that the site sets (W3C, Web Application Manifest).
#[derive(Serialize)]
struct Manifest {
    id: &'static str,
    name: String,
    description: String,
    start_url: &'static str,
    scope: &'static str,
    display: &'static str,
    background_color: &'static str,
    theme_color: &'static str,
    icons: [Icon; 4],
}

#[derive(Serialize)]
struct Icon {
    src: String,
    sizes: &'static str,
    #[serde(rename = "type")]
    media_type: &'static str,
    purpose: &'static str,
}

/// `GET /site.webmanifest`
pub async fn show(State(app): State<App>) -> Response {
    let prefix = app.static_prefix();
    let icon = |file: &str, sizes, media_type, purpose| Icon {
        src: format!("{prefix}/{file}"),
        sizes,
        media_type,
        purpose,
    };
    let manifest = Manifest {
        id: "/",
        name: app.look.current().look.name.clone(),
        description: app.words.t(match app.config.access.guests {
            Guests::Off => "site-description-accounts",
            Guests::Captcha | Guests::Open => "site-description",
        }),
        start_url: "/",
        scope: "/",
        display: "standalone",
        // As `--paper` and `--card` of static/site.css on a light page; a dark one says its own in the head.
        background_color: "#f7f5ef",
        theme_color: "#fffefb",
        icons: [
            icon("favicon.svg", "any", "image/svg+xml", "any"),
            icon("icon-192.png", "192x192", "image/png", "any"),
            icon("icon-512.png", "512x512", "image/png", "any"),
            icon("icon-maskable-512.png", "512x512", "image/png", "maskable"),
        ],
    };
    let mut response = Json(manifest).into_response();
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("application/manifest+json");
    headers.insert(header::CONTENT_TYPE, kind);
    // The name may change, and the addresses of the icons change with the program.
    let keep = HeaderValue::from_static("public, max-age=3600");
    headers.insert(header::CACHE_CONTROL, keep);
    response
}
