//! The rules: a position, its legal moves, what moves do, when the material allows no mate.

pub(in crate::chess) mod checks;
pub(in crate::chess) mod chess960;
pub(in crate::chess) mod chess_move;
pub(in crate::chess) mod generate;
pub(in crate::chess) mod leaves;
pub(in crate::chess) mod material;
pub(in crate::chess) mod position;
