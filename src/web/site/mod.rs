//! Pages of the site as a whole: home, the list of games, the owner's look and texts, errors, health, metrics, static
//! files.

pub(in crate::web) mod cards;
pub(in crate::web) mod error;
pub(in crate::web) mod health;
pub(in crate::web) mod home;
pub(in crate::web) mod list;
pub(in crate::web) mod look;
pub(in crate::web) mod manifest;
pub(in crate::web) mod metrics;
pub(in crate::web) mod statics;
pub(in crate::web) mod unfinished;

use axum::extract::State;

use crate::web::App;

/// `GET /robots.txt`
pub async fn robots(State(app): State<App>) -> &'static str {
    if app.config.site.robots {
        "User-agent: *\nDisallow: /admin\nDisallow: /account\nDisallow: /captcha\n"
    } else {
        "User-agent: *\nDisallow: /\n"
    }
}
