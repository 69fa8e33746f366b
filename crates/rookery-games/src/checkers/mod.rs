//! Checkers, or English draughts, by the rules of the World Checkers Draughts Federation.

mod board_game;
mod metadata;
mod notation;
mod openings;
mod patterns;
mod pdn;
mod position_text;
mod refusal;
mod rules;
pub mod samuel;
mod tables;

mod evaluation;
mod knowledge;
#[cfg(test)]
mod tests;

pub use board_game::CheckersGame;
