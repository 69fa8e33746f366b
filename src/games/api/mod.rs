//! The interface between the games and the rest: what a game is, one in progress, its views and messages.

pub(in crate::games) mod adapter;
pub(in crate::games) mod board_game;
pub(in crate::games) mod consultation;
pub(in crate::games) mod export;
pub(in crate::games) mod game;
pub(in crate::games) mod game_type;
pub(in crate::games) mod message;
pub(in crate::games) mod rule_options;
pub mod view;
