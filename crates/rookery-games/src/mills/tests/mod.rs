//! Test support of the mill games: a slow second implementation of the rules, games at random and between levels, positions.

pub mod differential;
pub mod endings;
pub mod evaluation;
pub mod patterns;
pub mod perft;
pub mod play;
pub mod reference;
pub mod table;
