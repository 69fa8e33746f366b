//! The board: bitboards, attack tables, roles of pieces, keys of positions.

pub(in crate::chess) mod attacks;
pub(in crate::chess) mod bits;
pub(in crate::chess) mod changes;
pub(in crate::chess) mod magics;
pub(in crate::chess) mod role;
pub(in crate::chess) mod zobrist;
