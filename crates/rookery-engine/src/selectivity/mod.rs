//! Selective search: pruning, reductions, extensions, their margins, and the switches of the techniques.

pub(crate) mod extensions;
pub(crate) mod params;
pub(crate) mod pruning;
pub(crate) mod reductions;
pub(crate) mod technique;
pub(crate) mod usable;
