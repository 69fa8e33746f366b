//! Memory of the search: the transposition table, large arrays, prefetching.

pub(in crate::engine) mod alloc;
pub(in crate::engine) mod prefetch;
pub(in crate::engine) mod transposition;
