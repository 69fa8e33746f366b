//! `/api/v1`: the same actions as the pages, as JSON.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::web::App;
use crate::web::matches::{match_page, moves, start};
use crate::web::page::Page;
use rookery_games::{LEVEL_COUNT, level_name};

/// The routes below `/api/v1`, but for the events, which have layers of their own.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/games", get(kinds).post(start::start))
        .route("/games/{id}", get(match_page::show))
        .route("/games/{id}/record", get(match_page::record))
        .route("/games/{id}/moves", post(moves::play))
        .route("/games/{id}/resign", post(moves::resign))
        .route("/games/{id}/takeback", post(moves::takeback))
        .route("/games/{id}/draw", post(moves::draw))
        .route("/games/{id}/rematch", post(moves::rematch))
        .route("/games/{id}/hint", post(moves::hint))
}

/// `GET /api/v1/games`: what can be played, with variants, options and levels.
async fn kinds(State(app): State<App>, page: Page) -> Json<Value> {
    let games: Vec<Value> = app
        .games()
        .all()
        .iter()
        .map(|kind| {
            let variants: Vec<Value> = kind
                .variants()
                .iter()
                .map(|v| json!({"key": v.key, "label": page.say(&v.label)}))
                .collect();
            let options: Vec<Value> = kind
                .options()
                .iter()
                .map(|option| {
                    let values: Vec<Value> = option
                        .values
                        .iter()
                        .map(|(key, label)| json!({"key": key, "label": page.say(label)}))
                        .collect();
                    json!({"key": option.key, "label": page.say(&option.label), "values": values})
                })
                .collect();
            json!({
                "name": kind.name(),
                "title": page.say(&kind.title()),
                "summary": page.say(&kind.summary()),
                "variants": variants,
                "options": options,
            })
        })
        .collect();
    let name = |level: u8| json!({"level": level, "name": page.say(&level_name(level))});
    let levels: Vec<Value> = (1..=LEVEL_COUNT).map(name).collect();
    Json(json!({"games": games, "levels": levels}))
}
