//! `GET /metrics`: metrics in the format of Prometheus. Off unless the configuration has a token.

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

/// Records the current gauges and the counts from the database, and renders all metrics.
async fn exposition(app: &App) -> Result<String, Error> {
    let meters = app.matches.meters();
    for total in app.store().captcha_totals().await? {
        meters.captcha_event(total.preset, total.event, total.n.unsigned_abs());
    }
    let now_ms = app.clock().now_ms();
    let load = app.store().load(now_ms).await?;
    meters.matches_active(app.matches.active());
    meters.matches_due(load.due);
    meters.sessions(load.sessions);
    for pool in app.store().connections() {
        meters.connections(pool.pool, pool.idle, pool.open, pool.most);
    }
    let pools = app.matches.pools().into_iter().chain(app.captchas.pools());
    let pools = pools.chain([app.accounts.pool(), app.pictures.load()]);
    for (name, running, waiting) in pools {
        meters.pool(name, running, waiting);
    }
    Ok(meters.render())
}
