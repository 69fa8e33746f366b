//! The event that a match has changed.

use crate::ids::GameId;

/// A match has changed. The event has no position: the row in the database is authoritative, and subscribers read it when they
/// see a newer version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchEvent {
    pub game: GameId,
    /// The version that it has now.
    pub version: i64,
}
