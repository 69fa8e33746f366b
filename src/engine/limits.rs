//! What a search is asked, how it is stopped, and what it reports.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Values of positions, in hundredths of a man for the side to move.
pub type Score = i32;

/// What a search is asked to do. Zero means no limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Depth in plies, 0 = as deep as the other limits allow.
    pub depth: u32,
    /// Nodes, exact; 0 = no limit.
    pub nodes: u64,
    /// Wall time; a search that it cuts short says so in [`Report::deadline_hit`].
    pub time: Option<Duration>,
    /// The driver at the root.
    pub driver: Driver,
    /// Techniques switched on beyond the game's defaults, by name.
    pub on: Vec<String>,
    /// Techniques switched off, by name.
    pub off: Vec<String>,
    /// Lines to report, best first; at least 1.
    pub multipv: usize,
    /// Transposition table, MiB.
    pub hash_mb: usize,
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// The natural weakening of a level; all zero = play as well as possible.
    pub weakening: Weakening,
}

impl Default for Request {
    fn default() -> Self {
        Request {
            depth: 0,
            nodes: 0,
            time: None,
            driver: Driver::default(),
            on: Vec::new(),
            off: Vec::new(),
            multipv: 1,
            hash_mb: 16,
            seed: 0,
            weakening: Weakening::default(),
        }
    }
}

/// How a level plays less than its best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weakening {
    /// Consistent misjudgement of positions: standard deviation in centipawns.
    pub sigma_cp: i32,
    /// Quiet replies overlooked, per thousand.
    pub blind_permille: u32,
    /// Root moves are chosen among those at most this much below the best, centipawns.
    pub margin_cp: i32,
}

/// The search at the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// Principal variation search.
    #[default]
    Pvs,
    /// MTD(f), memory-enhanced test driver.
    Mtdf,
    /// Plain alpha-beta.
    AlphaBeta,
    /// Full minimax.
    Minimax,
}

/// The line to a running search: stop it, and tell it the time.
#[derive(Clone)]
pub struct Control {
    stop: Arc<AtomicBool>,
    elapsed: Arc<dyn Fn() -> Duration + Send + Sync>,
}

impl Control {
    /// `stop` ends the search soon after it is set; `elapsed` tells the time since the search was started.
    pub fn new(stop: Arc<AtomicBool>, elapsed: Arc<dyn Fn() -> Duration + Send + Sync>) -> Self {
        Control { stop, elapsed }
    }

    /// A control that nobody stops and whose time stands still.
    pub fn unlimited() -> Self {
        Control::new(
            Arc::new(AtomicBool::new(false)),
            Arc::new(|| Duration::ZERO),
        )
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked the search to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Time since the search was started.
    pub fn elapsed(&self) -> Duration {
        (self.elapsed)()
    }
}

impl std::fmt::Debug for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control")
            .field("stopped", &self.is_stopped())
            .finish_non_exhaustive()
    }
}

/// What a score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An evaluation, centipawns.
    Cp(Score),
    /// A forced win in so many plies.
    Win(u32),
    /// A forced loss in so many plies.
    Loss(u32),
    /// A proven value in the game's own unit (a draw is 0).
    Exact(Score),
}

/// How a score bounds the true value of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// At least this much.
    Lower,
    /// At most this much.
    Upper,
}

/// One line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its value for the side to move.
    pub value: Value,
    /// The moves, each as its path of tokens.
    pub pv: Vec<Vec<String>>,
    /// The moves in the usual notation.
    pub notation: Vec<String>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Lines, best first; empty only where there is no legal move.
    pub lines: Vec<Line>,
    /// The move that was chosen, as its path of tokens (the best, unless a level chooses otherwise).
    pub best: Option<Vec<String>>,
    /// Whether the first line's value is exact.
    pub bound: Bound,
    /// The last depth that was completed, plies.
    pub depth: u32,
    /// Entries into the search, all iterations summed.
    pub nodes: u64,
    /// Evaluations.
    pub leaves: u64,
    /// Whether the time limit cut the search short.
    pub deadline_hit: bool,
}
