//! The rules: a position, its legal moves, what moves do, when the material allows no mate.

pub(in crate::games::chess) mod checks;
pub(in crate::games::chess) mod chess960;
pub(in crate::games::chess) mod chess_move;
pub(in crate::games::chess) mod generate;
pub(in crate::games::chess) mod leaves;
pub(in crate::games::chess) mod material;
pub(in crate::games::chess) mod position;
