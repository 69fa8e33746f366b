//! Memory of the search: the transposition table, large arrays, prefetching.

pub(crate) mod alloc;
pub(crate) mod prefetch;
pub(crate) mod transposition;
