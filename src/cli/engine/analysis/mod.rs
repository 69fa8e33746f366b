//! Commands that analyse positions: search, solve, perft, suite, compare.

pub mod compare;
pub mod perft;
pub mod perft_file;
mod sanmill_puzzles;
pub mod search;
pub mod solve;
pub mod suite;
mod technique_args;
pub mod trace_file;
