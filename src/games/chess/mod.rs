//! Chess by the laws of FIDE, and Chess960.

mod attacks;
mod bits;
mod chess_move;
mod evaluation;
mod exchange;
mod face;
mod fen;
mod generate;
mod knowledge;
mod leaves;
mod magics;
mod material;
mod position;
mod role;
mod san;
#[cfg(test)]
mod tests;
mod words;
mod zobrist;

pub use face::ChessGame;
