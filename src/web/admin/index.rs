//! `/admin`: overview with figures, the captcha day by day, and the audit log.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use crate::store::{ArrivalKind, COUNTED_AT_MOST, CaptchaCount, PageCursor};
use crate::web::matches::rows::moment;
use crate::web::page::{self, Page};
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
    entries: Vec<AuditLine>,
    is_first: bool,
    next: Option<PageCursor>,
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

/// A line of the audit log.
struct AuditLine {
    /// When, for machines.
    when: String,
    day: String,
    actor: String,
    action: String,
    subject: String,
}

/// `?from=…`, where a page of the log begins
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct IndexQuery {
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
    let log = app.store().audit_log(PER_PAGE, place.as_ref()).await?;
    let entries = log
        .rows
        .into_iter()
        .map(|row| {
            let (when, day) = moment(row.entry.at_ms);
            AuditLine {
                when,
                day,
                actor: row
                    .actor_name
                    .unwrap_or_else(|| row.entry.actor.to_string()),
                action: match row.n {
                    0 | 1 => row.entry.action,
                    n => format!("{} ({})", row.entry.action, page.tn("audit-times", n)),
                },
                subject: row.entry.subject,
            }
        })
        .collect();
    Ok(page::html(&IndexPage {
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
