//! Tests of chess: the rules against published counts and a second implementation, notations, words.

pub(in crate::games::chess) mod differential;
pub(in crate::games::chess) mod draws;
pub(in crate::games::chess) mod fen;
pub(in crate::games::chess) mod junk;
pub(in crate::games::chess) mod material;
pub(in crate::games::chess) mod perft;
pub(in crate::games::chess) mod refusals;
pub(in crate::games::chess) mod ui;
