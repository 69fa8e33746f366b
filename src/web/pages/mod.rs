//! The pages: one file per address, each a model for its template and the handlers that fill it.

pub mod account;
pub mod admin;
pub mod captcha;
pub mod error;
pub mod game;
pub mod health;
pub mod history;
pub mod home;
pub mod list;
pub mod login;
pub mod match_presenter;
pub mod metrics;
pub mod moves;
pub mod reset;
pub mod rules;
pub mod setup;
pub mod signup;
pub mod start;
pub mod verify;

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
