//! `GET /metrics`: metrics in the format of Prometheus. Off unless the configuration has a token.

use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rookery_captcha::Preset;
use subtle::ConstantTimeEq;

use crate::store::{self, CaptchaEvent};
use crate::web::{App, Error};

/// The text format of Prometheus, version 0.0.4.
const FORMAT: HeaderValue = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

/// The longest wait for the figures of the database. Prometheus gives up after ten seconds, with all that it asked for.
const FIGURES_WITHIN: Duration = Duration::from_secs(4);

/// `GET /metrics`, with `Authorization: Bearer TOKEN`. Without a token in the configuration there is no such page.
pub async fn show(State(app): State<App>, headers: HeaderMap) -> Result<Response, Error> {
    let token = app.config.metrics.token.expose();
    if token.is_empty() {
        return Err(Error::NotFound);
    }
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        // The name of a scheme is the same in any case (RFC 9110, 11.1).
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map_or("", |(_, given)| given.trim_start());
    if !bool::from(given.as_bytes().ct_eq(token.as_bytes())) {
        let ask = [(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))];
        return Ok((StatusCode::UNAUTHORIZED, ask).into_response());
    }
    let text = exposition(&app).await;
    Ok(([(header::CONTENT_TYPE, FORMAT)], text).into_response())
}

/// Records the current gauges and the figures of the database, and renders all metrics. If the database does not answer, all
/// other metrics are still rendered: these are what an owner looks at then.
async fn exposition(app: &App) -> String {
    let meters = app.matches.meters();
    let noted = store::in_time(FIGURES_WITHIN, note_figures(app)).await;
    if let Err(error) = &noted {
        tracing::warn!(%error, "metrics without the figures of the database");
    }
    meters.database_up(noted.is_ok());
    meters.matches_active(app.matches.active());
    for pool in app.store().connections() {
        meters.connections(pool.pool, pool.idle, pool.open, pool.most);
    }
    let pools = app.matches.pools().into_iter().chain(app.captchas.pools());
    let pools = pools.chain([app.accounts.pool(), app.pictures.load()]);
    for (name, running, waiting) in pools {
        meters.pool(name, running, waiting);
    }
    meters.render()
}

/// Records the figures that the database holds.
///
/// # Errors
/// It does not answer.
async fn note_figures(app: &App) -> Result<(), store::Error> {
    let meters = app.matches.meters();
    let totals = app.store().captcha_totals().await?;
    let load = app.store().load(app.clock().now_ms()).await?;
    // Events that have not happened yet are exported as 0, so that the first one shows as an increase. A counter never decreases.
    for preset in Preset::NAMES {
        for event in CaptchaEvent::ALL {
            meters.captcha_event(preset.to_owned(), event.as_str().to_owned(), 0);
        }
    }
    for total in totals {
        meters.captcha_event(total.preset, total.event, total.n.unsigned_abs());
    }
    meters.matches_due(load.due);
    meters.sessions(load.sessions);
    Ok(())
}
