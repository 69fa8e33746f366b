//! Chess by the laws of FIDE, and Chess960.

mod board;
mod book;
mod early_programs;
mod evaluation;
mod exchange;
mod knowledge;
mod network;
mod notation;
pub mod pgn;
mod rules;
#[cfg(test)]
mod suites;
mod tables;
#[cfg(test)]
mod tests;
mod tune;
mod ui;

pub use board::role::Role;
pub use rules::chess_move::ChessMove;
pub use rules::position::Chess;
pub use ui::chess_game::ChessGame;
