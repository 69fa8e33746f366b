//! `/admin`: overview with figures, the captcha day by day, and the audit log.

use std::net::IpAddr;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use crate::service::{CaptchaDay, CaptchaFigures};
use crate::store::{ArrivalKind, AuditFilter, COUNTED_AT_MOST, PageCursor};
use crate::web::admin::audit_lines::{ACTIONS, AuditLine};
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
    let actor = actor_of(&who);
    let filter = AuditFilter {
        action: known.unwrap_or_default(),
        who: &actor,
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

/// The actor that somebody asks for: a network may be typed without the word before it in the log.
fn actor_of(who: &str) -> String {
    let address = who.split_once('/').map_or(who, |(address, _)| address);
    match address.parse::<IpAddr>() {
        Ok(_) => format!("visitor {who}"),
        Err(_) => who.to_owned(),
    }
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
