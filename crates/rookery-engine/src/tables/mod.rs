//! Endgame tables: the value of every position of a few pieces, with its distance to the end, computed backwards.
//!
//! A game numbers its endings ([`Space`]); everything else is the same for all games: the retrograde analysis, on any number of
//! threads and able to go on where it was stopped; the files, with checksums; and the [`OpenTables`], from which a search reads
//! single values without having the tables in memory. See docs/tables.md.

mod build;
mod error;
mod files;
mod open_tables;
mod solver;
mod space;
#[cfg(test)]
mod tests;

pub use build::retrograde::{Progress, Tell};
pub use build::table_builder::{
    BuildOptions, BuildPlan, BuildResult, Endgames, FOLDER, TableBuilder, solve, up_to,
};
pub use error::Error;
pub use files::file::Head;
pub use files::packed_value::PackedValue;
pub use files::summary::Summary;
pub use open_tables::OpenTables;
pub use solver::TableSolver;
pub use space::{Finished, Group, MaterialClass, Moves, Place, Space};
