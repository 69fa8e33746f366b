//! Gomoku: five in a row on 15 or 19 points a side, freestyle, standard, caro and renju.

mod board_game;
mod evaluation;
pub mod even_openings;
mod knowledge;
pub(crate) mod metadata;
mod patterns;
mod position_text;
mod refusal;
mod rules;
mod sgf;
mod solver;
#[cfg(test)]
mod tests;

pub use board_game::GomokuGame;
