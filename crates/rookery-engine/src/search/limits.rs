//! Requests to the search, the control that stops it, and its report.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::{Handicap, Outcome, Params, Repertoire, Score, Techniques};

/// The greatest depth of a search, plies.
pub const DEPTH_MAX: u32 = 120;

/// The task of a search: its limits, techniques and handicap. Zero means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Depth in plies, 0 = as deep as the other limits allow; at most [`DEPTH_MAX`] in any case.
    pub depth: u32,
    /// Nodes, 0 = no limit. Exact on one thread; several share them, and may search up to 1,023 more in all.
    pub nodes: u64,
    /// Wall time by the clock of the [`Control`]; a search that it cuts short says so in [`SearchReport::deadline_hit`].
    pub time: Option<Duration>,
    /// Time by the same clock after which no new depth is begun. The search takes half to five times this, depending on how sure it is of
    /// its answer.
    pub soft_time: Option<Duration>,
    /// The driver at the root.
    pub driver: Driver,
    /// Techniques switched on beyond those that the game uses; those that are not sound for it stay off.
    pub on: Techniques,
    /// Techniques switched off.
    pub off: Techniques,
    /// Lines to report, best first; at least 1.
    pub multipv: usize,
    /// Transposition table, MiB.
    pub hash_mb: usize,
    /// Threads that search together; with more than one, the result depends on how they run.
    pub threads: usize,
    /// The seed of the choice among equally good moves, and of every handicap; 0 = the first of equally good moves.
    pub seed: u64,
    /// The errors that the search makes, for levels below the best.
    pub handicap: Handicap,
    /// The evaluation, by the name that the game gives it; empty = the game's usual one. Nothing in this crate reads it: `rookery-games`
    /// does, which finds the knowledge of a game by its name.
    pub evaluation: &'static str,
    /// The numbers of the selective techniques, where they are not the game's own.
    pub params: Option<Params>,
}

impl Request {
    /// The techniques that the search uses in a game with this repertoire.
    pub fn techniques(&self, game: Repertoire) -> Techniques {
        game.usual.or(self.on).and(game.sound).without(self.off)
    }
}

impl Default for Request {
    fn default() -> Self {
        Request {
            depth: 0,
            nodes: 0,
            time: None,
            soft_time: None,
            driver: Driver::default(),
            on: Techniques::NONE,
            off: Techniques::NONE,
            multipv: 1,
            hash_mb: 16,
            threads: 1,
            seed: 0,
            handicap: Handicap::NONE,
            evaluation: "",
            params: None,
        }
    }
}

named! {
    /// The search at the root.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Driver {
        /// Principal variation search.
        #[default]
        Pvs = "pvs",
        /// MTD(f), memory-enhanced test driver.
        Mtdf = "mtdf",
        /// Plain alpha-beta.
        AlphaBeta = "alphabeta",
        /// Full minimax.
        Minimax = "minimax",
    }
}

/// The control of a running search: stops it, and tells it the time.
#[derive(Clone)]
pub struct Control {
    stop: Arc<AtomicBool>,
    elapsed: Arc<dyn Fn() -> Duration + Send + Sync>,
    /// Microseconds after the start at which the time of the search begins to count; [`PONDERING`] while it does not.
    since: Arc<AtomicU64>,
}

/// The search runs in the opponent's time.
const PONDERING: u64 = u64::MAX;

impl Control {
    /// `stop` ends the search soon after it is set; `elapsed` tells the time since the search was started.
    pub fn new(stop: Arc<AtomicBool>, elapsed: Arc<dyn Fn() -> Duration + Send + Sync>) -> Self {
        let since = Arc::new(AtomicU64::new(0));
        Control {
            stop,
            elapsed,
            since,
        }
    }

    /// The same stop and clock for another search, whose time counts from now.
    #[must_use]
    pub fn from_now(&self) -> Self {
        let now = u64::try_from((self.elapsed)().as_micros()).unwrap_or(PONDERING - 1);
        Control {
            stop: Arc::clone(&self.stop),
            elapsed: Arc::clone(&self.elapsed),
            since: Arc::new(AtomicU64::new(now)),
        }
    }

    /// The same for a search in the opponent's time: no time limit counts until [`Control::ponder_hit`].
    #[must_use]
    pub fn pondering(self) -> Self {
        self.since.store(PONDERING, Ordering::Relaxed);
        self
    }

    /// The opponent has made the move that was expected: the time of the search counts from now. Without effect on a search whose
    /// time counts already.
    pub fn ponder_hit(&self) {
        let now = (self.elapsed)().as_micros();
        let now = u64::try_from(now).unwrap_or(PONDERING - 1);
        let _ = self
            .since
            .compare_exchange(PONDERING, now, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// A control for a search that begins now, by the machine's clock. A clone of it stops the search from elsewhere.
    ///
    /// ```
    /// use rookery_engine::nim::Heap;
    /// use rookery_engine::prelude::*;
    ///
    /// let heap = Heap { matches: 200, side: 0 };
    /// let control = Control::start();
    /// let stop = control.clone();
    /// let found = std::thread::scope(|scope| {
    ///     let search = scope.spawn(|| Search::new(&heap).control(control).run());
    ///     stop.stop();
    ///     search.join().unwrap()
    /// });
    /// assert!(found.best().is_some(), "a move is found all the same");
    /// ```
    #[expect(
        clippy::disallowed_methods,
        reason = "a program that brings no clock of its own means the machine's"
    )]
    pub fn start() -> Self {
        let started = Instant::now();
        Control::new(
            Arc::new(AtomicBool::new(false)),
            Arc::new(move || started.elapsed()),
        )
    }

    /// A control whose time stands still: [`Request::time`] and [`Request::soft_time`] have no effect under it, and a search without
    /// another limit ends only when it is stopped or has seen every line to its end. [`Control::start`] has a clock.
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

    /// Time that counts against the limits: since the search was started, or since the ponder hit.
    pub fn elapsed(&self) -> Duration {
        match self.since.load(Ordering::Relaxed) {
            PONDERING => Duration::ZERO,
            since => (self.elapsed)().saturating_sub(Duration::from_micros(since)),
        }
    }
}

impl std::fmt::Debug for Control {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control")
            .field("stopped", &self.is_stopped())
            .finish_non_exhaustive()
    }
}

/// The meaning of a score: an evaluation, a forced end or a proven value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An evaluation, centipawns.
    Cp(Score),
    /// A forced win, with its distance in plies.
    Win(u32),
    /// A forced loss, with its distance in plies.
    Loss(u32),
    /// A proven value in the game's own unit (a draw is 0).
    Exact(Score),
}

/// The value of an end, for the side to move.
impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Value::Win(0),
            Outcome::Loss => Value::Loss(0),
            Outcome::Draw => Value::Exact(0),
            Outcome::Margin(points) => Value::Exact(points.into()),
        }
    }
}

impl Value {
    /// Orders values: the sooner a win and the later a loss, the better. A proven margin of points outweighs every evaluation.
    pub fn rank(self) -> i64 {
        const FORCED: i64 = 1 << 60;
        match self {
            Value::Cp(n) => n.into(),
            Value::Exact(points) => i64::from(points) << 20,
            Value::Win(plies) => FORCED - i64::from(plies),
            Value::Loss(plies) => i64::from(plies) - FORCED,
        }
    }

    /// The value of a move, from the value of the position after it for the side to move there; `same_side` where that is the
    /// side that has moved.
    #[must_use]
    pub fn a_ply_earlier(self, same_side: bool) -> Value {
        match self {
            Value::Win(plies) if same_side => Value::Win(plies + 1),
            Value::Loss(plies) if same_side => Value::Loss(plies + 1),
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Loss(plies) => Value::Win(plies + 1),
            other if same_side => other,
            Value::Cp(n) => Value::Cp(-n),
            Value::Exact(n) => Value::Exact(-n),
        }
    }
}

/// The relation of a score to the true value of the search.
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
pub struct PvLine {
    /// Its value for the side to move.
    pub value: Value,
    /// The moves, each as its path of tokens.
    pub pv: Vec<Vec<String>>,
    /// The moves in the usual notation.
    pub notation: Vec<String>,
}

/// The result of one depth of iterative deepening; the trace of a search is the list of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The depth, plies.
    pub depth: u32,
    /// The value of the best line for the side to move.
    pub value: Value,
    /// The best line in the usual notation.
    pub notation: Vec<String>,
    /// Nodes since the start of the search, this iteration included.
    pub nodes: u64,
}

/// The result of a search in words; [`crate::SearchResult`] is the same in moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchReport {
    /// Lines, best first; empty only where there is no legal move.
    pub lines: Vec<PvLine>,
    /// The move that was chosen, as its path of tokens.
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
    /// The completed depths, shallowest first.
    pub iterations: Vec<Iteration>,
}
