//! Tests of chess: the rules against published counts and a second implementation, notations, words.

pub(in crate::chess) mod differential;
pub(in crate::chess) mod draws;
pub(in crate::chess) mod fen;
pub(in crate::chess) mod junk;
pub(in crate::chess) mod material;
pub(in crate::chess) mod perft;
pub(in crate::chess) mod refusals;
pub(in crate::chess) mod ui;
