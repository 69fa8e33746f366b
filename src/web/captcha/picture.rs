//! `GET /captcha/{challenge}/image` and `/audio`: the picture of a challenge, and its recording.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::config::CaptchaView;
use crate::ids::ChallengeId;
use crate::web::captcha::fetch_limit::{self, Fetched};
use crate::web::request::range::{self, BodyPart};
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_captcha::{Look, Scale, Theme};
use rookery_games::Message;

/// The parameters of the query; `v` only defeats caches.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ImageQuery {
    scale: Option<u32>,
    theme: Theme,
}

impl ImageQuery {
    /// The requested look.
    ///
    /// # Errors
    /// An unknown scale.
    pub fn look(&self) -> Result<Look, Error> {
        let scale = Scale::try_from(self.scale.unwrap_or(1))
            .map_err(|_| Error::BadRequest(Message::new("error-scale")))?;
        Ok(Look {
            scale,
            theme: self.theme,
        })
    }
}

/// Draws the picture. Every request for one challenge shows the same layout.
pub async fn image(
    State(app): State<App>,
    visitor: Visitor,
    Path(challenge): Path<String>,
    Query(query): Query<ImageQuery>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    may_fetch(&app, &visitor, &headers, Fetched::Picture)?;
    let look = query.look()?;
    let challenge: ChallengeId = challenge.parse().map_err(|_| Error::NotFound)?;
    let row = visitor.row.as_ref().ok_or(Error::NotFound)?;
    let drawing = app
        .captchas
        .media
        .image(challenge, &row.id_hash, look)
        .await?;
    Ok(once("image/png", drawing.png.into_response()))
}

/// Speaks the code. Every request for one challenge gives the same recording, or the requested part of it.
pub async fn audio(
    State(app): State<App>,
    visitor: Visitor,
    method: Method,
    Path(challenge): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    may_fetch(&app, &visitor, &headers, Fetched::Recording)?;
    let challenge: ChallengeId = challenge.parse().map_err(|_| Error::NotFound)?;
    let row = visitor.row.as_ref().ok_or(Error::NotFound)?;
    recording(&app, challenge, &row.id_hash, &method, &headers).await
}

/// The answer with the recording of a challenge of `session`, or a part of it.
///
/// # Errors
/// Not found; busy.
pub async fn recording(
    app: &App,
    challenge: ChallengeId,
    session: &str,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response, Error> {
    let wav = app.captchas.media.recording(challenge, session).await?.wav;
    // The bytes follow from the challenge and from this build.
    let etag = format!("\"{challenge}-{}\"", env!("CARGO_PKG_VERSION"));
    let part = range::part(method, headers, &etag, wav.len());
    // A player that fetches it in parts counts as listening once.
    let is_start = match &part {
        BodyPart::All => true,
        BodyPart::Bytes(bytes) => bytes.start == 0,
        BodyPart::Beyond => false,
    };
    if is_start && method == Method::GET {
        app.captchas.media.count_listened(challenge).await;
    }
    let etag = HeaderValue::try_from(etag).map_err(|e| Error::Internal(e.to_string()))?;
    let response = range::respond(part, wav, &etag);
    if response.status() == StatusCode::RANGE_NOT_SATISFIABLE {
        return Ok(response);
    }
    Ok(once("audio/wav", response))
}

/// The headers of a body that is for one visitor and one use.
pub fn once(kind: &'static str, mut response: Response) -> Response {
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
        (header::EXPIRES, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (header::PRAGMA, "no-cache"),
    ] {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether the visitor may fetch a picture or a recording now.
fn may_fetch(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    fetched: Fetched,
) -> Result<(), Error> {
    let cross_site = headers
        .get("sec-fetch-site")
        .is_some_and(|v| v == "cross-site");
    if cross_site || !may_view(app, visitor) {
        return Err(authorize::foreign());
    }
    let session = visitor.row.as_ref().map(|row| row.id_hash.as_str());
    Ok(fetch_limit::count(app, visitor.ip, session, fetched)?)
}

/// Whether the visitor may see pictures and hear recordings, by `access.captcha_view`.
pub fn may_view(app: &App, visitor: &Visitor) -> bool {
    match app.config.access.captcha_view {
        CaptchaView::Everyone => true,
        CaptchaView::Users => visitor.user().is_some(),
    }
}
