//! The rules of checkers: the board, moves, positions, and options.

pub(in crate::checkers) mod checkers_move;
pub(in crate::checkers) mod generate;
pub(in crate::checkers) mod position;
pub(in crate::checkers) mod rule_options;
pub(in crate::checkers) mod squares;
