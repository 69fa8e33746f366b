//! `/rules/{game}`: the rules in words and diagrams, with an exercise.

use askama::Template;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::web::gallery::{self, GameProfile, Html};
use crate::web::link_preview::LinkPreview;
use crate::web::page::{self, Page};
use crate::web::request::accept::Accept;
use crate::web::rules::exercise::{self, Exercise, Judgement};
use crate::web::rules::section;
use crate::web::{App, Error};

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    page: Page,
    preview: LinkPreview,
    profile: &'a GameProfile,
    /// The exercise after the visitor's taps; `None` without any: then it is the profile's.
    tried: Option<Html>,
}

/// `?try=a4,a1`: taps on the board of the exercise.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TryQuery {
    r#try: String,
}

fn status(judgement: Judgement) -> StatusCode {
    match judgement {
        Judgement::Nonsense => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::OK,
    }
}

/// `GET /rules/{game}`
pub async fn show(
    State(app): State<App>,
    page: Page,
    accept: Accept,
    Path(name): Path<String>,
    Query(query): Query<TryQuery>,
) -> Result<Response, Error> {
    let profile = app.gallery()?.profile(&name)?;
    let kind = app.games().find(&name).map_err(|_| Error::NotFound)?;
    let taps = query.r#try.as_str();
    let mut code = StatusCode::OK;
    let mut tried = None;
    match section::exercise_of(kind) {
        Some(diagram) if accept.is_json() => {
            return exercise::in_json(&page.words, kind, diagram, taps, |judgement, view| {
                (status(judgement), Json(view)).into_response()
            });
        }
        Some(diagram) if !taps.is_empty() => {
            let answered = Exercise::new(&page.words, kind, diagram, taps)?;
            code = status(answered.judgement);
            tried = Some(gallery::html(&answered)?);
        }
        _ => {}
    }
    let path = format!("/rules/{}", profile.name);
    let title = page.t1("rules-title", "game", &profile.title);
    let preview = LinkPreview::new(&app, &path, title, profile.summary.clone());
    let model = RulesPage {
        page,
        preview,
        profile,
        tried,
    };
    Ok(page::html_with(code, &model))
}
