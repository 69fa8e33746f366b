//! The rules of Fanorona: the boards, moves, positions, and options.

pub(in crate::fanorona) mod capture;
pub(in crate::fanorona) mod fanorona_move;
pub(in crate::fanorona) mod generate;
pub(in crate::fanorona) mod points;
pub(in crate::fanorona) mod position;
pub(in crate::fanorona) mod rule_options;
