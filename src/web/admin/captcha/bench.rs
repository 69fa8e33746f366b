//! `/admin/captcha/bench`: the gauge "read by programs". The attacker is trained on the captcha on this server.

use askama::Template;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::service::{ActiveCaptcha, BENCH_PLAN, BENCH_REFERENCE_WORDS, BenchRefused, BenchState};
use crate::web::admin::captcha::history::changes;
use crate::web::admin::versions::ChangeRow;
use crate::web::matches::rows::moment;
use crate::web::page::{self, Page};
use crate::web::request::accept::Accept;
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_captcha::Settings;
use rookery_games::Message;
use rookery_games::Registry;

/// The address of this page.
pub const HERE: &str = "/admin/captcha/bench";
/// Above this share of words the programs read many: after a longer training they read nearly all.
const MANY_PERCENT: f64 = 30.0;
/// At or below this share of words, the best program has hardly learned to read. That shows how short the training was, not
/// that the captcha is hard: with more pictures and time, each program reads more.
const FEW_PERCENT: f64 = 5.0;

#[derive(Template)]
#[template(path = "admin/captcha_bench.html")]
struct BenchPage {
    page: Page,
    gauge: BotGauge,
    /// The differences between the measured values and the current ones.
    changes: Vec<ChangeRow>,
    plan: String,
}

/// The gauge as pages show it.
pub struct BotGauge {
    /// `idle`, `running`, `done`, `other` (done, with other settings) or `failed`.
    pub state: &'static str,
    /// Progress of a running measurement in per cent.
    pub done: u32,
    /// Percentage of the words that were read.
    pub percent: Option<String>,
    /// The verdict in a word or two.
    pub verdict: String,
    /// The explanation of the verdict.
    pub words: String,
    /// The measured settings; `None` if nothing was measured.
    pub measured: Option<Settings>,
}

/// Reads the gauge; with `shown`, only a measurement of these settings, fonts and backgrounds counts.
pub fn gauge(app: &App, page: &Page, shown: Option<&ActiveCaptcha>) -> BotGauge {
    let blank = |state: &'static str, verdict: String, words: String| BotGauge {
        state,
        done: 0,
        percent: None,
        verdict,
        words,
        measured: None,
    };
    match app.captchas.tools.bench.state() {
        BenchState::Idle => blank("idle", page.t("bench-idle"), page.t("bench-idle-text")),
        BenchState::Failed(why) => blank(
            "failed",
            page.t("bench-failed"),
            page.t1("bench-failed-text", "why", why),
        ),
        BenchState::Running { done, .. } => {
            let done = (done.clamp(0.0, 1.0) * 100.0) as u32;
            BotGauge {
                done,
                ..blank(
                    "running",
                    page.t("bench-running"),
                    page.t1("bench-running-text", "percent", done),
                )
            }
        }
        BenchState::Done(result)
            if shown.is_some_and(|shown| !shown.is_drawn_like(&result.measured)) =>
        {
            blank("other", page.t("bench-other"), page.t("bench-other-text"))
        }
        BenchState::Done(result) => {
            let percent = result.words_read * 100.0;
            let share = |name: &str| {
                let of_reader = result.by_reader.iter().find(|(reader, _)| *reader == name);
                format!("{:.1}", of_reader.map_or(0.0, |(_, read)| read * 100.0))
            };
            let words = Message::new("bench-done-text")
                .with("percent", format!("{percent:.1}"))
                .with("letters", format!("{:.0}", result.letters_read * 100.0))
                .with("images", BENCH_PLAN.images)
                .with("seconds", format!("{:.0}", BENCH_PLAN.cpu_s))
                .with("reference", format!("{:.0}", BENCH_REFERENCE_WORDS * 100.0))
                .with("ctc", share("ctc"))
                .with("rows", share("rows"))
                .with("positions", share("positions"))
                .with("when", moment(result.ended_ms).1);
            BotGauge {
                percent: Some(format!("{percent:.1}")),
                measured: Some(result.measured.drawing.settings.clone()),
                ..blank("done", page.t(verdict(percent)), page.say(&words))
            }
        }
    }
}

/// The verdict on a percentage of words.
fn verdict(percent: f64) -> &'static str {
    match percent {
        p if p <= FEW_PERCENT => "bench-few",
        p if p <= MANY_PERCENT => "bench-some",
        _ => "bench-many",
    }
}

/// Starts a measurement of settings, which need not be saved; the page of its progress, or `None` where one of others is under way.
///
/// # Errors
/// The server is shutting down, or the database does not answer.
pub async fn start(app: &App, settings: Settings) -> Result<Option<Response>, Error> {
    let bench = &app.captchas.tools.bench;
    let progress = || Some(Redirect::to(HERE).into_response());
    let live = app.captchas.settings.unsaved(settings.clone()).await?;
    match bench.start(live.into()) {
        Ok(()) => Ok(progress()),
        // The second click of a double click finds the measurement of the first.
        Err(BenchRefused::Running) if bench.is_measuring(&settings) => Ok(progress()),
        Err(BenchRefused::Running) => Ok(None),
        Err(BenchRefused::ShuttingDown) => Err(Error::Busy { retry_after_s: 5 }),
    }
}

/// `GET /admin/captcha/bench`: the gauge, as JSON for the page's script.
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    accept: Accept,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    let gauge = gauge(&app, &page, None);
    if accept.is_json() {
        let json =
            serde_json::json!({ "state": gauge.state, "done": gauge.done, "words": gauge.words });
        return Ok(Json(json).into_response());
    }
    let live = app.captchas.settings.current();
    let in_force = &live.drawing.settings;
    let changes = match &gauge.measured {
        Some(measured) => changes(&page, in_force, measured),
        None => Vec::new(),
    };
    let plan = Message::new("bench-plan")
        .with("images", BENCH_PLAN.images)
        .with("seconds", format!("{:.0}", BENCH_PLAN.cpu_s))
        .with("fresh", BENCH_PLAN.test);
    Ok(page::html(&BenchPage {
        plan: page.say(&plan),
        gauge,
        changes,
        page,
    }))
}

/// The button: `act` is measure (the settings in force) or cancel.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct BenchFields {
    act: String,
}

impl Fields for BenchFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::text("act")]
    }
}

/// `POST /admin/captcha/bench`
pub async fn submit(
    State(app): State<App>,
    visitor: Visitor,
    Body(fields): Body<BenchFields>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, HERE).await?;
    match fields.act.as_str() {
        "measure" => {
            let settings = app.captchas.settings.current().drawing.settings.clone();
            // If one is running already, its page shows its progress.
            let started = start(&app, settings).await?;
            Ok(started.unwrap_or_else(|| Redirect::to(HERE).into_response()))
        }
        "cancel" => {
            app.captchas.tools.bench.cancel();
            Ok(Redirect::to(HERE).into_response())
        }
        _ => Err(Error::BadRequest(Message::new("error-act"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_tell_how_much_was_read_and_none_says_hard() {
        let cases = [
            (0.0, "Few words read"),
            (5.0, "Few words read"),
            (5.1, "Some words read"),
            (30.0, "Some words read"),
            (30.1, "Many words read"),
            (100.0, "Many words read"),
        ];
        let texts = include_str!("../../../../locales/en/captcha-lab.ftl");
        for (percent, expected) in cases {
            let id = verdict(percent);
            let line = texts
                .lines()
                .find(|line| line.starts_with(&format!("{id} =")));
            assert_eq!(line, Some(&*format!("{id} = {expected}")), "{percent} %");
        }
    }
}
