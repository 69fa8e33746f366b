//! One search from the root: iterative deepening around one of the drivers, with as many lines as were asked for.

use crate::engine::node::Searcher;
use crate::engine::score::{self, INFINITY, MAX_PLY};
use crate::engine::{Bound, Control, Driver, GameMove, Knowledge, MoveList, Position};
use crate::engine::{Request, Score, SplitMix, Technique, Value};

/// A line that the search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// Its value for the side to move at the root.
    pub value: Value,
    /// The moves.
    pub moves: Vec<M>,
}

/// What a search found, in moves; [`crate::engine::Report`] is the same in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// Lines, best first; empty only where there is no legal move.
    pub lines: Vec<Variation<M>>,
    /// How the first line's value bounds the true one at its depth: `Lower` where a limit left root moves unsearched.
    pub bound: Bound,
    /// The last depth that was completed, plies; 0 where even depth 1 was cut short.
    pub depth: u32,
    /// Entries into the search, all iterations summed.
    pub nodes: u64,
    /// Evaluations.
    pub leaves: u64,
    /// Whether the time limit cut the search short.
    pub deadline_hit: bool,
    /// The best line at each completed depth, with the nodes up to then.
    pub iterations: Vec<(u32, Variation<M>, u64)>,
}

impl<M> Found<M> {
    /// What a table knows without a search: lines with proven values, best first.
    pub fn proven(lines: Vec<Variation<M>>) -> Self {
        Found {
            lines,
            bound: Bound::Exact,
            depth: 0,
            nodes: 0,
            leaves: 0,
            deadline_hit: false,
            iterations: Vec::new(),
        }
    }
}

/// Searches `root`, which is not over. `earlier` are the keys of the positions before it, the first of the game first: they
/// matter to games where a repetition is a draw.
///
/// The search ends at the depth that was asked for, at a limit, or when it has seen every line to its end.
pub fn search<P: Position, K: Knowledge<P>>(
    root: &P,
    earlier: &[u64],
    knowledge: &K,
    request: &Request,
    control: &Control,
) -> Found<P::Move> {
    let searcher = Searcher::new(root, earlier, knowledge, request, control);
    let mut moves = MoveList::with_capacity(P::MAX_MOVES);
    root.generate(&mut moves);
    let mut search = Root {
        searcher,
        root,
        moves,
        best: None,
    };
    search.order_moves();
    search.deepen()
}

/// The root: its moves, and everything below it.
struct Root<'a, P: Position, K: Knowledge<P>> {
    searcher: Searcher<'a, P, K>,
    root: &'a P,
    /// The legal moves in the order in which they are searched.
    moves: MoveList<P::Move>,
    /// The best line of the pass that is running.
    best: Option<(Score, Vec<P::Move>)>,
}

impl<P: Position, K: Knowledge<P>> Root<'_, P, K> {
    /// With a seed the order is left to chance, and so is the choice among equals, because a later move must be better to
    /// replace an earlier one (at deeper iterations the best move so far goes first); without, the game's own guess decides.
    fn order_moves(&mut self) {
        let seed = self.searcher.request.seed;
        if seed != 0 {
            SplitMix::new(seed ^ self.root.key()).shuffle(&mut self.moves);
        } else if self.searcher.use_order && self.searcher.driver != Driver::Minimax {
            let (root, knowledge) = (self.root, self.searcher.knowledge);
            self.moves
                .sort_by_key(|&m| std::cmp::Reverse(knowledge.order(root, m)));
        }
    }

    fn deepen(mut self) -> Found<P::Move> {
        let request = self.searcher.request;
        let last = match request.depth {
            0 => MAX_PLY,
            depth => (depth as usize).min(MAX_PLY),
        };
        // Without a depth there is nothing to go straight to.
        let deepens = self.searcher.on.has(Technique::Deepening) || request.depth == 0;
        let mut found = Found::proven(Vec::new());
        for depth in if deepens { 1 } else { last }..=last {
            let is_last = self.iterate(depth, &mut found);
            if is_last || self.moves.is_empty() {
                break;
            }
        }
        if found.lines.is_empty() {
            found.lines.extend(self.unsearched());
            found.bound = Bound::Lower;
        }
        found.nodes = self.searcher.nodes;
        found.leaves = self.searcher.leaves;
        found.deadline_hit = self.searcher.deadline_hit;
        found
    }

    /// Searches all lines to `depth`; true where there is nothing more to find, or no more time to find it in.
    fn iterate(&mut self, depth: usize, found: &mut Found<P::Move>) -> bool {
        self.searcher.age = depth as u8;
        self.searcher.is_guess = false;
        let wanted = self.searcher.request.multipv.max(1).min(self.moves.len());
        let guess = found.lines.first().map_or(0, |l| rough(l.value));
        let mut lines: Vec<(Score, Vec<P::Move>)> = Vec::new();
        for _ in 0..wanted {
            self.best = None;
            let taken: Vec<_> = lines.iter().map(|(_, line)| line[0]).collect();
            self.drive(depth, guess, &taken);
            if self.searcher.is_stopped {
                break;
            }
            lines.extend(self.best.take());
        }
        if self.searcher.is_stopped {
            self.keep_partial(found);
            return true;
        }
        let is_proven = !self.searcher.is_guess;
        let is_settled = |&(value, _): &(Score, Vec<P::Move>)| matches!(score::value(value, false), Value::Win(n) | Value::Loss(n) if n as usize <= depth);
        let nothing_left = is_proven || lines.iter().all(is_settled);
        self.advance_best(&lines);
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
                .push((found.depth, best.clone(), self.searcher.nodes));
        }
        nothing_left
    }

    /// One line: the value of the root over the moves that are not `taken`, left in `best`.
    fn drive(&mut self, depth: usize, guess: Score, taken: &[P::Move]) {
        if self.searcher.driver != Driver::Mtdf {
            self.pass(depth, -INFINITY, INFINITY, taken);
            return;
        }
        // MTD(f) (Plaat, 1995): null windows close in on the value from both sides; the line is that of the last lower bound.
        let (mut lower, mut upper) = (-INFINITY, INFINITY);
        let mut value = guess;
        let mut proof = None;
        while lower < upper && !self.searcher.is_stopped {
            let beta = if value == lower { value + 1 } else { value };
            value = self.pass(depth, beta - 1, beta, taken);
            if self.searcher.is_stopped {
                break;
            }
            if value < beta {
                upper = value;
            } else {
                lower = value;
                proof = self.best.take();
            }
        }
        self.best = proof.map(|(_, line)| (lower, line));
    }

    /// Searches the root moves within a window. Where nothing exceeds `alpha`, `best` holds a move with an upper bound.
    fn pass(&mut self, depth: usize, alpha: Score, beta: Score, taken: &[P::Move]) -> Score {
        self.best = None;
        if !self.searcher.enter() {
            return 0;
        }
        let floor = alpha;
        let mut alpha = alpha;
        let mut best = -INFINITY;
        for i in 0..self.moves.len() {
            let m = self.moves[i];
            if taken.contains(&m) {
                continue;
            }
            let mut child = self.root.clone();
            child.play(m);
            let edge = (self.root, m, &child);
            let is_scout = self.searcher.driver == Driver::Pvs && self.best.is_some();
            let window = if is_scout { alpha + 1 } else { beta };
            let mut value = self.searcher.descend(edge, (0, depth), (alpha, window));
            if is_scout && value > alpha && value < beta && !self.searcher.is_stopped {
                value = self.searcher.descend(edge, (0, depth), (alpha, beta));
            }
            if self.searcher.is_stopped {
                break;
            }
            if value > best {
                best = value;
                self.searcher.extend_pv(0, m);
                self.best = Some((value, self.searcher.pv[0].clone()));
            }
            alpha = alpha.max(value);
            if alpha >= beta && self.searcher.driver != Driver::Minimax {
                break;
            }
        }
        if self.searcher.use_table && taken.is_empty() && !self.searcher.is_stopped {
            self.store_root(best, floor, beta, depth);
        }
        best
    }

    fn store_root(&self, best: Score, alpha: Score, beta: Score, depth: usize) {
        let bound = match best {
            b if b >= beta => Bound::Lower,
            b if b > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let m = self.best.as_ref().map_or(P::Move::NULL, |(_, l)| l[0]);
        self.searcher
            .store(self.root.key(), m, best, 0, depth, bound);
    }

    /// What an interrupted iteration has found is better than the last one's result, because it began with that move. Only the
    /// drivers with an open window say so, and only for a single line.
    fn keep_partial(&mut self, found: &mut Found<P::Move>) {
        let has_open_window = self.searcher.driver != Driver::Mtdf;
        let is_first_line = self.searcher.request.multipv <= 1 || found.lines.is_empty();
        if let Some((value, moves)) = self.best.take()
            && has_open_window
            && is_first_line
        {
            let value = score::value(value, false);
            found.lines = vec![Variation { value, moves }];
            found.bound = Bound::Lower;
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
        if !self.searcher.use_table || self.searcher.driver == Driver::Pvs {
            return line;
        }
        let mut position = self.root.clone();
        for &m in &line {
            position.play(m);
        }
        while line.len() < depth && position.outcome().is_none() {
            let Some(entry) = self.searcher.table.probe(position.key()) else {
                break;
            };
            let m = P::Move::from_bits(entry.move_bits);
            if !position.is_legal(m) {
                break;
            }
            position.play(m);
            line.push(m);
        }
        line
    }

    /// The answer where a limit left no time for a single move: the first one, with the value of the position as it stands.
    fn unsearched(&mut self) -> Option<Variation<P::Move>> {
        let &m = self.moves.first()?;
        self.searcher.leaves += 1;
        let knowledge = self.searcher.knowledge;
        let value = knowledge.eval(self.root, &self.searcher.accs[0]);
        Some(Variation {
            value: Value::Cp(value),
            moves: vec![m],
        })
    }
}

/// Where to begin the search for a value that was this one ply ago.
fn rough(value: Value) -> Score {
    match value {
        Value::Cp(cp) => cp,
        Value::Win(_) | Value::Loss(_) | Value::Exact(_) => 0,
    }
}
