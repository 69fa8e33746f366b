//! The indexing of the endings of checkers, and their tables that are open in this process.

use crate::checkers::tables::endgame_index::CheckersEndings;
use rookery_engine::tables::OpenTables;

/// The numbers of all endings that can have tables.
pub static SPACE: CheckersEndings = CheckersEndings::new();

/// The tables that are open in this process.
pub static OPEN_TABLES: OpenTables = OpenTables::new();
