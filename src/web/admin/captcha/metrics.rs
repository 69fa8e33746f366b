//! `/admin/captcha/metrics`: captcha results of visitors, day by day.

use std::collections::HashMap;

use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;

use crate::service::{CaptchaDay, CaptchaFigures};
use crate::web::admin::captcha::chart::{self, Chart};
use crate::web::admin::captcha::form::preset_name;
use crate::web::matches::rows::moment;
use crate::web::page::{self, Page};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_captcha::Preset;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Selectable numbers of days; the first is the default.
const SPANS: [u32; 3] = [30, 7, 90];

#[derive(Template)]
#[template(path = "admin/captcha_metrics.html")]
struct MetricsPage {
    page: Page,
    form: Form,
    presets: Vec<(&'static str, String)>,
    spans: Vec<(&'static str, String)>,
    total: FiguresRow,
    answers: Chart,
    medians: Chart,
    width: f64,
    height: f64,
    /// The newest first, a row a day and preset.
    rows: Vec<FiguresRow>,
}

/// Figures as they are shown.
#[derive(Default)]
struct FiguresRow {
    day: String,
    preset: String,
    issued: u64,
    solved: u64,
    wrong: u64,
    expired: u64,
    reloaded: u64,
    /// Percentage of right answers among those checked; empty without any.
    solved_share: String,
    /// Percentage of challenges that somebody listened to; empty without any.
    audio_share: String,
    /// Seconds; empty without right answers.
    median_s: String,
}

/// `GET /admin/captcha/metrics[?preset=strong][&days=7]`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, "/admin/captcha/metrics").await?;
    let preset: Option<Preset> = query.get("preset").and_then(|name| name.parse().ok());
    let wanted = query.get("days").and_then(|days| days.parse().ok());
    let span = wanted
        .filter(|days| SPANS.contains(days))
        .unwrap_or(SPANS[0]);
    let days = app.captchas.counters.figures(span, preset).await?;
    let mut total = CaptchaFigures::default();
    for day in &days {
        total.add(&day.figures);
    }
    let names: Vec<String> = days.iter().map(|d| date(d.day)[5..].to_owned()).collect();
    let form = Form::new()
        .with("preset", preset.map_or("", Preset::as_str))
        .with("days", span.to_string());
    let rows = rows(&app, &page, span, preset).await?;
    Ok(page::html(&MetricsPage {
        presets: presets(&page),
        spans: spans(&page),
        total: row(&page, None, preset, &total),
        answers: chart::bars(&names, &days.iter().map(ended).collect::<Vec<_>>()),
        medians: chart::line(&names, &days.iter().map(median_s).collect::<Vec<_>>()),
        width: chart::WIDTH,
        height: chart::HEIGHT,
        rows,
        page,
        form,
    }))
}

fn presets(page: &Page) -> Vec<(&'static str, String)> {
    let all = [("", page.t("metrics-every-preset"))];
    let each = Preset::ALL.map(|preset| (preset.as_str(), preset_name(page, preset)));
    all.into_iter().chain(each).collect()
}

fn spans(page: &Page) -> Vec<(&'static str, String)> {
    ["7", "30", "90"]
        .map(|days| (days, page.t1("metrics-days", "count", days)))
        .into()
}

/// The pictures of a day by their end: right, wrong, without an answer.
fn ended(day: &CaptchaDay) -> Vec<u64> {
    let figures = &day.figures;
    vec![figures.solved, figures.wrong, figures.expired]
}

fn median_s(day: &CaptchaDay) -> Option<f64> {
    let ms = day.figures.times.median_ms()?;
    Some(ms as f64 / 1000.0)
}

/// The days and presets with any figures, the newest first.
async fn rows(
    app: &App,
    page: &Page,
    span: u32,
    preset: Option<Preset>,
) -> Result<Vec<FiguresRow>, Error> {
    let mut rows = Vec::new();
    for each in Preset::ALL {
        if preset.is_some_and(|wanted| wanted != each) {
            continue;
        }
        for day in app.captchas.counters.figures(span, Some(each)).await? {
            if day.figures != CaptchaFigures::default() {
                rows.push((day.day, row(page, Some(day.day), Some(each), &day.figures)));
            }
        }
    }
    // Stable: the presets keep their order within a day.
    rows.sort_by_key(|(day, _)| std::cmp::Reverse(*day));
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

fn row(
    page: &Page,
    day: Option<i64>,
    preset: Option<Preset>,
    figures: &CaptchaFigures,
) -> FiguresRow {
    let share = |part: u64, whole: u64| match whole {
        0 => String::new(),
        _ => format!("{:.1} %", part as f64 * 100.0 / whole as f64),
    };
    FiguresRow {
        day: day.map(date).unwrap_or_default(),
        preset: preset.map(|p| preset_name(page, p)).unwrap_or_default(),
        issued: figures.issued,
        solved: figures.solved,
        wrong: figures.wrong,
        expired: figures.expired,
        reloaded: figures.reloaded,
        solved_share: share(figures.solved, figures.tries()),
        audio_share: share(figures.audio, figures.issued),
        median_s: median_text(figures),
    }
}

/// The median time of the right answers in seconds, `4.2`; empty where there are none.
pub fn median_text(figures: &CaptchaFigures) -> String {
    let median_ms = figures.times.median_ms();
    median_ms.map_or_else(String::new, |ms| format!("{:.1}", ms as f64 / 1000.0))
}

/// `2026-01-31`
pub fn date(day: i64) -> String {
    moment(day * DAY_MS).1.chars().take(10).collect()
}
