//! The rules of chess: positions, legal moves, the effects of moves, mating material.

pub(in crate::chess) mod castling;
pub(in crate::chess) mod checks;
pub(in crate::chess) mod chess960;
pub(in crate::chess) mod chess_move;
pub(in crate::chess) mod generate;
pub(in crate::chess) mod material;
pub(in crate::chess) mod position;
