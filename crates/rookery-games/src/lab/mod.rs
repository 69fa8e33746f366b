//! The lab: exact values, suites of positions, comparisons, measured levels, tournaments.

pub(crate) mod checksum;
pub mod comparison;
pub(crate) mod example_tree;
pub(crate) mod level_results;
pub mod named_techniques;
pub(crate) mod problem;
pub(crate) mod solution;
pub mod suite;
pub mod tournament;
pub(crate) mod trace;
