//! The laboratory: exact values, suites of positions, comparisons, measured levels, tuning, tournaments.

pub(in crate::games) mod checksum;
pub mod comparison;
pub(in crate::games) mod example_tree;
pub(in crate::games) mod level_results;
pub(in crate::games) mod problem;
pub(in crate::games) mod solution;
pub mod suite;
pub mod tournament;
pub(in crate::games) mod trace;
pub(in crate::games) mod tuner;
