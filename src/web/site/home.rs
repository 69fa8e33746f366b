//! `/`: a live board for the first move in one tap. Nothing is stored until the tap.

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use crate::web::gallery::{HomeBoard, Sprite};
use crate::web::link_preview::LinkPreview;
use crate::web::page::{self, Page};
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::site::cards::{Card, cards};
use crate::web::site::unfinished::{UnfinishedMatches, newest, unfinished};
use crate::web::{App, Error};

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    page: Page,
    preview: LinkPreview,
    board: &'a HomeBoard,
    unfinished: UnfinishedMatches,
    cards: Vec<Card<'a>>,
    sprite: Sprite<'a>,
    needs_captcha: bool,
}

/// `GET /`
pub async fn show(State(app): State<App>, page: Page, visitor: Visitor) -> Result<Response, Error> {
    let gallery = app.gallery()?;
    let lead = match page.accounts_only {
        true => page.t("home-lead-user"),
        false => page.t("home-lead"),
    };
    let title = page.t("home-heading");
    let found = newest(&app, &visitor).await?;
    Ok(page::html(&HomePage {
        unfinished: unfinished(&app, &page, &found, visitor.player()).await?,
        cards: cards(&app, &page, &visitor).await?,
        preview: LinkPreview::new(&app, "/", title, lead),
        board: &gallery.home_board,
        sprite: gallery.sprite(&page.boards),
        page,
        needs_captcha: !authorize::is_verified(&app, &visitor),
    }))
}
