//! `/rules/{game}`: the rules in words.

use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;

use crate::web::gallery::GameProfile;
use crate::web::page::{self, Page};
use crate::web::{App, Error};

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    page: Page,
    profile: &'a GameProfile,
}

/// `GET /rules/{game}`
pub async fn show(
    State(app): State<App>,
    page: Page,
    Path(name): Path<String>,
) -> Result<Response, Error> {
    let profile = app.gallery()?.profile(&name)?;
    Ok(page::html(&RulesPage { page, profile }))
}
