//! `/rules/{game}`: the rules in words.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;

use crate::games::registry;
use crate::web::Error;
use crate::web::board::Art;
use crate::web::page::{self, Page};
use crate::web::pages::list::picture;

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage {
    page: Page,
    name: &'static str,
    title: String,
    paragraphs: Vec<String>,
    art: Art,
}

/// `GET /rules/{game}`
pub async fn show(page: Page, Path(name): Path<String>) -> Result<Response, Error> {
    let kind = registry::find(&name).map_err(|_| Error::NotFound)?;
    Ok(page::html(&RulesPage {
        name: kind.name(),
        title: page.say(&kind.title()),
        paragraphs: kind.rules().iter().map(|p| page.say(p)).collect(),
        art: picture(kind)?,
        page,
    }))
}
