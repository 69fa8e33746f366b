//! `/admin/look/history`: the versions of the look with their changes, and the way back to an older one.

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use crate::look;
use crate::look::{Look, beginning};
use crate::service::LISTED_VERSIONS;
use crate::web::admin::versions::{self, ChangeRow, VersionRow};
use crate::web::page::{self, Page};
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};

/// The most characters of a text that are shown: a hundred versions of long pages would be megabytes.
const MAX_SHOWN: usize = 240;
/// Digits of a logo's hash that are shown.
const SHOWN_DIGITS: usize = 8;

#[derive(Template)]
#[template(path = "admin/look/history.html")]
struct HistoryPage {
    page: Page,
    /// The newest first.
    versions: Vec<VersionRow>,
    /// The address of the form that a version is put into.
    form_href: &'static str,
    /// Older versions are kept, but not listed.
    is_cut: bool,
    most: u32,
}

/// The differences between two looks.
pub fn changes(page: &Page, before: &Look, after: &Look) -> Vec<ChangeRow> {
    let typed = look::FIELDS.iter().map(|spec| {
        let (old, new) = (before.get(spec.key), after.get(spec.key));
        (label(page, spec.key), old.to_owned(), new.to_owned())
    });
    let logo = (page.t("look-logo"), logo_name(before), logo_name(after));
    typed
        .chain([logo])
        .filter(|(_, old, new)| old != new)
        .map(|(label, before, after)| ChangeRow {
            label,
            before: beginning(&before, MAX_SHOWN),
            after: beginning(&after, MAX_SHOWN),
        })
        .collect()
}

/// A logo in a list: the file is named by the beginning of its hash.
fn logo_name(look: &Look) -> String {
    look.logo.as_ref().map_or_else(String::new, |logo| {
        let hash: String = logo.hash().chars().take(SHOWN_DIGITS).collect();
        let kind = if logo.is_svg() { "svg" } else { "png" };
        format!("{hash}.{kind}")
    })
}

/// The words before a field.
pub fn label(page: &Page, key: &str) -> String {
    page.t(match key {
        "name" => "look-name",
        "accent" => "look-accent",
        "welcome" => "look-welcome",
        "notice" => "look-notice",
        "notice_link_text" => "look-notice-link-text",
        "notice_link_url" => "look-notice-link-url",
        "imprint" => "imprint-title",
        _ => "privacy-title",
    })
}

/// `GET /admin/look/history`
pub async fn show(State(app): State<App>, page: Page, visitor: Visitor) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, "/admin/look/history").await?;
    let (history, is_cut) = app.look.history().await?;
    let in_force = app.look.current().version;
    let versions = versions::rows(&page, &history, in_force, |before, after| {
        changes(&page, before, after)
    });
    Ok(page::html(&HistoryPage {
        page,
        versions,
        form_href: "/admin/look",
        is_cut,
        most: LISTED_VERSIONS,
    }))
}
