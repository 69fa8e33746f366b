//! `POST /games`: a new match. The home board's first tap is one too: it needs no captcha, as long as its address does not begin
//! too many.

use std::collections::HashMap;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::ids::GuestId;
use crate::matches;
use crate::matches::Player;
use crate::service;
use crate::service::LimitedAction;
use crate::service::NewGame;
use crate::web::error::{setup_refusal, with_query};
use crate::web::matches::match_page;
use crate::web::matches::requested_match;
use crate::web::page::Page;
use crate::web::request::accept::Accept;
use crate::web::request::body::Body;
use crate::web::request::fields::{self, Field, Fields, Shape};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::site::list;
use crate::web::{App, Error};
use rookery_games::Registry;
use rookery_games::text::{in_short, shortened};
use rookery_games::{BegunMatch, GameType, LEVEL_COUNT, Message, Setup};

/// The fields of a new match: those of every game, and the game's own options.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct NewGameFields(HashMap<String, String>);

impl Fields for NewGameFields {
    fn known(sent: &Map<String, Value>, games: &Registry) -> Vec<Field> {
        let (least, most, word) = (0, 1, "random");
        let every = [
            Field::text("game").required(),
            Field::text("variant"),
            Field::number("level", 1, LEVEL_COUNT.into()),
            Field::of("side", Shape::NumberOr { least, most, word }),
            Field::text("start"),
            Field::text("tap"),
            Field::of("begun", Shape::Switch),
        ];
        let kinds: Vec<_> = match sent.get("game").and_then(Value::as_str) {
            None => Vec::new(),
            // An unknown game is reported before its options.
            Some(name) => games
                .find(name)
                .map_or_else(|_| games.all().to_vec(), |kind| vec![kind]),
        };
        let options = kinds.into_iter().flat_map(|kind| kind.options());
        let options = options.map(|option| Field::text(option.key));
        every.into_iter().chain(options).collect()
    }
}

/// `POST /games`: `game`, and perhaps `variant`, `level`, `side`, `start`, `tap` (the first move), and the game's own options; or
/// `begun` and `tap`, to go on with the match that the home page shows.
pub async fn start(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    accept: Accept,
    Body(NewGameFields(fields)): Body<NewGameFields>,
) -> Result<Response, Error> {
    let field = |key: &str| fields.get(key).map_or("", String::as_str);
    let kind = match app.games().find(field("game")) {
        Ok(kind) => kind,
        Err(_) if field("game").is_empty() => return Err(fields::missing("game")),
        Err(error) if accept.is_json() => return Err(unknown_game(error)),
        Err(_) => return Err(Error::NotFound),
    };
    let form = refill(kind, &fields);
    let Ok(begun) = begun(kind, &fields) else {
        let why = Message::new("error-new-game").with("what", page.t("start-begun"));
        let fault = (FIELD, "begun", why);
        return refused(&app, page, accept, &visitor, (kind, form), fault).await;
    };
    let level = match field("level") {
        "" if begun.is_some() => begun.map(|begun| begun.level),
        "" if kind.sheet().is_solved => Some(LEVEL_COUNT),
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
    let (Some(level), Some(side)) = (level, side) else {
        let (name, what) = match level {
            None if accept.is_json() && field("level").is_empty() => {
                return Err(fields::missing("level"));
            }
            None => ("level", page.t("start-level")),
            Some(_) => ("side", page.t("start-side")),
        };
        let why = Message::new("error-new-game").with("what", what);
        let fault = (FIELD, name, why);
        return refused(&app, page, accept, &visitor, (kind, form), fault).await;
    };
    let new = NewGame {
        game: kind.name().to_owned(),
        setup: Setup {
            variant: begun
                .map_or(field("variant"), |begun| begun.variant)
                .to_owned(),
            options: options(kind, &fields),
            start: field("start").to_owned(),
        },
        level,
        side,
        line: begun.map_or_else(Vec::new, |begun| {
            begun.line.iter().map(|text| (*text).to_owned()).collect()
        }),
        // A refusal quotes it.
        first: Some(in_short(field("tap")))
            .filter(|tap| !tap.is_empty())
            .map(|tap| vec![tap]),
    };
    let is_free = app.matches.is_free(&new)?;
    let needs_captcha = needs_captcha(&app, &visitor, is_free).await?;
    // Nobody should pass a captcha for a match that cannot begin, nor does one count.
    if let Err(error) = app.matches.check(&new) {
        return not_begun(&app, page, accept, &visitor, (kind, form), error).await;
    }
    if needs_captcha {
        let mut choices = vec![
            ("level", level.to_string()),
            ("side", field("side").to_owned()),
            ("variant", new.setup.variant.clone()),
            ("start", field("start").to_owned()),
        ];
        let set = new.setup.options.iter();
        choices.extend(set.map(|(key, value)| (key.as_str(), value.clone())));
        let next = with_query(&format!("/play/{}", kind.name()), &choices);
        if let Err(refusal) = authorize::verified(&app, &visitor, &next) {
            if !accept.is_json() {
                if let Err(error) = count(&app, &visitor).await {
                    return not_now(&app, page, accept, &visitor, (kind, form), error).await;
                }
                let key = visitor.ensure_session(&app).await?;
                requested_match::keep(&app, &key, new, &next).await?;
            }
            return Err(refusal);
        }
    }
    if let Err(error) = count(&app, &visitor).await {
        return not_now(&app, page, accept, &visitor, (kind, form), error).await;
    }
    let player = player(&app, &visitor).await?;
    match app.matches.start_game(player, new).await {
        Ok(game_match) => match_page::answer(&app, &page, accept, &game_match, Some(player)).await,
        Err(error) => not_begun(&app, page, accept, &visitor, (kind, form), error).await,
    }
}

/// The refusal of a name that no game has.
pub fn unknown_game(error: rookery_games::Error) -> Error {
    let message = match &error {
        rookery_games::Error::UnknownGame { name, nearest, .. } => match nearest {
            Some(nearest) => Message::new("error-unknown-game")
                .with("game", shortened(name))
                .with("nearest", *nearest),
            None => Message::new("error-no-such-game").with("game", shortened(name)),
        },
        other => Message::new("error-new-game").with("what", other.to_string()),
    };
    let nearest = match error {
        rookery_games::Error::UnknownGame { nearest, .. } => nearest,
        _ => None,
    };
    Error::Field {
        code: "field",
        message,
        field: "game".to_owned(),
        nearest,
    }
}

/// The player: the user, or the session's guest.
///
/// # Errors
/// The database does not answer.
pub async fn player(app: &App, visitor: &Visitor) -> Result<Player, Error> {
    if let Some(player) = visitor.player() {
        return Ok(player);
    }
    let key = visitor.ensure_session(app).await?;
    let guest = GuestId::random();
    // Two simultaneous first posts get the same guest.
    Ok(Player::Guest(app.store().set_guest(&key, guest).await?))
}

/// Whether a match may begin only after a captcha or a log-in: because its engine has to search (`!is_free`), because only accounts may
/// play, or because the visitor's address or its range has used up its matches without a captcha. A match that gets as far as this
/// limit is charged to it.
///
/// # Errors
/// The database does not answer.
pub async fn needs_captcha(app: &App, visitor: &Visitor, is_free: bool) -> Result<bool, Error> {
    if authorize::is_verified(app, visitor) {
        return Ok(false);
    }
    if !is_free || authorize::needs_account(app, visitor) {
        return Ok(true);
    }
    let (limits, action) = (&app.limits, LimitedAction::HomeMatch);
    let key = app.limit_key(visitor.ip);
    if limits.count_stored(action, &key).await?.is_err() {
        return Ok(true);
    }
    let range = app.limit_range(visitor.ip);
    let counted = limits.count_stored_of_range(action, &range);
    Ok(counted.await?.is_err())
}

/// Counts a match that begins.
///
/// # Errors
/// Too many for one address, or the database does not answer.
pub async fn count(app: &App, visitor: &Visitor) -> Result<(), Error> {
    let key = app.limit_key(visitor.ip);
    let counted = app.limits.count_stored(LimitedAction::StartedMatch, &key);
    Ok(counted.await??)
}

/// The match that the game has begun, if the fields ask for it. Nothing else about it can be chosen.
fn begun(kind: &dyn GameType, fields: &HashMap<String, String>) -> Result<Option<BegunMatch>, ()> {
    match fields.get("begun").map_or("", String::as_str) {
        "" | "false" => return Ok(None),
        "true" => {}
        _ => return Err(()),
    }
    let own = kind.options().into_iter().map(|option| option.key);
    let mut choices = ["variant", "level", "side", "start"].into_iter().chain(own);
    let is_chosen = |key| fields.get(key).is_some_and(|value| !value.is_empty());
    match kind.sheet().begun.filter(|_| !choices.any(is_chosen)) {
        Some(begun) => Ok(Some(begun)),
        None => Err(()),
    }
}

fn options(kind: &dyn GameType, fields: &HashMap<String, String>) -> Vec<(String, String)> {
    kind.options()
        .iter()
        .filter_map(|option| Some((option.key.to_owned(), fields.get(option.key)?.clone())))
        .collect()
}

fn refill(kind: &dyn GameType, fields: &HashMap<String, String>) -> Form {
    let keys = ["variant", "level", "side", "start"]
        .into_iter()
        .chain(kind.options().into_iter().map(|o| o.key));
    keys.fold(Form::new(), |form, key| {
        form.with(key, fields.get(key).cloned().unwrap_or_default())
    })
}

/// Responds to what keeps a match from beginning.
async fn not_begun(
    app: &App,
    page: Page,
    accept: Accept,
    visitor: &Visitor,
    (kind, form): (&'static dyn GameType, Form),
    error: service::Error,
) -> Result<Response, Error> {
    let fault = match error {
        service::Error::Setup(error) => (FIELD, field_of(kind, &error), setup_refusal(&error)),
        service::Error::Refused { why, .. } => {
            let (_, code) = match_page::code_of(&why);
            (code, TAP, why.say())
        }
        error => return not_now(app, page, accept, visitor, (kind, form), error.into()).await,
    };
    refused(app, page, accept, visitor, (kind, form), fault).await
}

/// The field that holds what a game does not know.
fn field_of(kind: &dyn GameType, error: &matches::Error) -> &'static str {
    let matches::Error::Setup(rookery_games::Error::UnknownOption { key, .. }) = error else {
        return "start";
    };
    let options = kind.options().into_iter().map(|option| option.key);
    let mut fields = std::iter::once("variant").chain(options);
    fields.find(|field| field == key).unwrap_or("start")
}

/// Responds with the filled form where there is no room for a match for now.
async fn not_now(
    app: &App,
    page: Page,
    accept: Accept,
    visitor: &Visitor,
    (kind, mut form): (&'static dyn GameType, Form),
    error: Error,
) -> Result<Response, Error> {
    let (Some(retry_after_s), false) = (error.retry_after_s(), accept.is_json()) else {
        return Err(error);
    };
    form.refuse_whole(page.say(&error.message()));
    let shown = list::render(app, page, visitor, kind, form, error.status()).await?;
    Ok(([(RETRY_AFTER, retry_after_s.to_string())], shown).into_response())
}

/// The field of the first move. The form has none: that move is made on a board.
const TAP: &str = "tap";
/// The word for programs where a field has a wrong value.
const FIELD: &str = "field";

/// Responds with the invalid field and its error.
async fn refused(
    app: &App,
    page: Page,
    accept: Accept,
    visitor: &Visitor,
    (kind, mut form): (&'static dyn GameType, Form),
    (code, name, message): (&'static str, &'static str, Message),
) -> Result<Response, Error> {
    if accept.is_json() {
        return Err(Error::Field {
            code,
            message,
            field: name.to_owned(),
            nearest: None,
        });
    }
    match name {
        TAP => form.refuse_whole(page.say(&message)),
        name => form.refuse(name, page.say(&message)),
    }
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    list::render(app, page, visitor, kind, form, status).await
}
