//! Searches for other programs: moves are written as coordinates, and progress is reported while the search runs.

use rookery_engine::{Bound, Table, Value};

/// The context of such a search beside its request.
pub struct Consultation<'a> {
    /// The table of positions, which earlier searches have filled and this one fills.
    pub table: &'a Table,
    /// The moves to look at, by their coordinates; empty for all moves. Entries that are not legal moves are ignored.
    pub only: &'a [String],
    /// The listener to the progress of the search.
    pub tell: &'a mut dyn FnMut(UciEvent<'_>),
}

/// An event of a running search.
#[derive(Debug)]
pub enum UciEvent<'a> {
    /// A depth is complete.
    Depth(&'a UciReport),
    /// A move is about to be searched.
    Move {
        /// As [`Game::play_coordinates`](crate::Game::play_coordinates) reads it.
        coordinates: String,
        /// Its place in the order, from 1.
        number: usize,
        /// The depth that it is searched to, plies.
        depth: usize,
    },
}

/// The result of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UciReport {
    /// The lines, best first. Where the game is over, a single line without moves.
    pub lines: Vec<UciLine>,
    /// Whether the first line's value is exact.
    pub bound: Bound,
    /// The last depth that was completed, plies.
    pub depth: u32,
    /// The longest line that was looked at, plies.
    pub seldepth: usize,
    /// Entries into the search.
    pub nodes: u64,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciLine {
    /// Its value for the side to move.
    pub value: Value,
    /// The moves by their coordinates.
    pub coordinates: Vec<String>,
}
