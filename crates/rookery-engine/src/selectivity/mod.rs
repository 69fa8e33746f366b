//! Selective search: pruning, reductions, their margins, and the switches of the techniques.

pub(crate) mod params;
pub(crate) mod pruning;
pub(crate) mod reductions;
pub(crate) mod technique;
