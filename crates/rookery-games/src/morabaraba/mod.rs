//! Morabaraba, the cattle game of southern Africa, by the Generally Accepted Rules of Mind Sports South Africa.

mod board_game;
mod knowledge;
mod metadata;
mod notation;
mod position_text;
mod refusal;
mod rules;
mod tables;

#[cfg(test)]
mod tests;

pub use board_game::MorabarabaGame;
