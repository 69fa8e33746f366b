//! The event that a match has changed.

use crate::ids::GameId;

/// A match has changed. It carries no position: the row in the database is the truth, and who sees a newer version reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Which match.
    pub game: GameId,
    /// The version that it has now.
    pub version: i64,
}
