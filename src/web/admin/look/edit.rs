//! `/admin/look`: name, logo, accent, welcome, notice, imprint and privacy page, with a sample of unsaved values.

use askama::Template;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::ids::UserId;
use crate::look::Logo;
use crate::service;
use crate::store;
use crate::web::admin::look::draft::Draft;
use crate::web::admin::look::history;
use crate::web::admin::look::sample::{self, Brand, Pane};
use crate::web::admin::look::submission::Submission;
use crate::web::admin::versions::ConflictNotice;
use crate::web::page::{self, Page};
use crate::web::request::fields::TypedFields;
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::site::look::logo_file;
use crate::web::{App, Error};
use rookery_games::Message;

const HERE: &str = "/admin/look";

#[derive(Template)]
#[template(path = "admin/look/edit.html")]
struct LookPage {
    page: Page,
    form: Form,
    /// The version that is shown; it travels with the form.
    version: i64,
    /// Logo and name of the form.
    brand: Brand,
    panes: [Pane; 2],
    /// Fields that environment or command line fix.
    locked: Vec<&'static str>,
    /// Somebody else saved first.
    conflict: Option<ConflictNotice>,
    is_saved: bool,
    /// The form was sent to be looked at.
    is_preview: bool,
    /// The older version whose values are in the form, if any.
    again: Option<i64>,
}

impl LookPage {
    fn new(app: &App, page: Page, draft: Draft) -> Self {
        let Draft { look, form } = draft;
        LookPage {
            version: app.look.current().version,
            brand: sample::brand(&look),
            panes: sample::panes(&page, &look),
            locked: app.look.locked(),
            conflict: None,
            is_saved: false,
            is_preview: false,
            again: None,
            page,
            form,
        }
    }

    fn is_locked(&self, key: &str) -> bool {
        self.locked.contains(&key)
    }
}

/// `GET /admin/look[?version=N]`: the look in force, or an older version's to be used again.
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<TypedFields>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    let again = query.get("version").and_then(|v| v.parse::<i64>().ok());
    let look = match again {
        Some(version) => {
            let look = app.look.version_again(version).await?;
            look.ok_or(Error::NotFound)?
        }
        None => app.look.current().look.clone(),
    };
    let mut shown = LookPage::new(&app, page, Draft::of(look));
    shown.again = again;
    shown.is_saved = query.contains_key("saved");
    Ok(page::html(&shown))
}

/// `POST /admin/look`: save, or look at it first.
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    request: Request,
) -> Result<Response, Error> {
    let admin = authorize::admin(&app, &visitor, HERE).await?.id;
    let sent = Submission::read(request, &app).await?;
    let is_preview = match sent.get("act") {
        None | Some("save") => false,
        Some("preview") => true,
        Some(_) => return Err(Error::BadRequest(Message::new("error-act"))),
    };
    let current = app.look.current().version;
    let seen = sent
        .get("version")
        .and_then(|v| v.parse().ok())
        .unwrap_or(current);
    let draft = Draft::sent(&app, &page, admin, sent).await?;
    if draft.form.is_right() && !is_preview {
        return save(&app, page, draft, (seen, admin)).await;
    }
    let status = match draft.form.is_right() {
        true => StatusCode::OK,
        false => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let mut shown = LookPage::new(&app, page, draft);
    shown.version = seen;
    shown.is_preview = status == StatusCode::OK;
    Ok(page::html_refused(status, None, &shown, &shown.form))
}

async fn save(
    app: &App,
    page: Page,
    draft: Draft,
    (seen, by): (i64, UserId),
) -> Result<Response, Error> {
    match app.look.save(&draft.look, seen, by).await {
        Ok(()) => Ok(Redirect::to(&format!("{HERE}?saved=1")).into_response()),
        Err(service::Error::Store(store::Error::Conflict)) => {
            app.look.refresh().await?;
            let conflict = conflict(app, &page, seen).await?;
            let mut shown = LookPage::new(app, page, draft);
            shown.conflict = Some(conflict);
            let status = StatusCode::CONFLICT;
            Ok(page::html_refused(status, None, &shown, &shown.form))
        }
        Err(error) => Err(error.into()),
    }
}

async fn conflict(app: &App, page: &Page, seen: i64) -> Result<ConflictNotice, Error> {
    let now = app.look.current();
    let before = app.look.version(seen).await?;
    let by = app.look.changed_by().await?;
    Ok(ConflictNotice {
        by: by.unwrap_or_else(|| page.t("somebody")),
        changes: before.map_or_else(Vec::new, |before| {
            history::changes(page, &before, &now.look)
        }),
    })
}

/// `?name=…`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LogoQuery {
    name: String,
}

/// `GET /admin/look/logo?name=…`: a logo that is kept, in force or not.
pub async fn logo(
    State(app): State<App>,
    visitor: Visitor,
    Query(query): Query<LogoQuery>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    let logo: Logo = query.name.parse().map_err(|_| Error::NotFound)?;
    let served = app.look.logo(&logo).await?.ok_or(Error::NotFound)?;
    // The name says what the bytes are.
    let keep = HeaderValue::from_static("private, max-age=3600");
    Ok(logo_file(&served, keep))
}
