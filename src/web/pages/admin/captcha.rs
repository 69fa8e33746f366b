//! `/admin/captcha`: the settings of the captcha, with a preview of values that are not saved.

use std::collections::HashMap;

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

use crate::arena;
use crate::captcha::{Group, Kind, Look, Preset, Settings};
use crate::games::Message;
use crate::ids::UserId;
use crate::store;
use crate::web::body::Body;
use crate::web::error::with_query;
use crate::web::form::Form;
use crate::web::guard;
use crate::web::page::{self, Page};
use crate::web::who::Visitor;
use crate::web::words_of;
use crate::web::{App, Error};

const HERE: &str = "/admin/captcha";
/// Pictures in the preview.
const SAMPLES: u64 = 6;

#[derive(Template)]
#[template(path = "admin/captcha.html")]
struct CaptchaPage {
    page: Page,
    form: Form,
    /// The fieldsets with settings.
    groups: Vec<FieldGroup>,
    /// The version that is shown; it travels with the form.
    version: i64,
    /// Addresses of the preview pictures.
    previews: Vec<String>,
    /// Fonts in use.
    fonts: Vec<String>,
    /// Backgrounds in use.
    backgrounds: Vec<String>,
    /// Files that are not used, and why.
    skipped: Vec<SkippedRow>,
    /// What stands in for a directory that is not there.
    notices: Vec<String>,
    /// The drawing library and its version.
    library: &'static str,
    /// Somebody else saved first.
    conflict: Option<ConflictNotice>,
    is_saved: bool,
    /// The preset is one that machines read.
    is_weak: bool,
}

/// A fieldset.
struct FieldGroup {
    legend: String,
    fields: Vec<FieldRow>,
}

/// A setting as the form shows it. `kind` is `switch`, `number`, `choice` or `directory`.
struct FieldRow {
    key: &'static str,
    label: String,
    kind: &'static str,
    min: u32,
    max: u32,
    /// The words of a choice.
    choices: Vec<(&'static str, &'static str)>,
    factory: String,
    /// Environment or command line fix the value.
    is_locked: bool,
}

/// A file that is not used.
struct SkippedRow {
    name: String,
    reason: String,
}

/// What somebody else saved meanwhile.
struct ConflictNotice {
    by: String,
    changes: Vec<ChangeRow>,
}

/// A setting that somebody else changed.
struct ChangeRow {
    label: String,
    before: String,
    after: String,
}

type Fields = HashMap<String, String>;

/// `GET /admin/captcha`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<Fields>,
) -> Result<Response, Error> {
    guard::admin(&app, &visitor, HERE).await?;
    let live = app.captchas.current();
    let form = filled(&live.drawing.settings);
    let mut shown = build(&app, page, form, &live.drawing.settings).await;
    shown.is_saved = query.contains_key("saved");
    Ok(page::html(&shown))
}

/// `POST /admin/captcha`: save, look at the preview first, or back to factory.
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<Fields>,
) -> Result<Response, Error> {
    let admin = guard::admin(&app, &visitor, HERE).await?;
    let live = app.captchas.current();
    let seen: i64 = fields
        .get("version")
        .and_then(|v| v.parse().ok())
        .unwrap_or(live.version);
    let act = fields.get("act").map_or("save", String::as_str);
    if act == "factory" {
        let factory = app.captchas.factory().clone();
        return save(&app, page, filled(&factory), &factory, seen, admin.id).await;
    }
    let (settings, form) = read(&app, &page, &fields);
    if !form.is_right() {
        let shown = build(&app, page, form, &live.drawing.settings).await;
        return Ok(page::html_with(StatusCode::UNPROCESSABLE_ENTITY, &shown));
    }
    match act {
        "preview" => {
            let mut shown = build(&app, page, form, &settings).await;
            shown.version = seen;
            Ok(page::html(&shown))
        }
        "save" => save(&app, page, form, &settings, seen, admin.id).await,
        _ => Err(Error::BadRequest(Message::new("error-act"))),
    }
}

async fn save(
    app: &App,
    page: Page,
    form: Form,
    settings: &Settings,
    seen: i64,
    by: UserId,
) -> Result<Response, Error> {
    match app.captchas.save(settings, seen, by).await {
        Ok(()) => Ok(Redirect::to(&format!("{HERE}?saved=1")).into_response()),
        Err(arena::Error::Store(store::Error::Conflict)) => {
            app.captchas.refresh().await?;
            let conflict = conflict(app, &page, seen).await?;
            let mut shown = build(app, page, form, settings).await;
            shown.conflict = Some(conflict);
            Ok(page::html_with(StatusCode::CONFLICT, &shown))
        }
        Err(error) => Err(error.into()),
    }
}

/// `GET /admin/captcha/preview/{n}?<values>&seed=…`: one picture with values that are not saved.
pub async fn preview(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Path(n): Path<u64>,
    Query(fields): Query<Fields>,
) -> Result<Response, Error> {
    guard::admin(&app, &visitor, HERE).await?;
    let (settings, form) = read(&app, &page, &fields);
    if !form.is_right() {
        return Err(Error::Invalid(Message::new("error-preview")));
    }
    let seed = fields
        .get("seed")
        .and_then(|s| s.parse::<u64>().ok())
        .unwrap_or(0)
        .wrapping_add(n);
    let live = app.captchas.unsaved(settings).await.drawing;
    let code = live.code(&mut ChaCha12Rng::seed_from_u64(seed));
    let drawing = app
        .captchas
        .draw(move || live.draw(&code, seed, Look::default()))
        .await?;
    Ok((
        [(header::CONTENT_TYPE, HeaderValue::from_static("image/png"))],
        drawing.png,
    )
        .into_response())
}

/// Reads all fields; what is wrong stands at its field, and everything typed is kept.
fn read(app: &App, page: &Page, fields: &Fields) -> (Settings, Form) {
    let current = app.captchas.current();
    let mut settings = current.drawing.settings.clone();
    let mut form = Form::new();
    for spec in Settings::fields() {
        let is_switch = spec.kind == Kind::Switch;
        // A box that is not ticked is not sent.
        let typed = match fields.get(spec.key) {
            Some(text) => text.clone(),
            None if is_switch => "false".to_owned(),
            None => settings.get(spec.key).unwrap_or_default(),
        };
        if app.captchas.is_locked(spec.key) {
            form = form.with(spec.key, settings.get(spec.key).unwrap_or_default());
            continue;
        }
        if let Err(error) = settings.set(spec.key, &typed) {
            form.refuse(spec.key, words_of::setting(page, &error));
        }
        form = form.with(spec.key, typed);
    }
    if form.is_right()
        && let Err(errors) = settings.validate()
    {
        for error in errors {
            form.refuse(error.field, words_of::setting(page, &error));
        }
    }
    (settings, form)
}

fn filled(settings: &Settings) -> Form {
    Settings::fields().fold(Form::new(), |form, spec| {
        form.with(spec.key, settings.get(spec.key).unwrap_or_default())
    })
}

async fn build(app: &App, page: Page, form: Form, settings: &Settings) -> CaptchaPage {
    let live = app.captchas.current();
    let unsaved = app.captchas.unsaved(settings.clone()).await;
    let (assets, missing) = (&unsaved.drawing.assets, unsaved.missing);
    let mut notices = Vec::new();
    if missing.fonts {
        notices.push(page.t("captcha-no-fonts-dir"));
    }
    if missing.backgrounds {
        notices.push(page.t("captcha-no-backgrounds-dir"));
    }
    let skipped = assets
        .skipped
        .iter()
        .map(|s| SkippedRow {
            name: s.name.clone(),
            reason: words_of::skipped(&page, &s.reason),
        })
        .collect();
    let seed: u32 = rand::random();
    let values: Vec<(&str, String)> = Settings::fields()
        .map(|spec| (spec.key, settings.get(spec.key).unwrap_or_default()))
        .chain([("seed", seed.to_string())])
        .collect();
    let previews = (0..SAMPLES)
        .map(|n| with_query(&format!("{HERE}/preview/{n}"), &values))
        .collect();
    CaptchaPage {
        groups: groups(app, &page),
        version: live.version,
        previews,
        fonts: assets.fonts.names().to_vec(),
        backgrounds: assets.backgrounds.names().to_vec(),
        skipped,
        notices,
        library: "image 0.25 / imageproc 0.27 / ab_glyph 0.2",
        conflict: None,
        is_saved: false,
        is_weak: live.drawing.settings.preset == Preset::Classic,
        page,
        form,
    }
}

fn groups(app: &App, page: &Page) -> Vec<FieldGroup> {
    [
        (Group::Preset, "captcha-preset-settings"),
        (Group::Word, "captcha-word-settings"),
        (Group::Letters, "captcha-letters-settings"),
        (Group::Line, "captcha-line-settings"),
        (Group::Ground, "captcha-ground-settings"),
        (Group::Ways, "captcha-ways-settings"),
        (Group::Defence, "captcha-defence-settings"),
        (Group::Fonts, "captcha-fonts-settings"),
        (Group::Image, "captcha-image-settings"),
    ]
    .into_iter()
    .map(|(group, legend)| FieldGroup {
        legend: page.t(legend),
        fields: Settings::fields()
            .filter(|spec| spec.group == group)
            .map(|spec| {
                let (kind, min, max, choices) = match spec.kind {
                    Kind::Switch => ("switch", 0, 1, Vec::new()),
                    Kind::Number { min, max } => ("number", min, max, Vec::new()),
                    Kind::Directory => ("directory", 0, 0, Vec::new()),
                    Kind::Choice(words) => {
                        ("choice", 0, 0, words.iter().map(|w| (*w, *w)).collect())
                    }
                };
                FieldRow {
                    key: spec.key,
                    label: words_of::setting_label(page, spec.key),
                    kind,
                    min,
                    max,
                    choices,
                    factory: app.captchas.factory().get(spec.key).unwrap_or_default(),
                    is_locked: app.captchas.is_locked(spec.key),
                }
            })
            .collect(),
    })
    .collect()
}

async fn conflict(app: &App, page: &Page, seen: i64) -> Result<ConflictNotice, Error> {
    let captchas = &app.captchas;
    let before = captchas
        .version(seen)
        .await?
        .unwrap_or_else(|| captchas.factory().clone());
    let now = captchas.current();
    let changes = Settings::fields()
        .filter_map(|spec| {
            let (old, new) = (before.get(spec.key)?, now.drawing.settings.get(spec.key)?);
            (old != new).then(|| ChangeRow {
                label: words_of::setting_label(page, spec.key),
                before: old,
                after: new,
            })
        })
        .collect();
    let by = captchas
        .changed_by()
        .await?
        .unwrap_or_else(|| page.t("somebody"));
    Ok(ConflictNotice { by, changes })
}
