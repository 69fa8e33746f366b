//! Commands of the engine and the games.

pub mod analysis;
pub mod book;
pub mod data_args;
pub mod game_args;
pub mod gomocup;
pub mod gtp;
pub mod replaced_file;
pub mod strength;
pub mod tables;
pub mod uci;
