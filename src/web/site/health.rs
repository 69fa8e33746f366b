//! `/healthz`: the process is alive. `/readyz`: it can serve: the database answers and accepts writes.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::web::App;

/// `GET /healthz`
pub async fn live() -> &'static str {
    "ok\n"
}

/// `GET /readyz`
pub async fn ready(State(app): State<App>) -> Response {
    let refused = |why: &'static str| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    // Without a line in the log: the heartbeat has written one.
    if app.store().check_file().await.is_err() {
        return refused("database: its file was moved, removed or replaced\n");
    }
    if let Err(error) = app.store().ping().await {
        tracing::warn!(%error, "not ready");
        return refused("database: does not answer\n");
    }
    // The heartbeat is a write: this request writes nothing and still detects a full disk.
    if !app.matches.heartbeat().is_alive() {
        return refused("database: takes no writes\n");
    }
    // A node whose engine is full still serves pages and moves: a proxy that took it out of rotation would only fill the next one.
    match app.matches.is_full() {
        true => "ok; engine: the queue is full\n".into_response(),
        false => "ok\n".into_response(),
    }
}
