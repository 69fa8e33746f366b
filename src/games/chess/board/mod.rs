//! The board: sets of squares, attack tables, pieces by their kinds, keys of positions.

pub(in crate::games::chess) mod attacks;
pub(in crate::games::chess) mod bits;
pub(in crate::games::chess) mod changes;
pub(in crate::games::chess) mod magics;
pub(in crate::games::chess) mod role;
pub(in crate::games::chess) mod zobrist;
