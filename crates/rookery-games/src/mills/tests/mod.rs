//! Test support of the mill games: a slow second implementation of the rules, random games against it, games in progress.

pub mod differential;
pub mod endings;
pub mod evaluation;
pub mod perft;
pub mod reference;
pub mod table;
