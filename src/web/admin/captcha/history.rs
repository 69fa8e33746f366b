//! `/admin/captcha/history`: the versions of the settings with their changes, and the way back to an older one.

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use crate::service::LISTED_VERSIONS;
use crate::web::matches::rows::moment;
use crate::web::page::{self, Page};
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::words::error_texts;
use crate::web::{App, Error};
use rookery_captcha::Settings;

#[derive(Template)]
#[template(path = "admin/captcha_history.html")]
struct HistoryPage {
    page: Page,
    /// The newest first.
    versions: Vec<VersionRow>,
    /// Older versions are kept, but not listed.
    is_cut: bool,
    most: u32,
}

/// A version of the settings.
struct VersionRow {
    version: i64,
    when: String,
    day: String,
    by: String,
    /// Its changes; `None` if it was saved by another release and cannot be read.
    changes: Option<Vec<ChangeRow>>,
    is_in_force: bool,
    is_readable: bool,
}

/// A setting with two values.
pub struct ChangeRow {
    pub label: String,
    /// The older value.
    pub before: String,
    /// The newer value.
    pub after: String,
}

/// The differences between two settings.
pub fn changes(page: &Page, before: &Settings, after: &Settings) -> Vec<ChangeRow> {
    Settings::fields()
        .filter_map(|spec| {
            let (old, new) = (before.get(spec.key)?, after.get(spec.key)?);
            (old != new).then(|| ChangeRow {
                label: error_texts::setting_label(page, spec.key),
                before: old,
                after: new,
            })
        })
        .collect()
}

/// `GET /admin/captcha/history`
pub async fn show(State(app): State<App>, page: Page, visitor: Visitor) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, "/admin/captcha/history").await?;
    let (history, is_cut) = app.captchas.settings.history().await?;
    let in_force = app.captchas.settings.current().version;
    let versions = history
        .iter()
        .map(|kept| {
            let (when, day) = moment(kept.changed_ms);
            let both = kept.before.as_ref().zip(kept.settings.as_ref());
            VersionRow {
                version: kept.version,
                when,
                day,
                by: kept.by.clone().unwrap_or_else(|| page.t("somebody")),
                changes: both.map(|(before, after)| changes(&page, before, after)),
                is_in_force: kept.version == in_force,
                is_readable: kept.settings.is_some(),
            }
        })
        .collect();
    Ok(page::html(&HistoryPage {
        page,
        versions,
        is_cut,
        most: LISTED_VERSIONS,
    }))
}
