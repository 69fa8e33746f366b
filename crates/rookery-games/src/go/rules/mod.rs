//! The rules: board, history, position.

pub mod board_history;
pub mod go_rules;
pub mod goban;
pub mod position;
