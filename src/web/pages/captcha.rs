//! `GET /captcha/{challenge}/image`: the picture of a challenge.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::captcha::{Look, Scale, Theme};
use crate::config::CaptchaView;
use crate::games::Message;
use crate::ids::ChallengeId;
use crate::web::captcha;
use crate::web::guard;
use crate::web::who::Visitor;
use crate::web::{App, Error};

/// What may follow in the query; `v` only defeats caches.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ImageQuery {
    scale: Option<u32>,
    theme: Theme,
}

/// Draws the picture. Every request for one challenge shows the same layout.
pub async fn image(
    State(app): State<App>,
    visitor: Visitor,
    Path(challenge): Path<String>,
    Query(query): Query<ImageQuery>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let cross_site = headers
        .get("sec-fetch-site")
        .is_some_and(|v| v == "cross-site");
    if cross_site || !may_view(&app, &visitor) {
        return Err(guard::foreign());
    }
    captcha::may_fetch(&app, &visitor)?;
    let scale = Scale::try_from(query.scale.unwrap_or(1))
        .map_err(|_| Error::BadRequest(Message::new("error-scale")))?;
    let challenge: ChallengeId = challenge.parse().map_err(|_| Error::NotFound)?;
    let row = visitor.row.as_ref().ok_or(Error::NotFound)?;
    let drawing = app
        .captchas
        .image(
            challenge,
            &row.id_hash,
            Look {
                scale,
                theme: query.theme,
            },
        )
        .await?;
    Ok((
        [
            (header::CONTENT_TYPE, HeaderValue::from_static("image/png")),
            (
                header::EXPIRES,
                HeaderValue::from_static("Thu, 01 Jan 1970 00:00:00 GMT"),
            ),
            (header::PRAGMA, HeaderValue::from_static("no-cache")),
        ],
        drawing.png,
    )
        .into_response())
}

fn may_view(app: &App, visitor: &Visitor) -> bool {
    match app.config.access.captcha_view {
        CaptchaView::Everyone => true,
        CaptchaView::Users => visitor.user().is_some(),
    }
}
