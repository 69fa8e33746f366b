//! Mill games on the board of three rings: rules, evaluation, endgame tables and view that Morabaraba and Nine Men's Morris share.
//!
//! A game is a [`MillKind`](rules::kind::MillKind) (its board, men, usual rules and terms), its tables
//! ([`TabledKind`](tables::TabledKind)), its learned weights ([`LearnedKind`](patterns::LearnedKind)) and its sheet ([`MillGame`](board_game::MillGame)).

pub(crate) mod board_game;
mod evaluation;
pub(crate) mod knowledge;
mod notation;
pub(crate) mod patterns;
mod position_text;
mod refusal;
pub(crate) mod rules;
pub(crate) mod tables;
#[cfg(test)]
pub(crate) mod tests;
