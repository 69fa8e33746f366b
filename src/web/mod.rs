//! All HTTP: pages, API, middleware, the accept loop. The URL table is `router.rs`.

mod accounts;
mod admin;
mod analysis;
mod api;
mod board;
mod captcha;
mod erased_handler;
mod error;
mod gallery;
mod layers;
mod level_choice;
mod link_preview;
mod matches;
mod page;
mod pictures;
mod preferences;
mod request;
mod router;
mod rules;
mod script_bundle;
mod server;
mod session;
mod site;
mod state;
mod static_files;
mod words;

use std::time::Duration;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::service;
use crate::store;

pub use crate::service::AssetFolder;
pub use error::Error;
pub use request::fields::{Field, Shape};
pub use request::form::Form;
pub use request::posts::fields_of;
pub use router::{router, routes};
pub use session::links::{EarlierLinks, base_url, console_entry, reset_link, setup_link};
pub use state::{App, OpenError, saved_captcha, unseen_character};
pub use words::Words;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Serves the site until `stop`, then drains and ends its background work.
///
/// # Errors
/// `public_url` is not an origin that a browser could send.
pub async fn run(app: App, listener: TcpListener, stop: CancellationToken) -> Result<(), String> {
    let router = router(&app)?;
    let background = [
        tokio::spawn(layers::sweep(app.clone())),
        tokio::spawn(app.captchas.settings.clone().follow()),
        tokio::spawn(app.look.clone().follow()),
        tokio::spawn(sweep_audit(app.clone())),
    ];
    app.matches.maintenance().run();
    let (data, builds) = (&app.config.data, app.config.engine.build_tables);
    app.matches.tables().run(data, builds);
    // Event streams end with the service's token; otherwise they would delay the shutdown.
    let streams = app.matches.stop_token().clone();
    let stopping = stop.clone();
    tokio::spawn(async move {
        stopping.cancelled().await;
        streams.cancel();
    });
    let networks = server::PeerNetworks {
        proxies: app.config.trusted_proxies.clone(),
        exempt: app.config.limits.exempt.clone(),
    };
    server::serve(listener, router, networks, stop).await;
    for task in background {
        task.abort();
    }
    app.shutdown().await;
    Ok(())
}

/// Removes old lines of the audit log and old counters, once an hour, until the task is dropped.
async fn sweep_audit(app: App) {
    let mut hour = tokio::time::interval(Duration::from_secs(3600));
    loop {
        hour.tick().await;
        if let Err(error) = tidy_audit(&app).await {
            tracing::warn!(%error, "cannot tidy the audit log");
        }
    }
}

/// Removes the rows of the audit log that are older than the configured retention.
///
/// # Errors
/// The database does not answer.
pub async fn tidy_audit(app: &App) -> Result<(), store::Error> {
    let kept_ms = i64::from(app.config.retention.audit_days) * DAY_MS;
    let before_ms = app.clock().now_ms() - kept_ms;
    service::in_batches(
        || app.store().delete_audit(before_ms),
        |n| n >= store::SWEPT_AT_ONCE,
    )
    .await?;
    Ok(())
}
