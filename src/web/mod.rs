//! All HTTP: the whole URL table on one screen, and the state and types that handlers share.

mod accounts;
mod admin;
mod api;
mod board;
mod captcha;
mod error;
mod gallery;
mod layers;
mod matches;
mod page;
mod request;
mod server;
mod session;
mod site;
mod state;
mod static_files;
mod words;

use std::time::Duration;

use axum::Router;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::service;
use crate::store;

pub use error::Error;
pub use request::fields::{Field, Shape};
pub use request::form::Form;
pub use request::posts::fields_of;
pub use session::links::{EarlierLinks, audit_from_console, base_url, reset_link, setup_link};
pub use state::App;
pub use words::Words;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Every path of the site with its methods; a test requests each as every kind of visitor.
pub const ROUTES: &[(&str, &[&str])] = &[
    ("/", &["GET"]),
    ("/play", &["GET"]),
    ("/play/{game}", &["GET"]),
    ("/rules/{game}", &["GET"]),
    ("/games", &["POST"]),
    ("/games/{id}", &["GET"]),
    ("/games/{id}/events", &["GET"]),
    ("/games/{id}/record", &["GET"]),
    ("/games/{id}/moves", &["POST"]),
    ("/games/{id}/resign", &["POST"]),
    ("/games/{id}/takeback", &["POST"]),
    ("/games/{id}/draw", &["POST"]),
    ("/games/{id}/rematch", &["POST"]),
    ("/games/{id}/hint", &["POST"]),
    ("/signup", &["GET", "POST"]),
    ("/login", &["GET", "POST"]),
    ("/logout", &["POST"]),
    ("/account", &["GET"]),
    ("/account/password", &["POST"]),
    ("/account/theme", &["POST"]),
    ("/account/reset", &["GET", "POST"]),
    ("/verify", &["GET", "POST"]),
    ("/captcha/{challenge}/image", &["GET"]),
    ("/captcha/{challenge}/audio", &["GET"]),
    ("/setup", &["GET", "POST"]),
    ("/admin", &["GET"]),
    ("/admin/captcha", &["GET", "POST"]),
    ("/admin/captcha/samples", &["GET"]),
    ("/admin/captcha/preview/{n}", &["GET"]),
    ("/admin/captcha/sites", &["GET", "POST"]),
    ("/admin/captcha/history", &["GET"]),
    ("/admin/captcha/metrics", &["GET"]),
    ("/admin/captcha/bench", &["GET", "POST"]),
    ("/admin/captcha/assets", &["GET", "POST"]),
    ("/admin/captcha/assets/remove", &["POST"]),
    ("/admin/captcha/assets/rescan", &["POST"]),
    ("/admin/captcha/fonts/{n}", &["GET"]),
    ("/admin/captcha/backgrounds/{n}", &["GET"]),
    ("/admin/users", &["GET", "POST"]),
    ("/healthz", &["GET"]),
    ("/readyz", &["GET"]),
    ("/metrics", &["GET"]),
    ("/favicon.ico", &["GET"]),
    ("/robots.txt", &["GET"]),
    ("/static/{hash}/{*file}", &["GET"]),
    ("/api/v1/games", &["GET", "POST"]),
    ("/api/v1/games/{id}", &["GET"]),
    ("/api/v1/games/{id}/events", &["GET"]),
    ("/api/v1/games/{id}/record", &["GET"]),
    ("/api/v1/games/{id}/moves", &["POST"]),
    ("/api/v1/games/{id}/resign", &["POST"]),
    ("/api/v1/games/{id}/takeback", &["POST"]),
    ("/api/v1/games/{id}/draw", &["POST"]),
    ("/api/v1/games/{id}/rematch", &["POST"]),
    ("/api/v1/games/{id}/hint", &["POST"]),
    ("/api/v1/captcha/challenges", &["POST"]),
    ("/api/v1/captcha/challenges/{id}/image", &["GET"]),
    ("/api/v1/captcha/challenges/{id}/audio", &["GET"]),
    ("/api/v1/captcha/challenges/{id}/check", &["POST"]),
    ("/api/v1/captcha/verify", &["POST"]),
];

/// The whole site as a router.
///
/// # Errors
/// `public_url` is not an origin that a browser could send.
pub fn router(app: &App) -> Result<Router, String> {
    use accounts::{account, login, reset, setup, signup};
    use admin::captcha::{assets, bench, history, metrics, samples, settings};
    use captcha::{picture, verify};
    use matches::{match_page, moves, start};
    use site::{health, home, list, rules, statics};
    let visitors = Router::new()
        .route("/", get(home::show))
        .route("/play", get(list::show))
        .route("/play/{game}", get(list::choose))
        .route("/rules/{game}", get(rules::show))
        .route("/games", post(start::start))
        .route("/games/{id}", get(match_page::show))
        .route("/games/{id}/record", get(match_page::record))
        .route("/games/{id}/moves", post(moves::play))
        .route("/games/{id}/resign", post(moves::resign))
        .route("/games/{id}/takeback", post(moves::takeback))
        .route("/games/{id}/draw", post(moves::draw))
        .route("/games/{id}/rematch", post(moves::rematch))
        .route("/games/{id}/hint", post(moves::hint))
        .route("/signup", get(signup::show).post(signup::submit))
        .route("/login", get(login::show).post(login::submit))
        .route("/logout", post(login::log_out))
        .route("/account", get(account::show))
        .route("/account/password", post(account::change_password))
        .route("/account/theme", post(account::theme))
        .route("/account/reset", get(reset::show).post(reset::submit))
        .route("/verify", get(verify::show).post(verify::submit))
        .route("/captcha/{challenge}/image", get(picture::image))
        .route("/captcha/{challenge}/audio", get(picture::audio))
        .route("/setup", get(setup::show).post(setup::submit))
        .route("/admin", get(admin::show))
        .route("/admin/captcha", get(settings::show).post(settings::submit))
        .route("/admin/captcha/samples", get(samples::list))
        .route("/admin/captcha/preview/{n}", get(samples::preview))
        .route("/admin/captcha/history", get(history::show))
        .route("/admin/captcha/metrics", get(metrics::show))
        .route("/admin/captcha/bench", get(bench::show).post(bench::submit))
        .route("/admin/captcha/assets/remove", post(assets::remove))
        .route("/admin/captcha/assets/rescan", post(assets::rescan))
        .route("/admin/captcha/fonts/{n}", get(assets::font))
        .route("/admin/captcha/backgrounds/{n}", get(assets::background))
        .route(
            "/admin/captcha/sites",
            get(admin::captcha_sites::show).post(admin::captcha_sites::submit),
        )
        .route(
            "/admin/users",
            get(admin::users::show).post(admin::users::submit),
        )
        .nest("/api/v1", api::routes());
    let uploads = Router::new().route(
        "/admin/captcha/assets",
        get(assets::show).post(assets::upload),
    );
    let routes = layers::visitors(visitors, app)
        // Outside the session: pages of other sites have none here.
        .nest(captcha::api::HERE, captcha::api::routes(app))
        .route("/healthz", get(health::live))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(site::metrics::show))
        .route("/favicon.ico", get(statics::favicon))
        .route("/robots.txt", get(site::robots))
        .route("/static/{hash}/{*file}", get(statics::file));
    let uploads = layers::visitors(uploads, app);
    let streams = Router::new()
        .route("/games/{id}/events", get(match_page::events))
        .route("/api/v1/games/{id}/events", get(match_page::events));
    let streams = layers::visitors(streams, app);
    Ok(layers::all(routes, uploads, streams, app)?.with_state(app.clone()))
}

/// Serves the site until `stop`, then drains and ends its background work.
///
/// # Errors
/// `public_url` is not an origin that a browser could send.
pub async fn run(app: App, listener: TcpListener, stop: CancellationToken) -> Result<(), String> {
    let router = router(&app)?;
    let background = [
        tokio::spawn(layers::sweep(app.clone())),
        tokio::spawn(app.captchas.settings.clone().follow()),
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
