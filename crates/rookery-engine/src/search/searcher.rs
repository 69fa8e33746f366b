//! The state that one search carries from node to node, and the steps that all kinds of nodes share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::memory::transposition::{Entry, Table};
use crate::move_ordering::correction::Corrections;
use crate::move_ordering::history_tables::{HistoryContext, HistoryTables, is_long};
use crate::move_ordering::move_picker::Picker;
use crate::search::observer::{Edge, Observer, Visit, Why};
use crate::search::score::{self, MAX_PLY, ONE};
use crate::selectivity::reductions::Reductions;
use crate::{Bound, Control, Driver, EVAL_MAX, GameMove, Knowledge, Params, Position};
use crate::{Repertoire, Repetition, Request, STRUCTURES, Score, Technique, Techniques};

/// The clock and the stop flag are looked at once in so many nodes.
const POLL_NODES: u64 = 1_024;

/// What the threads of one search share.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub control: &'a Control,
    /// Set by the first thread that is done.
    pub done: &'a AtomicBool,
    /// Nodes of all threads, added up at each poll.
    pub nodes: &'a AtomicU64,
    /// Whether other threads search too.
    pub is_crowded: bool,
    /// Whether others write, or have written, into the table: what it says is then no proof of this search's.
    pub is_table_shared: bool,
}

/// A move with the positions before and after it.
pub(crate) struct MadeMove<'p, P: Position> {
    pub parent: &'p P,
    pub m: P::Move,
    pub child: &'p P,
}

/// How a child is entered: see [`Visit`].
#[derive(Clone, Copy)]
pub(crate) struct Entering {
    pub edge: Edge,
    pub extension: i32,
}

impl Entering {
    pub const FULL: Entering = Entering::by(Edge::Full);

    pub const fn by(edge: Edge) -> Self {
        Entering { edge, extension: 0 }
    }
}

/// Which moves of a node are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moves {
    All,
    /// Those that do not lose on the opponent's next move, if there are any.
    Forced,
    Noisy,
}

/// Everything that one thread of a search carries from node to node.
pub(crate) struct Searcher<'a, P: Position, K: Knowledge<P>, O> {
    pub knowledge: &'a K,
    pub request: &'a Request,
    pub shared: &'a Shared<'a>,
    pub observer: &'a mut O,
    /// The driver, with [`Technique::AlphaBeta`] and [`Technique::Pvs`] taken into account.
    pub driver: Driver,
    /// The game's numbers, or those of the request.
    pub params: &'a Params,
    /// The techniques that are used.
    pub on: Techniques,
    pub memory: HistoryTables<P>,
    pub reductions: Reductions,
    pub corrections: Corrections,
    /// Keys of the game so far and of the line that is being searched, the present node last.
    pub keys: Vec<u64>,
    /// Where in `keys` the root stands.
    pub root_index: usize,
    pub root_side: usize,
    /// The depth of the iteration, plies.
    pub root_depth: usize,
    /// What knowledge keeps, for each ply that has been reached.
    pub accs: Vec<K::Acc>,
    /// Two for each ply: the second is for a search of the same node without its table move.
    pub pickers: Vec<Picker<P::Move>>,
    /// The move that led to each ply; none at the root and after a pass.
    pub path: Vec<Option<P::Move>>,
    /// Where the moves of each ply are tried.
    pub places: Vec<HistoryContext<P::Move>>,
    /// Whether a move is expected to cut off at each ply, because the parent expects its move to fail low, or high.
    pub expects_cut: Vec<bool>,
    /// The evaluation at each ply as it is kept in the table, where it was asked for.
    pub raw: Vec<Option<i16>>,
    /// The evaluation at each ply, corrected, where it was asked for.
    pub evals: Vec<Option<Score>>,
    /// The move that a search of each ply must do without.
    pub excluded: Vec<Option<P::Move>>,
    /// How many moves a tapered search looks at, at each ply.
    pub breadth: Vec<usize>,
    /// Whether a shallow check is running, in which no other is begun.
    pub is_checking: bool,
    /// The best line from each ply on.
    pub pv: Vec<Vec<P::Move>>,
    pub nodes: u64,
    pub leaves: u64,
    /// The longest line that was looked at, plies.
    pub deepest: usize,
    /// The iteration, as the age of what it stores.
    pub age: u8,
    /// Whether an evaluation, or anything else that is not a proof, went into this iteration.
    pub is_heuristic: bool,
    pub is_stopped: bool,
    pub deadline_hit: bool,
    /// Why the node that was left last has its value.
    why: Why,
}

impl<'a, P: Position, K: Knowledge<P>, O: Observer<P::Move>> Searcher<'a, P, K, O> {
    /// A search from `root`; `earlier` are the keys of the positions before it, the first of the game first.
    pub fn new(
        root: &P,
        earlier: &[u64],
        knowledge: &'a K,
        request: &'a Request,
        (shared, observer): (&'a Shared<'a>, &'a mut O),
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
        let on = match driver {
            Driver::Minimax => on.and(Techniques::of(&[Technique::Deepening])),
            _ => on,
        };
        let params = request.params.as_ref().unwrap_or(knowledge.params());
        let mut keys = earlier.to_vec();
        keys.push(root.key());
        let mut acc = K::Acc::default();
        knowledge.refresh(root, &mut acc);
        let memory = HistoryTables::new(MAX_PLY + 1, on, request.nodes, params);
        let nowhere = memory.place((0, 0), [None; 3], [0; STRUCTURES]);
        Searcher {
            knowledge,
            request,
            shared,
            observer,
            driver,
            params,
            on,
            memory,
            places: vec![nowhere; MAX_PLY + 2],
            corrections: Corrections::new(on.has(Technique::Correction) && is_long(request.nodes)),
            reductions: Reductions::new(params.reduction_divisor),
            root_index: keys.len() - 1,
            keys,
            root_side: root.side(),
            root_depth: 0,
            accs: vec![acc],
            pickers: (0..2 * (MAX_PLY + 1)).map(|_| Picker::new()).collect(),
            path: vec![None; MAX_PLY + 2],
            expects_cut: vec![false; MAX_PLY + 2],
            raw: vec![None; MAX_PLY + 2],
            evals: vec![None; MAX_PLY + 2],
            excluded: vec![None; MAX_PLY + 2],
            breadth: vec![usize::MAX; MAX_PLY + 2],
            is_checking: false,
            pv: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            leaves: 0,
            deepest: 0,
            age: 0,
            is_heuristic: false,
            is_stopped: false,
            deadline_hit: false,
            why: Why::Stopped,
        }
    }

    /// Whether the technique is on; a constant `false` where it is not sound for the game.
    pub fn uses(&self, technique: Technique) -> bool {
        K::SOUND.has(technique) && self.on.has(technique)
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
        // Who is stopped at once has so many nodes all the same, enough for a ply: the answer is not just any move.
        if self.nodes > 0 {
            if let Some(limit) = self.request.time
                && self.shared.control.elapsed() >= limit
            {
                self.deadline_hit = true;
                self.is_stopped = true;
            }
            self.is_stopped |= self.shared.control.is_stopped();
        }
        if self.shared.is_crowded {
            let all = self.shared.nodes.fetch_add(POLL_NODES, Ordering::Relaxed);
            self.is_stopped |= self.shared.done.load(Ordering::Relaxed)
                || self.request.nodes != 0 && all >= self.request.nodes;
        }
    }

    /// Leaves a node with its value, and says why.
    pub fn done(&mut self, value: Score, why: Why) -> Score {
        if O::WATCHES {
            self.why = why;
        }
        value
    }

    /// The value of a move for the side that makes it, searched to `depth` after it.
    pub fn descend(
        &mut self,
        step: &MadeMove<'_, P>,
        (ply, depth): (usize, i32),
        (alpha, beta): (Score, Score),
        how: Entering,
    ) -> Score {
        if P::SYMMETRIES == 1 && self.uses(Technique::Tt) {
            self.shared.table.touch(step.child.table_key());
        }
        let knowledge = self.knowledge;
        let (from, to) = self.accs_at(ply);
        knowledge.update(step.parent, step.m, step.child, from, to);
        self.path[ply + 1] = Some(step.m);
        self.keys.push(step.child.key());
        let same_side = !P::ALTERNATING && step.child.side() == step.parent.side();
        let (low, high) = if same_side {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        self.deepest = self.deepest.max(ply + 1);
        self.watch(Some(step.m), ply + 1, depth, (low, high), how);
        let value = match self.driver {
            Driver::Minimax => self.minimax(step.child, ply + 1, depth),
            _ => self.node(step.child, ply + 1, depth, low, high),
        };
        self.unwatch(value);
        self.keys.pop();
        if same_side { value } else { -value }
    }

    /// What knowledge keeps at a ply, and room for that of the next.
    pub fn accs_at(&mut self, ply: usize) -> (&K::Acc, &mut K::Acc) {
        if self.accs.len() < ply + 2 {
            self.accs.push(K::Acc::default());
        }
        let (from, to) = self.accs.split_at_mut(ply + 1);
        (&from[ply], &mut to[0])
    }

    /// Tells the observer that a node is entered.
    pub fn watch(
        &mut self,
        m: Option<P::Move>,
        ply: usize,
        depth: i32,
        window: (Score, Score),
        how: Entering,
    ) {
        if O::WATCHES {
            self.observer.enter(Visit {
                m,
                ply,
                depth,
                window,
                edge: how.edge,
                extension: how.extension,
            });
        }
    }

    /// Tells the observer that the node is left.
    pub fn unwatch(&mut self, value: Score) {
        if O::WATCHES {
            self.observer.leave(value, self.why);
        }
    }

    /// Leaves a move out.
    pub fn skip(&mut self, m: P::Move, why: Why) {
        self.is_heuristic = true;
        if O::WATCHES {
            self.observer.skip(m, why);
        }
    }

    /// The value of a node that needs no moves: an end, a repetition, a table, the last ply of all.
    pub fn settled(&mut self, position: &P, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.outcome() {
            return Some(self.done(score::of_outcome(outcome, ply), Why::End));
        }
        if position.may_claim_draw() {
            return Some(self.done(0, Why::End));
        }
        if self.repeats(position) {
            // Another path to the same position may not repeat: what follows is not a proof.
            self.is_heuristic = true;
            return Some(self.done(0, Why::Repetition));
        }
        if self.uses(Technique::Tables)
            && let Some(value) = self.knowledge.probe(position)
            && let Some(score) = score::of_value(value, ply)
        {
            return Some(self.done(score, Why::Tables));
        }
        if ply < MAX_PLY {
            return None;
        }
        let value = self.evaluate(position, ply);
        Some(self.done(value, Why::Horizon))
    }

    /// The evaluation, as this side at this level sees it.
    pub fn evaluate(&mut self, position: &P, ply: usize) -> Score {
        self.is_heuristic = true;
        self.leaves += 1;
        let value = self.knowledge.eval(position, &self.accs[ply]);
        let weakening = self.request.weakening;
        if weakening.sigma_cp == 0 {
            return value;
        }
        // A weak player misjudges a position the same way whoever is to move.
        let error = weakening.misjudgement(position.key(), self.request.seed);
        (value + error).clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// The evaluation, from the table where it is known there. Images of a position under a symmetry share an entry, but rounding
    /// may tell their evaluations apart; and a weak player's error is not the table's.
    pub fn look_up_or_evaluate(&mut self, position: &P, ply: usize, entry: Option<Entry>) -> Score {
        let is_kept = P::SYMMETRIES == 1 && self.request.weakening.sigma_cp == 0;
        let known = entry.and_then(|entry| entry.eval).filter(|_| is_kept);
        let value = match known {
            Some(eval) => {
                self.is_heuristic = true;
                eval.into()
            }
            None => self.evaluate(position, ply),
        };
        self.raw[ply] = i16::try_from(value).ok().filter(|_| is_kept);
        value
    }

    /// Whether the position has been on the board before, in the game or since the root. Where the game may well go on from it, it is
    /// worth no more than a draw all the same: the third time a draw may be claimed, by who means to bring it about already (FIDE's
    /// Laws of Chess, 9.2), so who stands better should find something new. Only the next move itself may lead back once: it may
    /// be the one that wins.
    fn repeats(&self, position: &P) -> bool {
        if P::REPETITION == Repetition::Impossible {
            return false;
        }
        let here = self.keys.len() - 1;
        let key = self.keys[here];
        let step = if P::ALTERNATING { 2 } else { 1 };
        let needed = if here == self.root_index + 1 { 2 } else { 1 };
        let earlier = (step..=position.reversible().min(here)).step_by(step);
        let same = earlier.filter(|back| self.keys[here - back] == key);
        same.take(needed).count() == needed
    }

    /// Where the moves of a node are to be tried.
    pub fn place(&self, position: &P, ply: usize) -> HistoryContext<P::Move> {
        let own = |back: usize| match P::PLANS {
            true => ply.checked_sub(back).and_then(|ply| self.path[ply]),
            false => None,
        };
        let is_asked = self.uses(Technique::Correction) || self.uses(Technique::StructHist);
        let structures = match P::STRUCTURED && is_asked {
            true => position.structures(),
            false => [0; STRUCTURES],
        };
        let trail = [self.path[ply], own(1), own(3)];
        self.memory.place((position.side(), ply), trail, structures)
    }

    /// The key under which the table keeps a position, and the symmetry that leads to it.
    pub fn table_key(&self, position: &P) -> (u64, usize) {
        if P::SYMMETRIES > 1 && self.uses(Technique::CanonTt) && position.meets_images() {
            position.canonical()
        } else {
            (position.table_key(), 0)
        }
    }

    /// The table's move for a position that it keeps under symmetry `s`.
    pub fn table_move(entry: Entry, s: usize) -> Option<P::Move> {
        let m = P::Move::from_bits(entry.move_bits);
        (m != P::Move::NULL).then(|| match s {
            0 => m,
            _ => P::transform_move(m, P::inverse(s)),
        })
    }

    /// What an entry says of a node, if it is deep enough and on the right side of the window.
    pub fn table_value(
        &mut self,
        entry: Entry,
        (ply, depth): (usize, i32),
        (alpha, beta): (Score, Score),
    ) -> Option<Score> {
        if i32::from(entry.depth) * ONE < depth {
            return None;
        }
        let value = score::from_table(entry.score, ply);
        let is_enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        if is_enough && (entry.age != self.age || self.shared.is_table_shared) {
            self.is_heuristic = true;
        }
        is_enough.then_some(value)
    }

    /// Keeps what a node has found.
    pub fn store(
        &self,
        (key, symmetry): (u64, usize),
        m: P::Move,
        value: Score,
        (ply, depth): (usize, i32),
        bound: Bound,
    ) {
        let m = match symmetry {
            s if s > 0 && m != P::Move::NULL => P::transform_move(m, s),
            _ => m,
        };
        let entry = Entry {
            move_bits: m.to_bits(),
            score: score::to_table(value, ply),
            depth: (depth.max(0) / ONE) as u8,
            bound,
            age: self.age,
            eval: self.raw[ply],
        };
        self.shared.table.store(key, entry);
    }

    /// Makes `m` and the best line after it the best line from `ply` on.
    pub fn extend_pv(&mut self, ply: usize, m: P::Move) {
        let (line, after) = self.pv.split_at_mut(ply + 1);
        line[ply].clear();
        line[ply].push(m);
        line[ply].extend_from_slice(&after[0]);
    }
}
