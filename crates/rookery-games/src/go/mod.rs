//! Go on boards of five to nine points a side: area scoring, positional superko.

pub(crate) mod board_game;
mod evaluation;
mod knowledge;
mod life;
mod metadata;
mod patterns;
mod position_text;
mod refusal;
pub(crate) mod rules;
mod sgf;
#[cfg(test)]
mod tests;

pub use board_game::GoGame;
