//! Options of the service of matches.

use rookery_games::Registry;

/// The settings of the service of matches.
#[derive(Clone, Debug)]
pub struct Options {
    /// This node's name among those on one database; it stands in the rows of the matches it thinks about.
    pub node: String,
    pub games: Registry,
    /// Threads that search; 0 = one less than the machine has cores, so that pages stay quick.
    pub engine_threads: usize,
    /// Searches that may wait for them.
    pub engine_queue: usize,
    /// Matches of nobody with an account are removed this many days after their last change.
    pub unowned_games_days: u32,
}
