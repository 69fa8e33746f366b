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
mod face;
#[cfg(test)]
mod face_tests;
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
mod sheet;
mod steps;
#[cfg(test)]
mod suites;
mod tables;
#[cfg(test)]
mod tests;
mod tune;
mod turing;
mod words;
mod zobrist;

pub use chess_move::ChessMove;
pub use face::ChessGame;
pub use position::Chess;
pub use role::Role;
