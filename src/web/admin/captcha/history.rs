//! `/admin/captcha/history`: the versions of the settings with their changes, and the way back to an older one.

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use crate::service::LISTED_VERSIONS;
use crate::web::admin::versions::{self, ChangeRow, VersionRow};
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
    /// The address of the form that a version is put into.
    form_href: &'static str,
    /// The version in force has values that cannot be used.
    is_partial: bool,
    /// Older versions are kept, but not listed.
    is_cut: bool,
    most: u32,
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
    let live = app.captchas.settings.current();
    let versions = versions::rows(&page, &history, live.version, |before, after| {
        changes(&page, before, after)
    });
    Ok(page::html(&HistoryPage {
        page,
        versions,
        form_href: "/admin/captcha",
        is_partial: live.is_partial,
        is_cut,
        most: LISTED_VERSIONS,
    }))
}
