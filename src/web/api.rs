//! `/api/v1`: the same actions as the pages, as JSON.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::web::App;
use crate::web::page::Page;
use rookery_games::{LEVEL_COUNT, level_name};

/// `GET /api/v1/games`: the games that can be played, with variants, options and levels.
pub async fn kinds(State(app): State<App>, page: Page) -> Json<Value> {
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
