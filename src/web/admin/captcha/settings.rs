//! `/admin/captcha`: the settings of the captcha, with samples of unsaved values.

use askama::Template;
use axum::extract::{FromRequest, Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::ids::UserId;
use crate::service;
use crate::store;
use crate::web::admin::captcha::assets::{self, SkippedRow};
use crate::web::admin::captcha::bench::{self, BotGauge};
use crate::web::admin::captcha::form::{self, FieldGroup, FieldRow, Section, UnsentSwitch};
use crate::web::admin::captcha::history::changes;
use crate::web::admin::captcha::person::{self, PersonGauge};
use crate::web::admin::captcha::protection;
use crate::web::admin::captcha::samples::{self, ContactSheet};
use crate::web::admin::versions::ConflictNotice;
use crate::web::page::{self, Page};
use crate::web::request::body::{Body, has_type};
use crate::web::request::fields::{self, Field, Shape, TypedFields};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::words::error_texts;
use crate::web::{App, Error};
use rookery_captcha::{Kind, Preset, Settings};
use rookery_games::Message;
use rookery_games::Registry;

const HERE: &str = "/admin/captcha";
/// The libraries that draw, with their versions.
const LIBRARY: &str = "image 0.25 / imageproc 0.27 / ab_glyph 0.2";

#[derive(Template)]
#[template(path = "admin/captcha.html")]
struct CaptchaPage {
    page: Page,
    form: Form,
    /// The version that is shown; it travels with the form.
    version: i64,
    /// The choice of the preset.
    preset: Option<FieldRow>,
    /// The fieldsets with settings.
    sections: Vec<Section>,
    /// The directories of fonts and backgrounds.
    directories: FieldGroup,
    /// The seed of the samples; it travels with the form.
    seed: u32,
    contact_sheet: ContactSheet,
    /// The difficulty of these values for a program.
    gauge: BotGauge,
    /// The results of visitors with the current settings.
    person: PersonGauge,
    /// The protection of the site beside the picture, in sentences.
    protection: Vec<String>,
    /// The address of the reading test, to be sent to members.
    reading_test: String,
    /// The samples are shown as on a dark page.
    is_dark: bool,
    /// The address at which the fonts and backgrounds of these directories can be looked at.
    assets_href: String,
    /// The number of fonts in use.
    fonts: usize,
    /// The number of backgrounds in use.
    backgrounds: usize,
    /// Files that are not used, and why.
    skipped: Vec<SkippedRow>,
    /// Notices about missing directories and their replacements.
    notices: Vec<String>,
    /// The drawing library and its version.
    library: &'static str,
    /// Somebody else saved first.
    conflict: Option<ConflictNotice>,
    is_saved: bool,
    /// The older version whose values are in the form, if any.
    again: Option<i64>,
    /// The values in the form are the measured ones.
    is_measured: bool,
    /// The preset is one that machines read.
    is_weak: bool,
    /// Notices about values that do not do what they seem to.
    doubts: Vec<String>,
}

/// `GET /admin/captcha[?version=N]`: the current settings, or those of an older version to be used again.
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<TypedFields>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    let again = query.get("version").and_then(|v| v.parse::<i64>().ok());
    let measured = query
        .get("from")
        .filter(|from| *from == "bench")
        .and_then(|_| bench::gauge(&app, &page, None).measured);
    let is_measured = measured.is_some() && again.is_none();
    let settings = match (again, measured) {
        (Some(version), _) => app
            .captchas
            .settings
            .version_again(version)
            .await?
            .ok_or(Error::NotFound)?,
        (None, Some(measured)) => measured,
        (None, None) => app.captchas.settings.current().drawing.settings.clone(),
    };
    let mut shown = build(&app, page, form::filled(&settings), settings, &query).await?;
    shown.again = again;
    shown.is_measured = is_measured;
    shown.is_saved = query.contains_key("saved");
    Ok(page::html(&shown))
}

/// The fields of the form: every setting under its key, and those of the page itself.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct SettingsFields(TypedFields);

impl fields::Fields for SettingsFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        let own = [
            Field::text("act"),
            Field::number("version", 0, i64::MAX),
            Field::number("seed", 0, u32::MAX.into()),
            Field::number("scale", 1, 2),
            Field::text("theme"),
        ];
        let settings = Settings::fields().map(|spec| match spec.kind {
            Kind::Switch => Field::of(spec.key, Shape::Switch),
            Kind::Number { min, max } => Field::number(spec.key, min.into(), max.into()),
            Kind::Directory | Kind::Choice(_) => Field::text(spec.key),
        });
        own.into_iter().chain(settings).collect()
    }
}

/// `POST /admin/captcha`: save, look at samples first, have the values measured, or back to factory.
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    request: Request,
) -> Result<Response, Error> {
    let admin = authorize::admin(&app, &visitor, HERE).await?;
    let is_form = has_type(request.headers(), "application/x-www-form-urlencoded");
    let Body(SettingsFields(mut fields)) = Body::from_request(request, &app).await?;
    if fields.is_empty() {
        return Err(Error::Invalid(Message::new("captcha-nothing-sent")));
    }
    // The page always sends its version. Whatever else leaves a switch out does not mean to switch it off.
    let unsent = match is_form && fields.contains_key("version") {
        true => UnsentSwitch::Off,
        false => UnsentSwitch::Kept,
    };
    let live = app.captchas.settings.current();
    let seen: i64 = fields
        .get("version")
        .and_then(|v| v.parse().ok())
        .unwrap_or(live.version);
    let act = fields
        .get("act")
        .cloned()
        .unwrap_or_else(|| "save".to_owned());
    if act == "factory" {
        let factory = app.captchas.settings.factory().clone();
        let form = form::filled(&factory);
        let by = (seen, admin.id);
        return save(&app, page, form, factory, &fields, by).await;
    }
    let (settings, mut form) = form::read(&app, &page, &fields, unsent);
    if act == "save" && form.is_right() {
        let tried = app.captchas.settings.unsaved(settings.clone()).await?;
        form::refuse_missing(&app, &page, &mut form, &tried);
    }
    if !form.is_right() {
        let current = live.drawing.settings.clone();
        let mut shown = build(&app, page, form, current, &fields).await?;
        shown.version = seen;
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Ok(page::html_refused(status, None, &shown, &shown.form));
    }
    match act.as_str() {
        "preview" | "letters" => {
            if act == "letters" {
                fields.remove("seed");
            }
            let mut shown = build(&app, page, form, settings, &fields).await?;
            shown.version = seen;
            Ok(page::html(&shown))
        }
        "measure" => match bench::start(&app, settings.clone()).await? {
            Some(started) => Ok(started),
            None => {
                form.refuse_whole(page.t("bench-busy"));
                let mut shown = build(&app, page, form, settings, &fields).await?;
                shown.version = seen;
                let status = StatusCode::CONFLICT;
                Ok(page::html_refused(status, None, &shown, &shown.form))
            }
        },
        "save" => {
            let by = (seen, admin.id);
            save(&app, page, form, settings, &fields, by).await
        }
        _ => Err(Error::BadRequest(Message::new("error-act"))),
    }
}

async fn save(
    app: &App,
    page: Page,
    form: Form,
    settings: Settings,
    fields: &TypedFields,
    (seen, by): (i64, UserId),
) -> Result<Response, Error> {
    match app.captchas.settings.save(&settings, seen, by).await {
        Ok(()) => Ok(Redirect::to(&format!("{HERE}?saved=1")).into_response()),
        Err(service::Error::Store(store::Error::Conflict)) => {
            app.captchas.settings.refresh().await?;
            let conflict = conflict(app, &page, seen).await?;
            let mut shown = build(app, page, form, settings, fields).await?;
            shown.conflict = Some(conflict);
            let status = StatusCode::CONFLICT;
            Ok(page::html_refused(status, None, &shown, &shown.form))
        }
        Err(error) => Err(error.into()),
    }
}

async fn build(
    app: &App,
    page: Page,
    form: Form,
    settings: Settings,
    fields: &TypedFields,
) -> Result<CaptchaPage, Error> {
    let live = app.captchas.settings.current();
    let unsaved = app.captchas.settings.unsaved(settings).await?;
    let (assets, missing) = (&unsaved.drawing.assets, unsaved.missing);
    let mut notices = Vec::new();
    if live.is_partial {
        notices.push(page.t("captcha-saved-unusable"));
    }
    notices.extend(assets::missing_directories(&page, missing));
    let skipped = assets.rejected.iter().map(|s| SkippedRow {
        name: s.name.clone(),
        reason: error_texts::skipped(&page, &s.reason),
    });
    let (seed, look) = (form::seed(fields), form::look(&page, fields));
    let form = form::look_query(look)
        .into_iter()
        .fold(form, |form, (key, value)| form.with(key, value));
    Ok(CaptchaPage {
        version: live.version,
        preset: form::preset_row(app, &page),
        sections: form::sections(app, &page, &form),
        directories: form::directories(app, &page, &form),
        seed,
        contact_sheet: samples::sheet(app, &page, &unsaved.drawing, seed, look).await?,
        gauge: bench::gauge(app, &page, Some(&unsaved)),
        person: person::gauge(app, &page).await?,
        protection: protection::sentences(app, &page).await?,
        reading_test: format!("{}/reading-test", page.link_base.address()),
        is_dark: form.has("theme", "dark"),
        assets_href: assets_href(&unsaved.drawing.settings, &live.drawing.settings),
        fonts: assets.fonts.len(),
        backgrounds: assets.backgrounds.len(),
        skipped: skipped.collect(),
        notices,
        library: LIBRARY,
        conflict: None,
        is_saved: false,
        again: None,
        is_measured: false,
        is_weak: live.drawing.settings.preset == Preset::Classic,
        doubts: protection::doubts(
            &page,
            &unsaved.drawing.settings.defence,
            app.config.captcha.life_s,
        ),
        page,
        form,
    })
}

/// The address of the assets page; unsaved directories are passed in the query.
fn assets_href(shown: &Settings, saved: &Settings) -> String {
    let directories: Vec<(&str, String)> = assets::DIRECTORIES
        .iter()
        .filter(|key| shown.get(key) != saved.get(key))
        .filter_map(|key| Some((*key, shown.get(key)?)))
        .collect();
    assets::address(assets::HERE, &directories)
}

async fn conflict(app: &App, page: &Page, seen: i64) -> Result<ConflictNotice, Error> {
    let settings = &app.captchas.settings;
    let before = settings
        .version(seen)
        .await?
        .unwrap_or_else(|| settings.factory().clone());
    let now = settings.current();
    let by = settings
        .changed_by()
        .await?
        .unwrap_or_else(|| page.t("somebody"));
    Ok(ConflictNotice {
        by,
        changes: changes(page, &before, &now.drawing.settings),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_libraries_are_those_that_are_built_in() {
        let lock = include_str!("../../../../Cargo.lock");
        for library in LIBRARY.split(" / ") {
            let (name, version) = library.split_once(' ').unwrap();
            let begin = format!("name = \"{name}\"\nversion = \"");
            let found = lock.split(&begin).nth(1).unwrap();
            assert!(found.starts_with(&format!("{version}.")), "{library}");
        }
    }
}
