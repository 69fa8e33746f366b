//! `POST /games`: a new match. The home board's first tap is one too, and the only one that needs no captcha.

use std::collections::HashMap;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::arena;
use crate::arena::NewGame;
use crate::games::registry;
use crate::games::{Kind, LEVEL_COUNT, Message, Setup};
use crate::ids::GuestId;
use crate::play::Player;
use crate::store::seconds_left;
use crate::web::address;
use crate::web::body::Body;
use crate::web::error::with_query;
use crate::web::form::Form;
use crate::web::guard;
use crate::web::page::Page;
use crate::web::pages::{game, list};
use crate::web::session;
use crate::web::wants::Wants;
use crate::web::who::Visitor;
use crate::web::{App, Error};

const MINUTE_MS: i64 = 60_000;

/// `POST /games`: `game`, and perhaps `variant`, `level`, `side`, `start`, `tap` (the first move), and the game's own options.
pub async fn start(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    wants: Wants,
    Body(fields): Body<HashMap<String, String>>,
) -> Result<Response, Error> {
    let field = |key: &str| fields.get(key).map_or("", String::as_str);
    let kind = registry::find(field("game")).map_err(|_| Error::NotFound)?;
    let level = match field("level") {
        "" if kind.is_tabled() => Some(LEVEL_COUNT),
        text => text
            .parse::<u8>()
            .ok()
            .filter(|n| (1..=LEVEL_COUNT).contains(n)),
    };
    let side = match field("side") {
        "" | "0" => Some(Some(0)),
        "1" => Some(Some(1)),
        "random" => Some(None),
        _ => None,
    };
    let form = refill(kind, &fields);
    let (Some(level), Some(side)) = (level, side) else {
        let (name, what) = match level {
            None => ("level", page.t("start-level")),
            Some(_) => ("side", page.t("start-side")),
        };
        return refused(&app, page, wants, &visitor, (kind, form), (name, what));
    };
    let new = NewGame {
        game: kind.name().to_owned(),
        setup: Setup {
            variant: field("variant").to_owned(),
            options: options(kind, &fields),
            start: field("start").to_owned(),
        },
        level,
        side,
        first: Some(field("tap"))
            .filter(|f| !f.is_empty())
            .map(|f| vec![f.to_owned()]),
    };
    if !app.arena.is_free(&new)? {
        let next = with_query(
            &format!("/play/{}", kind.name()),
            &[
                ("level", level.to_string()),
                ("side", field("side").to_owned()),
                ("variant", field("variant").to_owned()),
                ("start", field("start").to_owned()),
            ],
        );
        guard::verified(&app, &visitor, &next)?;
    }
    count(&app, &visitor).await?;
    let player = player(&app, &visitor).await?;
    match app.arena.start_game(player, new).await {
        Ok(table) => Ok(game::answer(&page, wants, &table, Some(player))),
        Err(arena::Error::Setup(error)) => {
            let why = ("start", error.to_string());
            refused(&app, page, wants, &visitor, (kind, form), why)
        }
        Err(error) => Err(error.into()),
    }
}

/// Who plays: the user, or a guest whom the session remembers.
async fn player(app: &App, visitor: &Visitor) -> Result<Player, Error> {
    if let Some(player) = visitor.player() {
        return Ok(player);
    }
    let key = session::ensure(app, visitor).await?;
    let guest = GuestId::random();
    // Two first posts at once agree on one guest.
    Ok(Player::Guest(app.store().set_guest(&key, guest).await?))
}

async fn count(app: &App, visitor: &Visitor) -> Result<(), Error> {
    let limit = u64::from(app.config.limits.games_per_minute);
    if limit == 0 || address::is_exempt(visitor.ip, &app.config.limits.exempt) {
        return Ok(());
    }
    let now_ms = app.clock.now_ms();
    let n = app
        .store()
        .count_hit(&format!("games:{}", visitor.bucket()), MINUTE_MS, now_ms)
        .await?;
    if n > limit {
        return Err(Error::Limited {
            retry_after_s: seconds_left(MINUTE_MS, now_ms),
        });
    }
    Ok(())
}

fn options(kind: &dyn Kind, fields: &HashMap<String, String>) -> Vec<(String, String)> {
    kind.options()
        .iter()
        .filter_map(|option| Some((option.key.to_owned(), fields.get(option.key)?.clone())))
        .collect()
}

fn refill(kind: &dyn Kind, fields: &HashMap<String, String>) -> Form {
    let keys = ["variant", "level", "side", "start"]
        .into_iter()
        .chain(kind.options().into_iter().map(|o| o.key));
    keys.fold(Form::new(), |form, key| {
        form.with(key, fields.get(key).cloned().unwrap_or_default())
    })
}

/// Answers with the field that is wrong, and what is wrong with it.
fn refused(
    app: &App,
    page: Page,
    wants: Wants,
    visitor: &Visitor,
    (kind, mut form): (&'static dyn Kind, Form),
    (name, what): (&'static str, String),
) -> Result<Response, Error> {
    let why = Message::new("error-new-game").with("what", what);
    if wants.is_json() {
        return Err(Error::Invalid(why));
    }
    form.refuse(name, page.say(&why));
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    list::render(app, page, visitor, kind, form, status)
}
