//! `/rules/{game}`: the rules in words.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;

use crate::web::gallery::GameProfile;
use crate::web::link_preview::LinkPreview;
use crate::web::page::{self, Page};
use crate::web::{App, Error};

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    page: Page,
    preview: LinkPreview,
    profile: &'a GameProfile,
}

/// `GET /rules/{game}`
pub async fn show(
    State(app): State<App>,
    page: Page,
    Path(name): Path<String>,
) -> Result<Response, Error> {
    let profile = app.gallery()?.profile(&name)?;
    let path = format!("/rules/{}", profile.name);
    let title = page.t1("rules-title", "game", &profile.title);
    let preview = LinkPreview::new(&app, &path, title, profile.summary.clone());
    Ok(page::html(&RulesPage {
        page,
        preview,
        profile,
    }))
}
