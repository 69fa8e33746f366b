//! The rules of Morabaraba: the board, positions, legal moves, and options.

pub(in crate::morabaraba) mod cow_move;
pub(in crate::morabaraba) mod generate;
pub(in crate::morabaraba) mod points;
pub(in crate::morabaraba) mod position;
pub(in crate::morabaraba) mod rule_options;
pub(in crate::morabaraba) mod zobrist;
