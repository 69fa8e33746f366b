//! Time control: the share of the clock for a move, and its use within a search.

pub(in crate::engine) mod clock_budget;
pub(in crate::engine) mod time_management;
