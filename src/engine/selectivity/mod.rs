//! Selective search: pruning, reductions, their margins, and the switches of the techniques.

pub(in crate::engine) mod params;
pub(in crate::engine) mod pruning;
pub(in crate::engine) mod reductions;
pub(in crate::engine) mod technique;
