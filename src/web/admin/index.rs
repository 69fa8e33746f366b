//! `/admin`: overview with figures, the captcha day by day, and the audit log.

use std::collections::BTreeMap;
use std::net::IpAddr;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use crate::store::{ArrivalKind, AuditFilter, COUNTED_AT_MOST, CaptchaCount, PageCursor};
use crate::web::admin::audit_lines::{ACTIONS, AuditLine};
use crate::web::admin::narrowing::{query_of, typed};
use crate::web::matches::rows::moment;
use crate::web::page::{self, Page};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};

const PER_PAGE: u32 = 50;
/// Days of captcha figures.
const DAYS: i64 = 14;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

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
    counts: Vec<CaptchaDay>,
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

#[derive(Default)]
struct CaptchaDay {
    day: String,
    issued: i64,
    solved: i64,
    wrong: i64,
    expired: i64,
    reloaded: i64,
    /// Milliseconds to the right answers, summed.
    solved_ms: i64,
    /// Mean seconds to a right answer.
    mean: String,
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
    let today = app.clock().now_ms().div_euclid(DAY_MS);
    let counts = days(&app.store().captcha_counts(today - DAYS + 1).await?);
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

/// Counters by day, the newest first.
fn days(counts: &[CaptchaCount]) -> Vec<CaptchaDay> {
    let mut days: BTreeMap<i64, CaptchaDay> = BTreeMap::new();
    for count in counts {
        let day = days.entry(count.day).or_default();
        match count.event.as_str() {
            "issued" => day.issued += count.n,
            "right" => {
                day.solved += count.n;
                day.solved_ms += count.ms_sum;
            }
            "wrong" => day.wrong += count.n,
            "expired" => day.expired += count.n,
            "reloaded" => day.reloaded += count.n,
            _ => {}
        }
    }
    days.into_iter()
        .rev()
        .map(|(day, counted)| CaptchaDay {
            day: moment(day * DAY_MS).1.chars().take(10).collect(),
            mean: match counted.solved {
                0 => String::new(),
                n => format!("{}", (counted.solved_ms / n + 500) / 1000),
            },
            ..counted
        })
        .collect()
}
