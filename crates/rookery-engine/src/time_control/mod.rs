//! Time control: the share of the clock for a move, and its use within a search.

pub(crate) mod clock_budget;
pub(crate) mod time_management;
