//! `/healthz`: the process lives. `/readyz`: it can serve: database, migrations, a place in the search queue.

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
    if let Err(error) = app.store().ping().await {
        tracing::warn!(%error, "not ready");
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "database: does not answer\n",
        )
            .into_response();
    }
    if app.arena.is_full() {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "engine: the queue is full\n",
        )
            .into_response();
    }
    "ok\n".into_response()
}
