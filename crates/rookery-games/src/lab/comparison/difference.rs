//! The difference between two searches of a comparison.

use rookery_engine::{Driver, Technique};

/// The difference of a search from the one that it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// None: full minimax, with which the comparison begins.
    Minimax,
    /// One more technique than in the row before.
    Added(Technique),
    /// One technique more than all that the game's searches use.
    Beside(Technique),
    /// All that the game's searches use, with another driver.
    Driver(Driver),
}
