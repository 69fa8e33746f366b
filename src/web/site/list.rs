//! `/play`: every game with its picture; `/play/{game}`: variant, options, level, side.

use std::collections::HashMap;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use crate::web::gallery::{GameProfile, Sprite};
use crate::web::link_preview::LinkPreview;
use crate::web::matches::requested_match;
use crate::web::matches::rows::{MatchRow, rows};
use crate::web::page::{self, Page};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::site::cards::{Card, cards};
use crate::web::site::unfinished::{UnfinishedMatches, newest, newest_of, unfinished};
use crate::web::{App, Error};
use rookery_games::GameType;

/// The level that is offered first.
const USUAL_LEVEL: &str = "3";
/// Own games beside the list.
const RECENT: usize = 5;

#[derive(Template)]
#[template(path = "games.html")]
struct GamesPage<'a> {
    page: Page,
    unfinished: UnfinishedMatches,
    cards: Vec<Card<'a>>,
    preview: LinkPreview,
    sprite: Sprite<'a>,
    games: Vec<MatchRow>,
}

/// `GET /play`
pub async fn show(State(app): State<App>, page: Page, visitor: Visitor) -> Result<Response, Error> {
    let found = newest(&app, &visitor).await?;
    let games = match visitor.player() {
        Some(player) => {
            let recent = &found[..found.len().min(RECENT)];
            let now_ms = app.clock().now_ms();
            rows(&page, app.games(), recent, player.into(), now_ms)
        }
        None => Vec::new(),
    };
    let gallery = app.gallery()?;
    let (title, lead) = (page.t("games-title"), page.description());
    Ok(page::html(&GamesPage {
        unfinished: unfinished(&app, &page, &found, visitor.player()).await?,
        cards: cards(&app, &page, &visitor).await?,
        preview: LinkPreview::new(&app, "/play", title, lead),
        sprite: gallery.sprite(&page.boards),
        page,
        games,
    }))
}

#[derive(Template)]
#[template(path = "new_game.html")]
struct NewGamePage<'a> {
    page: Page,
    preview: LinkPreview,
    form: Form,
    /// The visitor's own of this game.
    unfinished: UnfinishedMatches,
    profile: &'a GameProfile,
    needs_captcha: bool,
}

/// Preselected choices in a link (`/verify` sends a visitor back with them).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ChooseQuery {
    level: Option<String>,
    side: Option<String>,
    variant: Option<String>,
    start: Option<String>,
    /// Why the match that was asked for before a captcha or a log-in could not be started.
    failed: Option<String>,
    /// The options of the game, by their keys.
    #[serde(flatten)]
    options: HashMap<String, String>,
}

/// `GET /play/{game}`
pub async fn choose(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(query): Query<ChooseQuery>,
) -> Result<Response, Error> {
    let kind = app.games().find(&name).map_err(|_| Error::NotFound)?;
    let mut form = Form::new()
        .with(
            "level",
            query.level.unwrap_or_else(|| USUAL_LEVEL.to_owned()),
        )
        .with("side", query.side.unwrap_or_else(|| "0".to_owned()));
    let first = kind.variants().first().map_or("", |v| v.key);
    let variant = query.variant.filter(|variant| !variant.is_empty());
    form = form.with("variant", variant.unwrap_or_else(|| first.to_owned()));
    form = form.with("start", query.start.unwrap_or_default());
    for option in kind.options() {
        let values = || option.values.iter().map(|(value, _)| *value);
        let wanted = query.options.get(option.key);
        let chosen = values().find(|value| wanted.is_some_and(|wanted| wanted == value));
        form = form.with(option.key, chosen.or(values().next()).unwrap_or_default());
    }
    if let Some(reason) = &query.failed {
        form.refuse_whole(page.say(&requested_match::failure(reason)));
    }
    render(&app, page, &visitor, kind, form, StatusCode::OK).await
}

/// The page again, with the errors.
///
/// # Errors
/// A defect of the game; the database does not answer.
pub async fn render(
    app: &App,
    page: Page,
    visitor: &Visitor,
    kind: &'static dyn GameType,
    form: Form,
    status: StatusCode,
) -> Result<Response, Error> {
    let profile = app.gallery()?.profile(kind.name())?;
    let path = format!("/play/{}", profile.name);
    let (title, summary) = (profile.title.clone(), profile.summary.clone());
    let found = newest_of(app, visitor, kind.name()).await?;
    let left = unfinished(app, &page, &found, visitor.player()).await?;
    let shown = NewGamePage {
        unfinished: left.without_faces(),
        preview: LinkPreview::new(app, &path, title, summary),
        profile,
        needs_captcha: !authorize::is_verified(app, visitor),
        page,
        form,
    };
    Ok(page::html_with(status, &shown))
}
