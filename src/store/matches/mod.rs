//! Rows of matches: the games, their lists, their analyses, their results, and their totals.

#[macro_use]
pub(in crate::store) mod game_rows;
pub(in crate::store) mod analyses;
pub(in crate::store) mod best_levels;
pub(in crate::store) mod game_lists;
pub(in crate::store) mod games;
pub(in crate::store) mod results;
pub(in crate::store) mod totals;

pub use analyses::StoredAnalysis;
pub use best_levels::BestLevel;
pub use game_lists::{GameSummary, Owner};
pub use games::GAMES_AT_ONCE;
pub use results::GameResults;
pub use totals::{COUNTED_AT_MOST, Totals};
