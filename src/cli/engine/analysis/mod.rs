//! Commands that look at positions: search, solve, perft, suites, comparisons.

pub mod compare;
pub mod perft;
pub mod perft_file;
pub mod search;
pub mod solve;
pub mod suite;
pub mod trace_file;
