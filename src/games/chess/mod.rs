//! Chess by the laws of FIDE, and Chess960.

mod attacks;
mod bits;
mod book;
mod changes;
mod checks;
mod chess960;
mod chess_move;
#[cfg(test)]
mod differential;
#[cfg(test)]
mod draw_tests;
mod evaluation;
mod exchange;
mod fen;
#[cfg(test)]
mod fen_tests;
mod generate;
#[cfg(test)]
mod junk_tests;
mod knowledge;
mod leaves;
mod magics;
mod material;
#[cfg(test)]
mod material_tests;
mod messages;
mod metadata;
mod network;
pub mod pgn;
mod position;
mod refusal;
#[cfg(test)]
mod refusal_tests;
mod role;
mod san;
mod score_sheet;
mod shannon;
mod steps;
#[cfg(test)]
mod suites;
mod tables;
#[cfg(test)]
mod tests;
mod tune;
mod turing;
mod ui;
#[cfg(test)]
mod ui_tests;
mod zobrist;

pub use chess_move::ChessMove;
pub use position::Chess;
pub use role::Role;
pub use ui::ChessGame;
