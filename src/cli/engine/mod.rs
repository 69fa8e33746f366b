//! Commands of the engine and the games.

pub mod bench;
pub mod book;
pub mod compare;
pub mod game_args;
pub mod levels;
pub mod match_;
pub mod perft;
pub mod perft_file;
pub mod search;
pub mod solve;
pub mod suite;
pub mod tables;
pub mod trace_file;
pub mod tune;
pub mod tune_lessons;
pub mod uci;
