//! `GET /metrics`: counters for a monitoring system, as Prometheus reads them. Off unless the configuration has a token.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::web::{App, Error};

/// The text format of Prometheus, version 0.0.4.
const FORMAT: HeaderValue = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

/// `GET /metrics`, with `Authorization: Bearer TOKEN`. Without a token in the configuration there is no such page.
pub async fn show(State(app): State<App>, headers: HeaderMap) -> Result<Response, Error> {
    let token = app.config.metrics.token.expose();
    if token.is_empty() {
        return Err(Error::NotFound);
    }
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default();
    if !bool::from(given.as_bytes().ct_eq(token.as_bytes())) {
        let ask = [(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))];
        return Ok((StatusCode::UNAUTHORIZED, ask).into_response());
    }
    let text = exposition(&app).await?;
    Ok(([(header::CONTENT_TYPE, FORMAT)], text).into_response())
}

async fn exposition(app: &App) -> Result<String, Error> {
    let mut text = String::new();
    head(
        &mut text,
        "rookery_captcha_events_total",
        "counter",
        "What came of captchas, from the database: the same on every node.",
    );
    for total in app.store().captcha_totals().await? {
        let labels = [("preset", &*total.preset), ("event", &*total.event)];
        line(
            &mut text,
            "rookery_captcha_events_total",
            &labels,
            total.n.unsigned_abs(),
        );
    }
    head(
        &mut text,
        "rookery_http_responses_total",
        "counter",
        "Answers of this node since its start, by the first digit of their status.",
    );
    for (class, n) in app.traffic.counts() {
        line(
            &mut text,
            "rookery_http_responses_total",
            &[("class", class)],
            n,
        );
    }
    head(
        &mut text,
        "rookery_engine_searches",
        "gauge",
        "Searches of this node that run, and that wait for a thread.",
    );
    let (running, waiting) = app.arena.load_of_engine();
    for (state, n) in [("running", running), ("waiting", waiting)] {
        line(
            &mut text,
            "rookery_engine_searches",
            &[("state", state)],
            n as u64,
        );
    }
    Ok(text)
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn line(text: &mut String, name: &str, labels: &[(&str, &str)], value: u64) {
    let labels: Vec<String> = labels
        .iter()
        .map(|(label, value)| format!("{label}=\"{}\"", escape(value)))
        .collect();
    let _ = writeln!(text, "{name}{{{}}} {value}", labels.join(","));
}

/// What the format asks for in the value of a label.
fn escape(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the format's description: `msdos_file_access_time_seconds`.
    #[test]
    fn labels_are_escaped_as_the_format_asks() {
        let mut text = String::new();
        let labels = [
            ("path", "C:\\DIR\\FILE.TXT"),
            ("error", "Cannot find file:\n\"FILE.TXT\""),
        ];
        line(&mut text, "msdos_file_access_time_seconds", &labels, 3);
        assert_eq!(
            text,
            "msdos_file_access_time_seconds{path=\"C:\\\\DIR\\\\FILE.TXT\",error=\"Cannot find file:\\n\\\"FILE.TXT\\\"\"} 3\n"
        );
    }
}
