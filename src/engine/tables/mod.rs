//! Endgame tables: the value of every position of a few pieces, with its distance to the end, worked out backwards.
//!
//! A game numbers its endings ([`Space`]); everything else is the same for all games: the retrograde analysis, on any number of
//! threads and able to go on where it was stopped; the files, with checksums; and the [`Shelf`], from which a search reads
//! single values without having the tables in memory. See docs/tables.md.

mod build;
mod error;
mod files;
mod shelf;
mod solver;
mod space;
#[cfg(test)]
mod tests;

pub use build::retrograde::{Progress, Tell};
pub use build::table_builder::{Built, Endgames, FOLDER, Order, Plan, Works, solve, up_to};
pub use error::Error;
pub use files::file::Head;
pub use files::packed_value::Cell;
pub use files::summary::Summary;
pub use shelf::Shelf;
pub use solver::TableSolver;
pub use space::{Finished, Group, Moves, Place, Slice, Space};
