//! Morabaraba, the cattle game of southern Africa, by the Generally Accepted Rules of Mind Sports South Africa.

mod board_game;
mod cow_move;
mod generate;
mod knowledge;
mod messages;
mod metadata;
mod notation;
mod points;
mod position;
mod position_text;
mod refusal;
mod rule_options;
mod tables;
mod zobrist;

#[cfg(test)]
mod tests;

pub use board_game::MorabarabaGame;
