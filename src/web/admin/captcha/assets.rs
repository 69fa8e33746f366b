//! `/admin/captcha/assets`: the fonts and backgrounds in use, with upload and removal.

use askama::Template;
use axum::extract::{FromRequest, Multipart, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::service::{MAX_UPLOADED_BYTES, MAX_UPLOADS, Missing, NotKept, Uploaded};
use crate::store::{AssetInfo, AssetKind};
use crate::web::admin::captcha::samples::{drawn_by, png};
use crate::web::error::with_query;
use crate::web::matches::rows::moment;
use crate::web::page::{self, Page};
use crate::web::request::body::{Body, Nothing, has_type};
use crate::web::request::fields;
use crate::web::request::fields::TypedFields;
use crate::web::request::upload;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::words::error_texts;
use crate::web::{App, Error};
use rookery_captcha::{Assets, Content, Look, Reason, Scale, Source};
use rookery_games::Message;
use rookery_games::Registry;

/// The address of this page.
pub const HERE: &str = "/admin/captcha/assets";
/// Maximum number of files per upload.
const MAX_AT_ONCE: usize = 20;
/// Maximum size of one file.
const MAX_FILE_BYTES: usize = 8 << 20;
/// The settings with directories of files.
pub const DIRECTORIES: [&str; 2] = ["classic.fonts_dir", "classic.backgrounds_dir"];

/// A file that is not used.
pub struct SkippedRow {
    pub name: String,
    /// Why.
    pub reason: String,
}

#[derive(Template)]
#[template(path = "admin/captcha_assets.html")]
struct AssetsPage {
    page: Page,
    fonts: Vec<AssetRow>,
    /// No font can be used: the built-in one is drawn.
    is_built_in: bool,
    backgrounds: Vec<AssetRow>,
    skipped: Vec<SkippedRow>,
    uploads: Vec<UploadRow>,
    /// The results of an upload.
    outcomes: Vec<OutcomeRow>,
    /// Nothing was chosen.
    is_empty: bool,
    is_rescanned: bool,
    is_removed: bool,
    /// The limits in a sentence.
    limits: String,
}

/// A font or a background in use.
struct AssetRow {
    name: String,
    /// The origin of the file, in words.
    source: String,
    /// The address of its picture.
    src: String,
}

/// A file that was uploaded.
struct UploadRow {
    id: String,
    name: String,
    kind: String,
    kilobytes: String,
    by: String,
    /// When, for machines.
    when: String,
    day: String,
}

/// The result for a file.
struct OutcomeRow {
    name: String,
    words: String,
    is_kept: bool,
}

/// `GET /admin/captcha/assets`, also for directories that are not saved: `?classic.fonts_dir=…`.
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(fields): Query<TypedFields>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    let mut shown = build(&app, page, &fields).await?;
    shown.is_rescanned = fields.contains_key("rescanned");
    shown.is_removed = fields.contains_key("removed");
    Ok(page::html(&shown))
}

/// `POST /admin/captcha/assets`: files to be kept. Those that cannot be used are named with the reason; the others are kept.
pub async fn upload(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    request: Request,
) -> Result<Response, Error> {
    let admin = authorize::admin(&app, &visitor, HERE).await?;
    if !has_type(request.headers(), "multipart/form-data") {
        return Err(Error::NotMultipart);
    }
    let body = Multipart::from_request(request, &app).await;
    let body = body.map_err(|error| upload::unreadable(&error.body_text()))?;
    let (files, mut outcomes) = files_of(body, &page).await?;
    let is_empty = files.is_empty() && outcomes.is_empty();
    let kept = app.captchas.tools.uploads.add(files, admin.id).await?;
    outcomes.extend(kept.iter().map(|file| outcome(&page, file)));
    let is_right = !is_empty && outcomes.iter().all(|outcome| outcome.is_kept);
    let mut shown = build(&app, page, &TypedFields::new()).await?;
    shown.outcomes = outcomes;
    shown.is_empty = is_empty;
    let status = match is_right {
        true => StatusCode::OK,
        false => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Ok(page::html_with(status, &shown))
}

/// The button of a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct RemoveFields {
    id: String,
}

impl fields::Fields for RemoveFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<fields::Field> {
        vec![fields::Field::text("id")]
    }
}

/// `POST /admin/captcha/assets/remove`
pub async fn remove(
    State(app): State<App>,
    visitor: Visitor,
    Body(fields): Body<RemoveFields>,
) -> Result<Response, Error> {
    let admin = authorize::admin(&app, &visitor, HERE).await?;
    let id = fields.id.parse().map_err(|_| Error::NotFound)?;
    match app.captchas.tools.uploads.remove(id, admin.id).await? {
        true => Ok(Redirect::to(&format!("{HERE}?removed=1")).into_response()),
        false => Err(Error::NotFound),
    }
}

/// `POST /admin/captcha/assets/rescan`: reads the directories again, on every node.
pub async fn rescan(
    State(app): State<App>,
    visitor: Visitor,
    _: Body<Nothing>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    app.captchas.settings.rescan().await?;
    Ok(Redirect::to(&format!("{HERE}?rescanned=1")).into_response())
}

/// `GET /admin/captcha/fonts/{n}`: the letters of a font.
pub async fn font(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Path(n): Path<usize>,
    Query(fields): Query<TypedFields>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    let assets = drawn_by(&app, &page, &fields).await?.assets;
    let look = Look::at(Scale::Two);
    let job = move || assets.font_preview(n, look).transpose();
    app.captchas
        .tools
        .threads
        .draw(job)
        .await?
        .map(png)
        .ok_or(Error::NotFound)
}

/// `GET /admin/captcha/backgrounds/{n}`: a background, made smaller.
pub async fn background(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Path(n): Path<usize>,
    Query(fields): Query<TypedFields>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    let assets = drawn_by(&app, &page, &fields).await?.assets;
    let job = move || assets.background_thumbnail(n).transpose();
    app.captchas
        .tools
        .threads
        .draw(job)
        .await?
        .map(png)
        .ok_or(Error::NotFound)
}

/// Sentences about directories that are not there.
pub fn missing_directories(page: &Page, missing: Missing) -> Vec<String> {
    let fonts = missing.fonts.then(|| page.t("captcha-no-fonts-dir"));
    let backgrounds = missing
        .backgrounds
        .then(|| page.t("captcha-no-backgrounds-dir"));
    fonts.into_iter().chain(backgrounds).collect()
}

async fn build(app: &App, page: Page, fields: &TypedFields) -> Result<AssetsPage, Error> {
    let assets = drawn_by(app, &page, fields).await?.assets;
    let uploads = app.captchas.tools.uploads.list().await?;
    let limits = Message::new("assets-limits")
        .with("files", MAX_AT_ONCE)
        .with("megabytes", MAX_FILE_BYTES >> 20)
        .with("kept", MAX_UPLOADS)
        .with("all", MAX_UPLOADED_BYTES >> 20);
    let skipped = assets.rejected.iter().map(|file| SkippedRow {
        name: file.name.clone(),
        reason: error_texts::skipped(&page, &file.reason),
    });
    Ok(AssetsPage {
        fonts: fonts(&page, &assets, fields),
        is_built_in: assets.fonts.is_empty(),
        backgrounds: rows(
            &page,
            "backgrounds",
            (assets.backgrounds.names(), assets.backgrounds.sources()),
            fields,
        ),
        skipped: skipped.collect(),
        uploads: uploads.iter().map(|file| upload_row(&page, file)).collect(),
        outcomes: Vec::new(),
        is_empty: false,
        is_rescanned: false,
        is_removed: false,
        limits: page.say(&limits),
        page,
    })
}

fn fonts(page: &Page, assets: &Assets, fields: &TypedFields) -> Vec<AssetRow> {
    let built_in = ["DejaVuSans-Bold.ttf".to_owned()];
    match assets.fonts.is_empty() {
        true => rows(page, "fonts", (&built_in, &[Source::Shipped]), fields),
        false => rows(
            page,
            "fonts",
            (assets.fonts.names(), assets.fonts.sources()),
            fields,
        ),
    }
}

fn rows(
    page: &Page,
    what: &str,
    (names, sources): (&[String], &[Source]),
    fields: &TypedFields,
) -> Vec<AssetRow> {
    let directories: Vec<(&str, String)> = DIRECTORIES
        .iter()
        .filter_map(|key| Some((*key, fields.get(*key)?.clone())))
        .collect();
    names
        .iter()
        .zip(sources)
        .enumerate()
        .map(|(n, (name, source))| AssetRow {
            name: name.clone(),
            source: page.t(match source {
                Source::Shipped => "asset-shipped",
                Source::Directory => "asset-directory",
                Source::Uploaded => "asset-uploaded",
            }),
            src: address(&format!("/admin/captcha/{what}/{n}"), &directories),
        })
        .collect()
}

/// An address, with a query if there are values.
pub fn address(path: &str, values: &[(&str, String)]) -> String {
    match values.is_empty() {
        true => path.to_owned(),
        false => with_query(path, values),
    }
}

fn upload_row(page: &Page, file: &AssetInfo) -> UploadRow {
    let (when, day) = moment(file.added_ms);
    UploadRow {
        id: file.id.to_string(),
        name: file.name.clone(),
        kind: page.t(match file.kind {
            AssetKind::Font => "asset-font",
            // There are no logos in this list.
            AssetKind::Background | AssetKind::Logo => "asset-background",
        }),
        kilobytes: format!("{:.1}", file.bytes as f64 / 1024.0),
        by: file
            .added_by_name
            .clone()
            .unwrap_or_else(|| page.t("somebody")),
        when,
        day,
    }
}

fn outcome(page: &Page, file: &Uploaded) -> OutcomeRow {
    let words = match &file.outcome {
        Ok(Content::Font) => page.t("upload-font"),
        Ok(Content::Background) => page.t("upload-background"),
        Err(NotKept::Unusable(reason)) => error_texts::skipped(page, reason),
        Err(NotKept::Broke) => page.t("upload-broke"),
        Err(NotKept::Known(name)) => page.t1("upload-known", "name", name),
        Err(NotKept::NameTaken) => page.t("upload-name-taken"),
        Err(NotKept::NoMoreRoom) => page.t("upload-no-room"),
        Err(NotKept::NoMoreMemory) => page.t("upload-no-memory"),
    };
    OutcomeRow {
        name: file.name.clone(),
        words,
        is_kept: file.outcome.is_ok(),
    }
}

type Files = Vec<(String, Vec<u8>)>;

/// The files of a form, and the refused ones: too many or too large. Fields without a file name are ignored.
async fn files_of(mut body: Multipart, page: &Page) -> Result<(Files, Vec<OutcomeRow>), Error> {
    let (mut files, mut refused) = (Files::new(), Vec::new());
    while let Some(mut field) = body.next_field().await.map_err(upload::broken)? {
        let name = field.file_name().unwrap_or_default().to_owned();
        let bytes = upload::bytes_of(&mut field, MAX_FILE_BYTES).await?;
        if name.is_empty() {
            continue;
        }
        let why = match bytes {
            Some(bytes) if files.len() < MAX_AT_ONCE => {
                files.push((name, bytes));
                continue;
            }
            Some(_) => page.t("upload-too-many"),
            None => {
                let max = MAX_FILE_BYTES;
                error_texts::skipped(page, &Reason::TooManyBytes { max })
            }
        };
        // Of thousands of files, only the first refused ones are named.
        if refused.len() < MAX_AT_ONCE {
            refused.push(OutcomeRow {
                name,
                words: why,
                is_kept: false,
            });
        }
    }
    Ok((files, refused))
}
