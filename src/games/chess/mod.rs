//! Chess by the laws of FIDE, and Chess960.

mod attacks;
mod bits;
mod chess960;
mod chess_move;
mod evaluation;
mod exchange;
mod face;
#[cfg(test)]
mod face_tests;
mod fen;
mod generate;
mod knowledge;
mod leaves;
mod magics;
mod material;
mod position;
mod refusal;
mod role;
mod san;
mod score_sheet;
mod sheet;
mod steps;
#[cfg(test)]
mod tests;
mod words;
mod zobrist;

pub use face::ChessGame;
