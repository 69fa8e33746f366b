//! The contract of the store: each case runs on SQLite and on PostgreSQL.

mod analyses;
mod assets;
mod audit;
mod best_levels;
mod broken_off;
mod captchas;
mod game_lists;
mod games;
mod limits;
mod locks;
pub mod records;
mod results;
mod schema;
mod sessions;
mod settings;
mod tokens;
mod upgrade;
mod users;
