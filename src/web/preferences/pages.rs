//! `/preferences`: how boards look, move and sound for a visitor, with an account or without.

use std::collections::HashMap;

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::web::gallery::Sprite;
use crate::web::page::{self, Page};
use crate::web::preferences::choices;
use crate::web::preferences::looks::GameLooks;
use crate::web::preferences::storage;
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::{Message, Registry};

const PATH: &str = "/preferences";

#[derive(Template)]
#[template(path = "preferences.html")]
struct PreferencesPage<'a> {
    page: Page,
    sprite: Sprite<'a>,
    form: Form,
    games: &'a [GameLooks],
    /// Those about all games.
    general: [General; 4],
    /// The address to return to after saving; empty stays.
    next: String,
    is_saved: bool,
}

/// Radio buttons: field, label, hint, and values with their words.
type General = (&'static str, String, String, Vec<(&'static str, String)>);

/// `?next=…&saved=1`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PreferencesQuery {
    next: Option<String>,
    saved: Option<String>,
}

/// The fields of the page: one for each preference, and where to return.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct PreferencesFields(HashMap<String, String>);

impl Fields for PreferencesFields {
    fn known(_: &Map<String, Value>, games: &Registry) -> Vec<Field> {
        let preferences = choices::all(games).into_iter();
        let fields = preferences.map(|preference| Field::text(preference.field));
        fields.chain([Field::text("next")]).collect()
    }
}

/// The field of the switch on a board.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SoundFields {
    sounds: String,
}

impl Fields for SoundFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::text("sounds").required()]
    }
}

/// `GET /preferences`
pub async fn show(
    State(app): State<App>,
    page: Page,
    Query(query): Query<PreferencesQuery>,
) -> Result<Response, Error> {
    let preferences = choices::all(app.games()).into_iter();
    let form = preferences.fold(Form::new(), |form, preference| {
        form.with(preference.field, page.boards.word_of(&preference))
    });
    let is_saved = query.saved.is_some();
    let next = query.next.unwrap_or_default();
    render(&app, page, form, &next, is_saved, StatusCode::OK)
}

/// `POST /preferences`: what is not sent stays as it is, so that a program need not know every game.
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(PreferencesFields(fields)): Body<PreferencesFields>,
) -> Result<Response, Error> {
    let mut chosen = page.boards.clone();
    let mut form = Form::new();
    for preference in choices::all(app.games()) {
        let sent = fields.get(preference.field).map(String::as_str);
        let sent = sent.unwrap_or_else(|| page.boards.word_of(&preference));
        match preference.words.iter().find(|word| **word == sent) {
            Some(word) => {
                chosen.set(&preference, word);
                form = form.with(preference.field, *word);
            }
            None => {
                let words = page.t1("preferences-refused", "field", preference.field);
                form.refuse(preference.field, words);
            }
        }
    }
    let next = fields.get("next").map_or("", String::as_str);
    if !form.is_right() {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return render(&app, page, form, next, false, status);
    }
    let headers = storage::save(&app, &visitor, &chosen).await?;
    let to = match next {
        "" => format!("{PATH}?saved=1"),
        next => authorize::safe_next(Some(next)),
    };
    Ok((headers, Redirect::to(&to)).into_response())
}

/// `POST /preferences/sounds`: the switch on a board, which leaves the other preferences alone.
pub async fn switch_sounds(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<SoundFields>,
) -> Result<Response, Error> {
    let preferences = choices::all(app.games()).into_iter();
    let sounds = preferences.filter(|preference| preference.field == "sounds");
    let mut chosen = page.boards;
    for preference in sounds {
        let found = preference.words.iter().find(|word| **word == fields.sounds);
        let word = found.ok_or_else(|| {
            Error::Invalid(Message::new("preferences-refused").with("field", "sounds"))
        })?;
        chosen.set(&preference, word);
    }
    let headers = storage::save(&app, &visitor, &chosen).await?;
    Ok((StatusCode::NO_CONTENT, headers).into_response())
}

fn render(
    app: &App,
    page: Page,
    form: Form,
    next: &str,
    is_saved: bool,
    status: StatusCode,
) -> Result<Response, Error> {
    let next = match next {
        "" => String::new(),
        next => authorize::safe_next(Some(next)),
    };
    let looks = app.board_looks()?;
    let sprite = app.gallery()?.sprite(&page.boards).and(&looks.drawings);
    let shown = PreferencesPage {
        general: general(&page, app.config.site.sounds),
        sprite,
        form,
        games: &looks.games,
        next,
        is_saved,
        page,
    };
    Ok(page::html_refused(status, None, &shown, &shown.form))
}

/// The preferences about all games, in words. `sounds` is the owner's wish.
fn general(page: &Page, sounds: bool) -> [General; 4] {
    let usually = match sounds {
        true => page.t("preferences-sounds-usually-on"),
        false => page.t("preferences-sounds-usually-off"),
    };
    [
        (
            "coordinates",
            page.t("preferences-coordinates"),
            String::new(),
            vec![
                ("on", page.t("preferences-coordinates-on")),
                ("off", page.t("preferences-coordinates-off")),
            ],
        ),
        (
            "speed",
            page.t("preferences-speed"),
            page.t("preferences-speed-hint"),
            vec![
                ("normal", page.t("preferences-speed-normal")),
                ("quick", page.t("preferences-speed-quick")),
                ("none", page.t("preferences-speed-none")),
            ],
        ),
        (
            "sounds",
            page.t("preferences-sounds"),
            page.t("preferences-sounds-hint"),
            vec![
                ("site", usually),
                ("on", page.t("preferences-sounds-on")),
                ("off", page.t("preferences-sounds-off")),
            ],
        ),
        (
            "side",
            page.t("preferences-side"),
            page.t("preferences-side-hint"),
            vec![
                ("own", page.t("preferences-side-own")),
                ("first", page.t("preferences-side-first")),
            ],
        ),
    ]
}
