//! Go on boards of five to nine points a side: area scoring, positional superko.

mod board_game;
mod evaluation;
mod knowledge;
mod metadata;
mod position_text;
mod refusal;
mod rules;
#[cfg(test)]
mod tests;

pub use board_game::GoGame;
