//! The search below the root: fail-soft negamax with alpha-beta, read from top to bottom; and, beside it, the full minimax
//! that judges it.

use crate::engine::ordering::{Memory, Picker};
use crate::engine::score::{self, INFINITY, MATE, MAX_PLY};
use crate::engine::transposition::{Entry, Transpositions};
use crate::engine::{Bound, Control, Driver, GameMove, Knowledge, Position};
use crate::engine::{Repertoire, Repetition, Request, Score, Technique, Techniques};

/// The clock and the stop flag are looked at once in so many nodes.
const POLL_NODES: u64 = 1_024;

/// Everything that one search carries from node to node.
pub(super) struct Searcher<'a, P: Position, K: Knowledge<P>> {
    pub knowledge: &'a K,
    pub request: &'a Request,
    pub control: &'a Control,
    /// The driver, with [`Technique::AlphaBeta`] and [`Technique::Pvs`] taken into account.
    pub driver: Driver,
    /// The techniques that are used.
    pub on: Techniques,
    pub use_table: bool,
    pub use_order: bool,
    pub table: Transpositions,
    pub memory: Memory<P>,
    /// Keys of the game so far and of the line that is being searched, the present node last.
    pub keys: Vec<u64>,
    /// Where in `keys` the root stands.
    pub root_index: usize,
    pub accs: Vec<K::Acc>,
    pickers: Vec<Picker<P::Move>>,
    /// The best line from each ply on.
    pub pv: Vec<Vec<P::Move>>,
    pub nodes: u64,
    pub leaves: u64,
    /// The iteration, as the age of what it stores.
    pub age: u8,
    /// Whether an evaluation, or a repetition that another path would not have, went into this iteration.
    pub is_guess: bool,
    pub is_stopped: bool,
    pub deadline_hit: bool,
}

impl<'a, P: Position, K: Knowledge<P>> Searcher<'a, P, K> {
    /// A search from `root`; `earlier` are the keys of the positions before it, the first of the game first.
    pub fn new(
        root: &P,
        earlier: &[u64],
        knowledge: &'a K,
        request: &'a Request,
        control: &'a Control,
    ) -> Self {
        let on = request.techniques(Repertoire {
            sound: K::SOUND,
            usual: K::USUAL,
        });
        let driver = match request.driver {
            _ if !on.has(Technique::AlphaBeta) => Driver::Minimax,
            Driver::Pvs if !on.has(Technique::Pvs) => Driver::AlphaBeta,
            driver => driver,
        };
        let use_table = on.has(Technique::Tt) && driver != Driver::Minimax;
        let size_mb = if use_table { request.hash_mb } else { 0 };
        let mut keys = earlier.to_vec();
        keys.push(root.key());
        let mut accs = vec![K::Acc::default(); MAX_PLY + 1];
        knowledge.refresh(root, &mut accs[0]);
        let mut memory = Memory::new(MAX_PLY + 1);
        memory.use_killers = on.has(Technique::Killers);
        memory.use_history = on.has(Technique::History);
        Searcher {
            knowledge,
            request,
            control,
            driver,
            on,
            use_table,
            use_order: on.has(Technique::Order),
            table: Transpositions::new(size_mb, request.nodes),
            memory,
            root_index: keys.len() - 1,
            keys,
            accs,
            pickers: (0..=MAX_PLY).map(|_| Picker::new(0)).collect(),
            pv: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            leaves: 0,
            age: 0,
            is_guess: false,
            is_stopped: false,
            deadline_hit: false,
        }
    }

    /// Counts an entry into the search; false where a limit forbids it.
    pub fn enter(&mut self) -> bool {
        if self.request.nodes != 0 && self.nodes >= self.request.nodes {
            self.is_stopped = true;
        } else if self.nodes.is_multiple_of(POLL_NODES) {
            self.poll();
        }
        if self.is_stopped {
            return false;
        }
        self.nodes += 1;
        true
    }

    fn poll(&mut self) {
        if let Some(limit) = self.request.time
            && self.control.elapsed() >= limit
        {
            self.deadline_hit = true;
            self.is_stopped = true;
        }
        self.is_stopped |= self.control.is_stopped();
    }

    /// The value of the move that leads from `parent` to `child`, for the side to move in `parent`.
    pub fn descend(
        &mut self,
        (parent, m, child): (&P, P::Move, &P),
        (ply, depth): (usize, usize),
        (alpha, beta): (Score, Score),
    ) -> Score {
        let (from, to) = self.accs.split_at_mut(ply + 1);
        self.knowledge
            .update(parent, m, child, &from[ply], &mut to[0]);
        self.keys.push(child.key());
        let same_side = !P::ALTERNATING && child.side() == parent.side();
        let value = match (self.driver, same_side) {
            (Driver::Minimax, true) => self.minimax(child, ply + 1, depth - 1),
            (Driver::Minimax, false) => -self.minimax(child, ply + 1, depth - 1),
            (_, true) => self.node(child, ply + 1, depth - 1, alpha, beta),
            (_, false) => -self.node(child, ply + 1, depth - 1, -beta, -alpha),
        };
        self.keys.pop();
        value
    }

    /// Fail-soft negamax: the value if it lies between `alpha` and `beta`, otherwise a bound on it.
    fn node(&mut self, position: &P, ply: usize, depth: usize, alpha: Score, beta: Score) -> Score {
        self.pv[ply].clear();
        if !self.enter() {
            return 0;
        }
        if let Some(value) = self.settled(position, ply, depth) {
            return value;
        }

        // Mate distance: no line from here is better than a win on the next ply or worse than a loss on the spot.
        let plies = ply as Score;
        let (mut alpha, beta) = (alpha.max(plies - MATE), beta.min(MATE - plies - 1));
        if alpha >= beta {
            return alpha;
        }
        let floor = alpha;

        // Transposition table: a deep enough bound ends the node, unless it would cut the principal variation short.
        let key = position.key();
        let entry = self.use_table.then(|| self.table.probe(key)).flatten();
        let keeps_pv = self.driver == Driver::Pvs && beta - alpha > 1;
        if let Some(entry) = entry
            && !keeps_pv
            && let Some(value) = self.table_cut(entry, ply, depth, alpha, beta)
        {
            return value;
        }

        let side = position.side();
        let mut picker = self.take_picker(position, ply, entry.map(|e| e.move_bits));
        if picker.moves.is_empty() {
            self.pickers[ply] = picker;
            return score::of_outcome(position.no_moves(), ply);
        }
        let mut best = -INFINITY;
        let mut best_move = P::Move::NULL;
        for i in 0..picker.moves.len() {
            let m = picker.pick(i);
            let mut child = position.clone();
            child.play(m);
            let edge = (position, m, &child);
            // Principal variation search: after the first move, ask only whether a move is better.
            let is_scout = i > 0 && keeps_pv;
            let window = if is_scout { alpha + 1 } else { beta };
            let mut value = self.descend(edge, (ply, depth), (alpha, window));
            if is_scout && value > alpha && value < beta {
                value = self.descend(edge, (ply, depth), (alpha, beta));
            }
            if self.is_stopped {
                break;
            }
            if value > best {
                best = value;
                best_move = m;
            }
            if value > alpha {
                alpha = value;
                self.extend_pv(ply, m);
            }
            if alpha >= beta {
                self.memory.cut(side, ply, depth, m, &picker.moves[..i]);
                break;
            }
        }
        self.pickers[ply] = picker;
        if self.is_stopped {
            return 0;
        }
        if self.use_table {
            let bound = match best {
                b if b >= beta => Bound::Lower,
                b if b > floor => Bound::Exact,
                _ => Bound::Upper,
            };
            self.store(key, best_move, best, ply, depth, bound);
        }
        best
    }

    /// The value of a node that needs no moves: an end, a repetition, the horizon.
    fn settled(&mut self, position: &P, ply: usize, depth: usize) -> Option<Score> {
        if let Some(outcome) = position.outcome() {
            return Some(score::of_outcome(outcome, ply));
        }
        if self.repeats(position) {
            // Another path to the same position may not repeat: what follows is no proof.
            self.is_guess = true;
            return Some(0);
        }
        (depth == 0 || ply >= MAX_PLY).then(|| {
            self.is_guess = true;
            self.leaves += 1;
            self.knowledge.eval(position, &self.accs[ply])
        })
    }

    /// One earlier occurrence since the root, or two before it.
    fn repeats(&self, position: &P) -> bool {
        if P::REPETITION == Repetition::Impossible {
            return false;
        }
        let here = self.keys.len() - 1;
        let key = self.keys[here];
        let step = if P::ALTERNATING { 2 } else { 1 };
        let mut before_root = 0;
        for back in (step..=position.reversible().min(here)).step_by(step) {
            if self.keys[here - back] == key {
                before_root += usize::from(here - back < self.root_index);
                if here - back >= self.root_index || before_root == 2 {
                    return true;
                }
            }
        }
        false
    }

    fn table_cut(
        &mut self,
        entry: Entry,
        ply: usize,
        depth: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        if usize::from(entry.depth) < depth {
            return None;
        }
        let value = score::from_table(entry.score, ply);
        let is_enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        if is_enough && entry.age != self.age {
            self.is_guess = true;
        }
        is_enough.then_some(value)
    }

    /// Keeps what a node has found.
    pub fn store(
        &self,
        key: u64,
        m: P::Move,
        value: Score,
        ply: usize,
        depth: usize,
        bound: Bound,
    ) {
        let entry = Entry {
            move_bits: m.to_bits(),
            score: score::to_table(value, ply),
            depth: depth as u8,
            bound,
            age: self.age,
        };
        self.table.store(key, entry);
    }

    /// The legal moves with their scores; the storage goes back to `pickers` afterwards.
    fn take_picker(
        &mut self,
        position: &P,
        ply: usize,
        table_move: Option<u32>,
    ) -> Picker<P::Move> {
        let mut picker = std::mem::replace(&mut self.pickers[ply], Picker::new(0));
        picker.moves.clear();
        position.generate(&mut picker.moves);
        let side = position.side();
        let (memory, knowledge) = (&self.memory, self.knowledge);
        let use_order = self.use_order;
        picker.score(|m| {
            let guess = if use_order {
                knowledge.order(position, m)
            } else {
                0
            };
            memory.score(side, ply, m, table_move).saturating_add(guess)
        });
        picker
    }

    /// Makes `m` and the best line after it the best line from `ply` on.
    pub fn extend_pv(&mut self, ply: usize, m: P::Move) {
        let (line, after) = self.pv.split_at_mut(ply + 1);
        line[ply].clear();
        line[ply].push(m);
        line[ply].extend_from_slice(&after[0]);
    }

    /// The value by definition: every line to the horizon, in the order of generation, without any technique.
    fn minimax(&mut self, position: &P, ply: usize, depth: usize) -> Score {
        self.pv[ply].clear();
        if !self.enter() {
            return 0;
        }
        if let Some(value) = self.settled(position, ply, depth) {
            return value;
        }
        let mut picker = std::mem::replace(&mut self.pickers[ply], Picker::new(0));
        picker.moves.clear();
        position.generate(&mut picker.moves);
        let mut best = -INFINITY;
        for &m in &picker.moves {
            let mut child = position.clone();
            child.play(m);
            let value = self.descend((position, m, &child), (ply, depth), (-INFINITY, INFINITY));
            if self.is_stopped {
                break;
            }
            if value > best {
                best = value;
                self.extend_pv(ply, m);
            }
        }
        let is_end = picker.moves.is_empty();
        self.pickers[ply] = picker;
        if is_end {
            return score::of_outcome(position.no_moves(), ply);
        }
        best
    }
}
