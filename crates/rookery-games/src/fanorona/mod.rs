//! Fanorona, the capture game of Madagascar, by the rules by which it was solved.

mod board_game;
mod metadata;
mod notation;
mod patterns;
mod position_text;
mod refusal;
mod rules;
mod tables;

mod evaluation;
mod knowledge;
#[cfg(test)]
mod tests;

pub use board_game::FanoronaGame;
