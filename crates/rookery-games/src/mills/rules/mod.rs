//! The rules of the mill games: boards, positions, legal moves, and the options by which the games differ.

pub(crate) mod generate;
pub(crate) mod kind;
pub(crate) mod mill_move;
pub(crate) mod points;
pub(crate) mod position;
pub(crate) mod rule_options;
pub(crate) mod zobrist;
