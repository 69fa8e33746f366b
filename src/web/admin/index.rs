//! `/admin`: overview with figures, the captcha day by day, and the audit log.

use std::net::IpAddr;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use crate::accounts::{Name, NameError};
use crate::service::{CaptchaDay, CaptchaFigures};
use crate::store::{ActorKind, ArrivalKind, AuditFilter, COUNTED_AT_MOST, PageCursor};
use crate::web::admin::audit_lines::{ACTIONS, AuditLine};
use crate::web::admin::captcha::assets::missing_directories;
use crate::web::admin::captcha::metrics::{date, median_text};
use crate::web::admin::narrowing::{query_of, typed};
use crate::web::page::{self, Page};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};

const PER_PAGE: u32 = 50;
/// Days of captcha figures.
const DAYS: u32 = 14;

#[derive(Template)]
#[template(path = "admin/index.html")]
struct IndexPage {
    page: Page,
    users: u64,
    waiting: String,
    /// The same, as far as it is counted.
    waiting_total: u64,
    /// Whether accounts of the last hour have to wait because too many were asked for.
    is_crowded: bool,
    /// Notices about directories that are not there.
    notices: Vec<String>,
    games: u64,
    playing: u64,
    counts: Vec<DayRow>,
    /// The form that filters the log.
    filter: Form,
    /// The actions by which it can be filtered.
    actions: Vec<(&'static str, String)>,
    entries: Vec<AuditLine>,
    is_first: bool,
    next: Option<PageCursor>,
}

impl IndexPage {
    /// The part of an address that keeps the filter.
    fn narrowed(&self) -> String {
        let kept = ["action", "who"].map(|name| (name, self.filter.value(name)));
        query_of(&kept)
    }
}

struct DayRow {
    day: String,
    figures: CaptchaFigures,
    /// Median seconds to a right answer; empty without any.
    median_s: String,
}

/// `?action=…&who=…`, by which the log is filtered; `?from=…`, where a page of it begins
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct IndexQuery {
    action: String,
    who: String,
    from: String,
}

/// `GET /admin`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<IndexQuery>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, "/admin").await?;
    let place: Option<PageCursor> = query.from.parse().ok();
    let totals = app.store().totals().await?;
    let held = app
        .store()
        .arrivals(ArrivalKind::HeldAccount, "", app.clock().now_ms())
        .await?;
    let counts = rows(app.captchas.counters.figures(DAYS, None).await?);
    let known = ACTIONS.into_iter().find(|known| *known == query.action);
    let who = typed(&query.who);
    let (actor, kind) = actor_of(&who);
    let kind = match kind {
        ActorKind::User if is_of_the_site(&app, &actor).await? => ActorKind::Other,
        kind => kind,
    };
    let filter = AuditFilter {
        action: known.unwrap_or_default(),
        who: &actor,
        kind,
    };
    let log = app
        .store()
        .audit_log_of(filter, PER_PAGE, place.as_ref())
        .await?;
    let rows = log.rows.into_iter();
    let entries = rows.map(|row| AuditLine::of(&page, row)).collect();
    Ok(page::html(&IndexPage {
        filter: Form::new()
            .with("action", filter.action)
            .with("who", who.as_str()),
        actions: actions(&page),
        notices: missing_directories(&page, app.captchas.settings.current().missing),
        page,
        users: totals.users,
        waiting: counted(totals.waiting),
        waiting_total: totals.waiting,
        is_crowded: held.site > 0,
        games: totals.games,
        playing: totals.playing,
        counts,
        entries,
        is_first: place.is_none(),
        next: log.next,
    }))
}

/// The actor that somebody asks for: a user by name, anybody else in parentheses, as the log has them. Parentheses may be left out of what
/// can be no name, and the word "visitor" before a network.
fn actor_of(who: &str) -> (String, ActorKind) {
    let inside = who
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    // Empty parentheses are nobody's name either.
    let words = inside.map(str::trim).filter(|words| !words.is_empty());
    let words = words.unwrap_or(who);
    let address = words.split_once('/').map_or(words, |(address, _)| address);
    if address.parse::<IpAddr>().is_ok() {
        return (format!("visitor {words}"), ActorKind::Other);
    }
    let kind = match inside.is_none() && words.parse::<Name>().is_ok() {
        true => ActorKind::User,
        false => ActorKind::Other,
    };
    (words.to_owned(), kind)
}

/// Whether a name is a word for the site that no user has: then it needs no parentheses either.
async fn is_of_the_site(app: &App, name: &str) -> Result<bool, Error> {
    let is_reserved = matches!(Name::of_new(name), Err(NameError::Reserved));
    let (true, Ok(name)) = (is_reserved, name.parse::<Name>()) else {
        return Ok(false);
    };
    Ok(app.store().credentials(&name).await?.is_none())
}

/// The actions by which the log can be filtered; the first choice is all of them.
fn actions(page: &Page) -> Vec<(&'static str, String)> {
    let all = [("", page.t("audit-every"))];
    let each = ACTIONS.map(|word| (word, word.to_owned()));
    all.into_iter().chain(each).collect()
}

/// A count that has an upper limit.
fn counted(n: u64) -> String {
    match n < COUNTED_AT_MOST {
        true => n.to_string(),
        false => format!("{COUNTED_AT_MOST}+"),
    }
}

/// The days with any figures, the newest first.
fn rows(days: Vec<CaptchaDay>) -> Vec<DayRow> {
    days.into_iter()
        .rev()
        .filter(|day| day.figures != CaptchaFigures::default())
        .map(|CaptchaDay { day, figures }| DayRow {
            day: date(day),
            median_s: median_text(&figures),
            figures,
        })
        .collect()
}
