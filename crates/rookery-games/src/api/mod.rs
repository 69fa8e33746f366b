//! The interface of the games: game types, games in progress, their views and messages.

pub(crate) mod adapter;
pub(crate) mod board_game;
pub(crate) mod consultation;
pub(crate) mod export;
pub(crate) mod game;
pub(crate) mod game_type;
pub(crate) mod lab_game;
pub(crate) mod message;
pub(crate) mod metadata;
pub(crate) mod rules_page;
pub(crate) mod setup;
pub(crate) mod study;
pub mod view;
