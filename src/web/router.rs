//! The URL table: lists of routes by the layers around them, from which the router and [`routes`] follow.

use axum::Router;
use axum::middleware;
use axum::routing::MethodRouter;

use crate::web::accounts::{account, deletion, export, login, reset, setup, signup};
use crate::web::admin::captcha::{assets, bench, history, metrics, samples, settings};
use crate::web::admin::look::{edit as look_edit, history as look_history};
use crate::web::admin::{captcha_sites, users};
use crate::web::analysis::{actions as analysis, variation};
use crate::web::captcha::{api as captcha_api, frame, picture, reading_test, siteverify, verify};
use crate::web::erased_handler::erased;
use crate::web::layers::{cors, unbroken};
use crate::web::matches::{match_page, moves, start};
use crate::web::pictures::picture_file;
use crate::web::preferences::pages as preferences;
use crate::web::rules::rules_page;
use crate::web::site::{health, home, list, look, manifest, metrics as site_metrics, statics};
use crate::web::{App, admin, api, layers, site};

/// A path and its methods.
type Route = (&'static str, &'static [&'static str]);

/// Writes a module with the routes of a list: `TABLE` and `router`.
macro_rules! routes {
    ($(#[$doc:meta])* $name:ident: $($path:literal $($method:ident $handler:path),+;)*) => {
        $(#[$doc])*
        mod $name {
            use super::*;

            pub(super) const TABLE: &[Route] = &[$(($path, &[$(method_name!($method)),+])),*];

            pub(super) fn router() -> Router<App> {
                Router::new()$(.route($path, MethodRouter::new()$(.$method(erased($handler)))+))*
            }
        }
    };
}

macro_rules! method_name {
    (get) => {
        "GET"
    };
    (post) => {
        "POST"
    };
}

routes! {
    /// Pages and actions of a visitor, who has a session.
    visitors:
    "/" get home::show;
    "/play" get list::show;
    "/play/{game}" get list::choose;
    "/rules/{game}" get rules_page::show;
    "/imprint" get look::imprint;
    "/privacy" get look::privacy;
    "/games" post start::start;
    "/games/{id}" get picture_file::page_or_picture;
    "/games/{id}/record" get match_page::record;
    "/games/{id}/moves" post moves::play;
    "/games/{id}/resign" post moves::resign;
    "/games/{id}/takeback" post moves::takeback;
    "/games/{id}/draw" post moves::draw;
    "/games/{id}/rematch" post moves::rematch;
    "/games/{id}/hint" post moves::hint;
    "/games/{id}/analysis" get analysis::show, post analysis::start;
    "/games/{id}/lines" post analysis::lines;
    "/games/{id}/variation" post variation::play;
    "/preferences" get preferences::show, post preferences::submit;
    "/preferences/sounds" post preferences::switch_sounds;
    "/captcha/{challenge}/image" get picture::image;
    "/captcha/{challenge}/audio" get picture::audio;
    "/reading-test" get reading_test::show, post reading_test::submit;
    "/reading-test/{id}/{n}" get reading_test::image;
    "/api/v1/games" get api::kinds, post start::start;
    "/api/v1/games/{id}" get match_page::show;
    "/api/v1/games/{id}/record" get match_page::record;
    "/api/v1/games/{id}/moves" post moves::play;
    "/api/v1/games/{id}/resign" post moves::resign;
    "/api/v1/games/{id}/takeback" post moves::takeback;
    "/api/v1/games/{id}/draw" post moves::draw;
    "/api/v1/games/{id}/rematch" post moves::rematch;
    "/api/v1/games/{id}/hint" post moves::hint;
    "/api/v1/games/{id}/analysis" get analysis::show, post analysis::start;
    "/api/v1/games/{id}/lines" post analysis::lines;
    "/api/v1/games/{id}/variation" post variation::play;
}

routes! {
    /// Accounts, the captcha and the administration, for a visitor: their posts go to their end.
    accounts:
    "/signup" get signup::show, post signup::submit;
    "/login" get login::show, post login::submit;
    "/logout" post login::log_out;
    "/account" get account::show;
    "/account/games" get export::download;
    "/account/password" post account::change_password;
    "/account/delete" post deletion::submit;
    "/account/coach" post account::coach;
    "/account/theme" post account::theme;
    "/account/reset" get reset::show, post reset::submit;
    "/verify" get verify::show, post verify::submit;
    "/setup" get setup::show, post setup::submit;
    "/admin" get admin::show;
    "/admin/captcha" get settings::show, post settings::submit;
    "/admin/captcha/samples" get samples::list;
    "/admin/captcha/preview/{n}" get samples::preview;
    "/admin/captcha/history" get history::show;
    "/admin/captcha/metrics" get metrics::show;
    "/admin/captcha/bench" get bench::show, post bench::submit;
    "/admin/captcha/assets/remove" post assets::remove;
    "/admin/captcha/assets/rescan" post assets::rescan;
    "/admin/captcha/fonts/{n}" get assets::font;
    "/admin/captcha/backgrounds/{n}" get assets::background;
    "/admin/captcha/sites" get captcha_sites::show, post captcha_sites::submit;
    "/admin/look/history" get look_history::show;
    "/admin/look/logo" get look_edit::logo;
    "/admin/users" get users::show, post users::submit;
}

routes! {
    /// Pages that take files.
    uploads:
    "/admin/captcha/assets" get assets::show, post assets::upload;
    "/admin/look" get look_edit::show, post look_edit::submit;
}

routes! {
    /// Event streams, which have no end.
    streams:
    "/games/{id}/events" get match_page::events;
    "/api/v1/games/{id}/events" get match_page::events;
}

routes! {
    /// The captcha for pages of other sites, which may read the answers and have no session here.
    pages_of_others:
    "/api/v1/captcha/challenges" post captcha_api::issue;
    "/api/v1/captcha/challenges/{id}/image" get captcha_api::image;
    "/api/v1/captcha/challenges/{id}/audio" get captcha_api::audio;
    "/api/v1/captcha/challenges/{id}/check" post captcha_api::check;
}

routes! {
    /// The captcha in frames of other sites, and the script that makes them.
    frames_of_others:
    "/captcha/frame" get frame::show, post frame::submit;
    "/captcha/widget.js" get frame::widget;
}

routes! {
    /// Whatever needs no session: the captcha for servers (no page may read that answer: it is asked with a secret), monitoring,
    /// files.
    without_session:
    "/api/v1/captcha/verify" post siteverify::verify;
    "/api/v1/captcha/siteverify" post siteverify::siteverify;
    "/healthz" get health::live;
    "/readyz" get health::ready;
    "/metrics" get site_metrics::show;
    "/favicon.ico" get statics::favicon;
    "/robots.txt" get site::robots;
    "/site.webmanifest" get manifest::show;
    "/site/look.css" get look::stylesheet;
    "/site/logo" get look::logo;
    "/static/{hash}/{*file}" get statics::file;
}

/// Every path of the site with its methods; a test requests each as every kind of visitor.
pub fn routes() -> impl Iterator<Item = Route> {
    [
        visitors::TABLE,
        accounts::TABLE,
        uploads::TABLE,
        streams::TABLE,
        pages_of_others::TABLE,
        frames_of_others::TABLE,
        without_session::TABLE,
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// The whole site as a router.
///
/// # Errors
/// `public_url` is not an origin that a browser could send.
pub fn router(app: &App) -> Result<Router, String> {
    app.matches.meters().offer_routes(routes());
    let unbroken = middleware::from_fn_with_state(app.posts().clone(), unbroken::to_its_end);
    let for_others = pages_of_others::router()
        .layer(unbroken.clone())
        .layer(cors::layer(app))
        .layer(cors::embeddable());
    let frames = frames_of_others::router()
        .layer(unbroken.clone())
        .layer(cors::embeddable());
    // Outside the session: a client that leaves while it is read is as one that leaves later.
    let with_account = layers::visitors(accounts::router(), app).layer(unbroken.clone());
    let routes = layers::visitors(visitors::router(), app)
        .merge(with_account)
        .merge(for_others)
        .merge(frames)
        .merge(without_session::router());
    let uploads = layers::visitors(uploads::router(), app).layer(unbroken);
    let streams = layers::visitors(streams::router(), app);
    Ok(layers::all(routes, uploads, streams, app)?.with_state(app.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check for posts of other pages exempts what lies below [`captcha_api::HERE`], where no cookie counts.
    #[test]
    fn routes_of_the_captcha_api_have_no_session() {
        let below = |(path, _): &Route| path.starts_with(captcha_api::HERE);
        let free = pages_of_others::TABLE.iter().chain(without_session::TABLE);
        assert_eq!(free.copied().filter(below).count(), 6);
        assert!(pages_of_others::TABLE.iter().all(below));
        let with_session = [visitors::TABLE, accounts::TABLE, uploads::TABLE];
        assert!(!with_session.into_iter().flatten().any(below));
    }
}
