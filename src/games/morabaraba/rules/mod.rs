//! The rules of Morabaraba: the board, a position, its legal moves, and what may be chosen.

pub(in crate::games::morabaraba) mod cow_move;
pub(in crate::games::morabaraba) mod generate;
pub(in crate::games::morabaraba) mod points;
pub(in crate::games::morabaraba) mod position;
pub(in crate::games::morabaraba) mod rule_options;
pub(in crate::games::morabaraba) mod zobrist;
