//! The root of a search: its moves, the iterations, the windows, the lines.

use std::time::Duration;

use crate::move_ordering::best_first::sort_best_first;
use crate::search::minimax::minimax_of_move;
use crate::search::observer::{Observer, Why};
use crate::search::score::{self, DECISIVE, INFINITY, MAX_PLY, is_decisive};
use crate::search::search_result::SearchEvent;
use crate::search::searcher::Searcher;
use crate::search::state::node_state::{MadeMove, NodeState};
use crate::search::state::shared::Shared;
use crate::search::state::table_access::TableAccess;
use crate::time_control::time_management::TimeManager;
use crate::{Bound, Control, Driver, GameMove, Knowledge, MoveList, Position, SearchResult};
use crate::{Request, Score, SplitMix, Technique, Value, Variation};

/// The lines from which a weakened search chooses.
const CHOICES: usize = 4;

/// The number of plies that a search goes on beyond the end of a forced win or loss, because one that leaves moves out may have missed a
/// shorter one.
const SURE_PLIES: usize = 4;

/// The root: its moves, and everything below it.
pub(crate) struct Root<'a, P: Position, K: Knowledge<P>> {
    searcher: Searcher<'a, P, K>,
    control: &'a Control,
    root: &'a P,
    /// The legal moves in the order in which they are searched.
    moves: MoveList<P::Move>,
    /// The best line of the pass that is running.
    best: Option<(Score, Vec<P::Move>)>,
    /// The lower end of the window of that pass.
    floor: Score,
    /// The line of a pass before it that failed high, with a bound from below: kept until the value is found, or a later pass fails low.
    failed_high: Option<(Score, Vec<P::Move>)>,
    /// The values of the lines of the iteration before.
    guesses: Vec<Score>,
    /// Whether all legal moves are searched.
    is_whole: bool,
    /// The certainty of the answer so far, which decides about the time.
    time_manager: TimeManager<P::Move>,
    /// The listener to the progress of the search, if there is one.
    tell: Option<&'a mut Listener<'a, P::Move>>,
}

/// A listener to the progress of a search.
type Listener<'a, M> = dyn FnMut(SearchEvent<'_, M>) + 'a;

impl<'a, P: Position, K: Knowledge<P>> Root<'a, P, K> {
    pub fn new(
        (root, earlier): (&'a P, &[u64]),
        knowledge: &'a K,
        request: &'a Request,
        shared: &'a Shared<'a>,
    ) -> Self {
        let searcher = Searcher::new(root, earlier, knowledge, request, shared);
        let mut search = Root {
            searcher,
            control: shared.control,
            root,
            moves: root.moves(),
            best: None,
            floor: -INFINITY,
            failed_high: None,
            guesses: Vec::new(),
            is_whole: true,
            time_manager: TimeManager::new(),
            tell: None,
        };
        search.order_moves();
        search
    }

    /// Restricts the search to these moves, each of which is searched whatever the game thinks of it; an empty list restricts nothing.
    pub fn only(mut self, only: &[P::Move]) -> Self {
        if !only.is_empty() {
            self.moves.retain(|m| only.contains(m));
            self.is_whole = false;
        }
        self
    }

    /// Lets an observer watch the search.
    pub fn watched_by(mut self, observer: &'a mut dyn Observer<P::Move>) -> Self {
        self.searcher.watched_by(observer);
        self
    }

    /// Tells how the search goes on.
    pub fn telling(mut self, tell: &'a mut Listener<'a, P::Move>) -> Self {
        self.tell = Some(tell);
        self
    }

    /// With a seed the order is left to chance, and so is the choice among equals, because a later move must be better to
    /// replace an earlier one (at deeper iterations the best move so far goes first); without, the game's own guess decides.
    fn order_moves(&mut self) {
        let config = self.searcher.config;
        let seed = config.request.seed;
        if seed != 0 {
            SplitMix::new(seed ^ self.root.key()).shuffle(&mut self.moves);
        } else if config.uses(Technique::Order) {
            let (root, knowledge) = (self.root, config.knowledge);
            sort_best_first(&mut self.moves, |&m| knowledge.order(root, m));
        }
        if config.uses(Technique::Candidates) {
            let (root, knowledge) = (self.root, config.knowledge);
            sort_best_first(&mut self.moves, |&m| knowledge.is_candidate(root, m));
        }
    }

    /// Iterative deepening (Slate and Atkin, 1977): each depth orders the moves of the next, and there is an answer at any time.
    /// A thread with an odd `number` begins one ply deeper.
    pub fn deepen(mut self, number: usize) -> SearchResult<P::Move> {
        let config = self.searcher.config;
        let request = config.request;
        let last = match request.depth {
            0 => MAX_PLY,
            depth => (depth as usize).min(MAX_PLY),
        };
        let last = last.min(self.root.plies_left().max(1));
        // Without a depth there is nothing to go straight to.
        let deepens = config.techniques.has(Technique::Deepening) || request.depth == 0;
        let first = if deepens {
            (1 + number % 2).min(last)
        } else {
            last
        };
        let mut found = SearchResult::proven(Vec::new());
        for depth in first..=last {
            let is_last = self.iterate(depth, &mut found);
            self.searcher.count(&mut found);
            if !self.searcher.is_stopped()
                && let Some(tell) = &mut self.tell
            {
                tell(SearchEvent::Iteration(&found));
            }
            if is_last || self.moves.is_empty() || self.is_late() {
                break;
            }
        }
        if found.lines.is_empty() {
            found.lines.extend(self.unsearched());
            found.bound = Bound::Lower;
        }
        self.choose(&mut found);
        self.searcher.count(&mut found);
        found
    }

    /// Whether it is too late to begin another depth. On a clock, an only move takes no further time; otherwise the intended share is
    /// stretched where the answer is uncertain and cut where it is certain.
    fn is_late(&self) -> bool {
        let control = self.control;
        let is_over = |share: Duration| {
            self.moves.len() == 1 || control.elapsed() >= share * self.time_manager.percent() / 100
        };
        let share = self.searcher.config.request.soft_time;
        control.is_stopped() || share.is_some_and(is_over)
    }

    /// Searches all lines to `depth`; true where there is nothing more to find, or no more time to find it in.
    fn iterate(&mut self, depth: usize, found: &mut SearchResult<P::Move>) -> bool {
        self.searcher.begin_iteration(depth);
        let wanted = self.lines_wanted();
        let mut lines: Vec<(Score, Vec<P::Move>)> = Vec::new();
        for number in 0..wanted {
            (self.best, self.failed_high) = (None, None);
            let taken: Vec<_> = lines.iter().map(|(_, line)| line[0]).collect();
            let guess = self.guesses.get(number).copied();
            self.drive(depth, guess, &taken);
            if self.searcher.is_stopped() {
                break;
            }
            lines.extend(self.best.take());
        }
        if self.searcher.is_stopped() {
            self.keep_partial(lines, found);
            return true;
        }
        let is_proven = self.searcher.is_proven();
        let is_settled = |&(value, _): &(Score, Vec<P::Move>)| matches!(score::value(value, false), Value::Win(n) | Value::Loss(n) if n as usize + SURE_PLIES <= depth);
        let nothing_left = is_proven || lines.iter().all(is_settled);
        // A weakened search does not see all that is there; its first line may stand behind another.
        sort_best_first(&mut lines, |(value, _)| *value);
        self.advance_best(&lines);
        if let Some((value, line)) = lines.first() {
            self.time_manager.heed(depth, line[0], *value);
        }
        self.guesses = lines.iter().map(|(value, _)| *value).collect();
        let first = self.guesses.first();
        found.bound = first.map_or(Bound::Exact, |&value| score::bound(value, is_proven));
        found.lines = lines
            .into_iter()
            .map(|(value, line)| Variation {
                value: score::value(value, is_proven),
                moves: self.lengthen(line, depth),
            })
            .collect();
        found.depth = depth as u32;
        if let Some(best) = found.lines.first() {
            found
                .iterations
                .push((found.depth, best.clone(), self.searcher.nodes()));
        }
        nothing_left
    }

    fn lines_wanted(&self) -> usize {
        let request = self.searcher.config.request;
        let choices = match request.handicap.margin_cp {
            0 => 1,
            _ => CHOICES,
        };
        request.multipv.max(choices).min(self.moves.len())
    }

    /// One line: the value of the root over the moves that are not `taken`, left in `best`.
    fn drive(&mut self, depth: usize, guess: Option<Score>, taken: &[P::Move]) {
        match self.searcher.config.driver {
            Driver::Mtdf => self.mtdf(depth, guess.unwrap_or(0), taken),
            Driver::Pvs => self.aspirate(depth, guess, taken),
            Driver::AlphaBeta | Driver::Minimax => {
                self.pass(depth, -INFINITY, INFINITY, taken);
            }
        }
    }

    /// Aspiration (Slate and Atkin, 1977): the value is likely to be near that of the depth before, and a narrow window cuts more.
    /// If it lies outside, the window grows on that side and the root is searched again.
    fn aspirate(&mut self, depth: usize, guess: Option<Score>, taken: &[P::Move]) {
        let config = self.searcher.config;
        let params = config.params;
        let is_worth_it =
            depth as i32 >= params.aspiration_depth && config.uses(Technique::Aspiration);
        // A window of nothing would never hold the value.
        let mut margin = params.aspiration_cp.max(1);
        let (mut low, mut high) = match guess {
            Some(guess) if is_worth_it && !is_decisive(guess) => (guess - margin, guess + margin),
            _ => (-INFINITY, INFINITY),
        };
        loop {
            let value = self.pass(depth, low, high, taken);
            if self.searcher.is_stopped() || value > low && value < high {
                return;
            }
            margin *= 4;
            let is_hopeless = is_decisive(value) || margin > 2_000;
            if value <= low {
                self.failed_high = None;
                low = if is_hopeless {
                    -INFINITY
                } else {
                    value - margin
                };
            } else {
                self.failed_high = self.best.take();
                high = if is_hopeless {
                    INFINITY
                } else {
                    value + margin
                };
            }
        }
    }

    /// MTD(f), memory-enhanced test driver (Plaat, 1996): null windows close in on the value from both sides; the line is that of
    /// the last lower bound.
    fn mtdf(&mut self, depth: usize, guess: Score, taken: &[P::Move]) {
        let (mut lower, mut upper) = (-INFINITY, INFINITY);
        let mut value = guess;
        while lower < upper {
            let beta = if value == lower { value + 1 } else { value };
            value = self.pass(depth, beta - 1, beta, taken);
            if self.searcher.is_stopped() {
                return;
            }
            if value < beta {
                upper = value;
            } else {
                lower = value;
                self.failed_high = self.best.take();
            }
        }
        self.best = self.failed_high.take();
    }

    /// Searches the root moves within a window. Where no move exceeds `floor`, `best` holds a move with an upper bound.
    fn pass(&mut self, depth: usize, floor: Score, beta: Score, taken: &[P::Move]) -> Score {
        self.best = None;
        self.floor = floor;
        if !self.searcher.begin_node(0) {
            return 0;
        }
        let here = self.searcher.enter_root(self.root, depth, (floor, beta));
        let best = self.search_moves(&here, taken);
        let (bound, why) = score::of_moves(best, (floor, beta));
        if self.searcher.is_stopped() {
            self.searcher.leave_root(best, Why::Stopped);
            return best;
        }
        self.searcher.leave_root(best, why);
        if self.is_whole && taken.is_empty() {
            let m = self.best.as_ref().map_or(P::Move::NULL, |(_, l)| l[0]);
            self.searcher.store_root(&here, m, best, bound);
        }
        best
    }

    /// Searches the root moves that are not `taken` until one exceeds the window; the best of their values.
    fn search_moves(&mut self, here: &NodeState<'_, P>, taken: &[P::Move]) -> Score {
        let (mut alpha, beta) = here.window;
        let mut best = -INFINITY;
        let mut searched = 0;
        for i in 0..self.moves.len() {
            let m = self.moves[i];
            // Moves that were asked for by name are all looked at.
            let may_pass = self.is_whole && searched > 0 && best > -DECISIVE;
            if taken.contains(&m) || may_pass && self.searcher.passes_over(self.root, m) {
                continue;
            }
            if let Some(tell) = &mut self.tell {
                let (number, depth) = (i + 1, here.plies() as usize);
                tell(SearchEvent::Move { m, number, depth });
            }
            let before = self.searcher.nodes();
            let value = self.search_move(here, m, searched, (alpha, beta));
            self.time_manager.spend(m, self.searcher.nodes() - before);
            if self.searcher.is_stopped() {
                break;
            }
            searched += 1;
            self.doubt(m, value);
            if value > best {
                best = value;
                // A move that fails low has no line but that of the table.
                if value > alpha || self.best.is_none() {
                    self.best = Some((value, self.searcher.root_line(m)));
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta && self.searcher.config.driver != Driver::Minimax {
                break;
            }
        }
        best
    }

    /// The value of a root move after `searched` others.
    fn search_move(
        &mut self,
        here: &NodeState<'_, P>,
        m: P::Move,
        searched: usize,
        window: (Score, Score),
    ) -> Score {
        if self.searcher.config.driver != Driver::Minimax {
            let count = self.moves.len();
            return (self.searcher).root_move(here, m, (searched, count), window);
        }
        let child = self.root.after(m);
        let step = MadeMove {
            parent: self.root,
            m,
            child: &child,
        };
        minimax_of_move(&mut self.searcher, &step, (0, here.depth), window)
    }

    /// The result of an interrupted iteration is better than the last one's, because it began with that move. It is kept only for a single
    /// line whose value is known from below, or where no iteration has been completed; then together with the `lines` that it had finished,
    /// which are better.
    fn keep_partial(
        &mut self,
        mut lines: Vec<(Score, Vec<P::Move>)>,
        found: &mut SearchResult<P::Move>,
    ) {
        if self.lines_wanted() > 1 && !found.lines.is_empty() {
            return;
        }
        let is_first_line = lines.is_empty();
        lines.extend(self.unfinished());
        if lines.is_empty() {
            return;
        }
        sort_best_first(&mut lines, |(value, _)| *value);
        found.bound = match is_first_line {
            true => Bound::Lower,
            false => score::bound(lines[0].0, false),
        };
        let kept = lines.into_iter().map(|(value, moves)| Variation {
            value: score::value(value, false),
            moves,
        });
        found.lines = kept.collect();
    }

    /// The line that an interrupted pass had found, or one that failed high before it, with a value that is known from below: the better
    /// of the two, and the later one of equals. A driver that comes from below may have a bound that the iteration before surpasses.
    fn unfinished(&mut self) -> Option<(Score, Vec<P::Move>)> {
        let (floor, before) = (self.floor, self.guesses.first().copied());
        let surpasses = |value: Score| before.is_none_or(|before| value > before);
        let failed_high = self.failed_high.take();
        let failed_high = failed_high.filter(|(value, _)| surpasses(*value));
        let best = self.best.take().filter(|(value, _)| *value > floor);
        let known = failed_high.into_iter().chain(best);
        known.max_by_key(|(value, _)| *value)
    }

    /// A move that failed high in the pass before, and does not reach that bound in this one, is no longer worth it. (In MTD(f), bounds follow from one
    /// another.)
    fn doubt(&mut self, m: P::Move, value: Score) {
        let is_mtdf = self.searcher.config.driver == Driver::Mtdf;
        if !is_mtdf
            && let Some((bound, line)) = &self.failed_high
            && line[0] == m
            && value < *bound
        {
            self.failed_high = None;
        }
    }

    /// The next iteration begins with the best moves of this one.
    fn advance_best(&mut self, lines: &[(Score, Vec<P::Move>)]) {
        for (_, line) in lines.iter().rev() {
            if let Some(at) = self.moves.iter().position(|&m| m == line[0]) {
                self.moves[..=at].rotate_right(1);
            }
        }
    }

    /// Null windows and table cut-offs leave a line short: the table knows how it goes on.
    fn lengthen(&self, mut line: Vec<P::Move>, depth: usize) -> Vec<P::Move> {
        let config = self.searcher.config;
        if !config.uses(Technique::Tt) || config.driver == Driver::Pvs {
            return line;
        }
        let mut position = self.root.clone();
        for &m in &line {
            position.play(m);
        }
        let table = &self.searcher.table;
        while line.len() < depth && position.outcome().is_none() {
            let key = table.key(&position);
            let entry = table.probe(key);
            let Some(m) = entry.and_then(|entry| TableAccess::<P, K>::best_move(entry, key)) else {
                break;
            };
            if !position.is_legal(m) {
                break;
            }
            position.play(m);
            line.push(m);
        }
        line
    }

    /// A weakened search plays one of the lines that are nearly as good as the best: it goes to the front.
    fn choose(&self, found: &mut SearchResult<P::Move>) {
        let request = self.searcher.config.request;
        let scores: Vec<_> = found.lines.iter().map(|line| rough(line.value)).collect();
        let handicap = request.handicap;
        let chosen = handicap.choose(&scores, self.root.key(), request.seed);
        if chosen > 0 {
            found.lines[..=chosen].rotate_right(1);
        }
        found.lines.truncate(request.multipv.max(1));
    }

    /// The answer where a limit left no time for a single move: the first one, with the value of the position as it stands.
    fn unsearched(&mut self) -> Option<Variation<P::Move>> {
        let &m = self.moves.first()?;
        let value = self.searcher.sound_evaluation(self.root, 0);
        Some(Variation {
            value: Value::Cp(value),
            moves: vec![m],
        })
    }
}

/// Values on one scale, to compare lines by.
fn rough(value: Value) -> Score {
    match value {
        Value::Cp(cp) => cp,
        other => score::of_value(other, 0).unwrap_or(0),
    }
}
