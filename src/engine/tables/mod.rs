//! Endgame tables: the value of every position of a few pieces, with its distance to the end, worked out backwards.
//!
//! A game numbers its endings ([`Space`]); everything else is the same for all games: the retrograde analysis, on any number of
//! threads and able to go on where it was stopped; the files, with checksums; and the [`Shelf`], from which a search reads
//! single values without having the tables in memory. See docs/tables.md.

mod cell;
mod crc64;
mod draft;
mod error;
mod file;
mod proof;
mod retrograde;
mod shelf;
mod solver;
mod space;
mod summary;
#[cfg(test)]
mod tests;
mod works;

pub use cell::Cell;
pub use error::Error;
pub use file::Head;
pub use retrograde::{Progress, Tell};
pub use shelf::Shelf;
pub use solver::TableSolver;
pub use space::{Finished, Group, Moves, Place, Slice, Space};
pub use summary::Summary;
pub use works::{Built, Endgames, FOLDER, Order, Plan, Works, solve, up_to};
