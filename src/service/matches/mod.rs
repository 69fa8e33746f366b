//! Matches without HTTP: the actions of visitors, the engine's moves, hints, and the news of a match.

pub(in crate::service) mod actions;
pub(in crate::service) mod engine_moves;
pub(in crate::service) mod hint;
pub(in crate::service) mod match_cache;
pub(in crate::service) mod match_repository;
pub(in crate::service) mod recent_matches;
pub(in crate::service) mod running_searches;
pub(in crate::service) mod table_thread;
pub(in crate::service) mod versions;

pub use actions::{MoveRequest, NewGame};
pub use hint::Hint;
pub use match_repository::MatchRef;
pub use table_thread::TABLES_AFTER;
