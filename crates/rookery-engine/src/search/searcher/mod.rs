//! The searcher: one thread's search below the root, put together from its parts, with the steps that all kinds of nodes share.
//! The nodes themselves stand in [`node`] and [`quiescence`].

mod node;
mod quiescence;

use crate::memory::transposition::Entry;
use crate::move_ordering::correction::Corrections;
use crate::move_ordering::history_tables::{HistoryContext, HistoryTables, is_long};
use crate::move_ordering::move_picker::PickerPool;
use crate::move_ordering::move_source::MoveSource;
use crate::move_ordering::trial::Trial;
use crate::search::observer::{Edge, Observer, Why};
use crate::search::score::{self, MAX_PLY, ONE, is_decisive};
use crate::search::search_result::SearchResult;
use crate::search::state::accumulators::Accumulators;
use crate::search::state::config::SearchConfig;
use crate::search::state::key_history::KeyHistory;
use crate::search::state::limiter::Limiter;
use crate::search::state::node_state::{MadeMove, NodeState, StaticEval, TableMove};
use crate::search::state::observation::{Entering, Observation};
use crate::search::state::pv_table::PvTable;
use crate::search::state::search_stack::{LedBy, SearchStack};
use crate::search::state::shared::Shared;
use crate::search::state::statistics::Statistics;
use crate::search::state::table_access::{Finding, TableAccess};
use crate::selectivity::extensions::Extensions;
use crate::selectivity::pruning::Pruning;
use crate::{Bound, EVAL_MAX, Knowledge, Position, Request, STRUCTURES, Score, Technique};

/// Everything that one thread of a search carries from node to node.
pub(crate) struct Searcher<'a, P: Position, K: Knowledge<P>> {
    pub config: SearchConfig<'a, P, K>,
    limiter: Limiter<'a>,
    statistics: Statistics,
    observation: Observation<'a, P::Move>,
    pub table: TableAccess<'a, P, K>,
    history: HistoryTables<P>,
    corrections: Corrections,
    pickers: PickerPool<P::Move>,
    pruning: Pruning<'a, P, K>,
    extensions: Extensions<'a, P, K>,
    keys: KeyHistory,
    stack: SearchStack<P::Move>,
    accumulators: Accumulators<'a, P, K>,
    pv: PvTable<P::Move>,
    /// Whether a shallow check is running, in which no other is begun.
    is_checking: bool,
    /// Whether the game has no guess of its own at the moves of the root.
    lacks_order: bool,
}

impl<'a, P: Position, K: Knowledge<P>> Searcher<'a, P, K> {
    /// A search from `root`; `earlier` are the keys of the positions before it, the first of the game first.
    pub fn new(
        root: &P,
        earlier: &[u64],
        knowledge: &'a K,
        request: &'a Request,
        shared: &'a Shared<'a>,
    ) -> Self {
        let config = SearchConfig::new(knowledge, request);
        let nowhere = HistoryContext::new::<P>((0, 0), [None; 3], [0; STRUCTURES]);
        let has_corrections =
            config.techniques.has(Technique::Correction) && is_long(request.nodes);
        let (on, params) = (config.techniques, config.params);
        Searcher {
            config,
            limiter: Limiter::new(request, shared),
            statistics: Statistics::default(),
            observation: Observation::none(),
            table: TableAccess::new(config, shared),
            history: HistoryTables::new(MAX_PLY + 1, on, request.nodes, params),
            corrections: Corrections::new(has_corrections),
            pickers: PickerPool::new(MAX_PLY + 1),
            pruning: Pruning::new(config, root),
            extensions: Extensions::new(config),
            keys: KeyHistory::new(earlier, root.key()),
            stack: SearchStack::new(MAX_PLY + 2, nowhere),
            accumulators: Accumulators::new(root, knowledge),
            pv: PvTable::new(MAX_PLY + 2),
            is_checking: false,
            lacks_order: config.uses(Technique::Trial)
                && (root.moves().into_iter()).all(|m| knowledge.order(root, m) == 0),
        }
    }

    pub fn nodes(&self) -> u64 {
        self.limiter.nodes
    }

    /// Whether the search must end; values that it returns from then on mean nothing.
    pub fn is_stopped(&self) -> bool {
        self.limiter.is_stopped
    }

    /// Whether nothing but proofs went into the iteration.
    pub fn is_proven(&self) -> bool {
        !self.statistics.is_heuristic
    }

    /// Lets an observer watch.
    pub fn watched_by(&mut self, observer: &'a mut dyn Observer<P::Move>) {
        self.observation = Observation::by(observer);
    }

    /// Writes the counters into the result.
    pub fn count(&self, found: &mut SearchResult<P::Move>) {
        found.nodes = self.limiter.nodes;
        found.leaves = self.statistics.leaves;
        found.seldepth = self.statistics.seldepth;
        found.deadline_hit = self.limiter.deadline_hit;
    }

    /// Begins an iteration that searches the root to `depth` plies.
    pub fn begin_iteration(&mut self, depth: usize) {
        self.table.begin_iteration(depth);
        self.extensions.begin_iteration(depth);
        self.statistics.begin_iteration();
    }

    /// Enters the root as a node of this depth, in plies.
    pub fn enter_root<'p>(
        &mut self,
        root: &'p P,
        depth: usize,
        window: (Score, Score),
    ) -> NodeState<'p, P> {
        let here = NodeState {
            position: root,
            depth: depth as i32 * ONE,
            window,
            is_pv: true,
            expects_cut: self.stack[0].expects_cut,
            eval: StaticEval::default(),
            place: self.place(root, 0),
            table: TableMove {
                m: None,
                is_noisy: false,
            },
        };
        self.stack[0].place = here.place;
        self.observation
            .enter(None, (0, here.depth), window, Entering::FULL);
        here
    }

    /// Tells the observer the value of the root, and why the search goes no further there.
    pub fn leave_root(&mut self, value: Score, why: Why) {
        self.observation.note(why);
        self.observation.leave(value);
    }

    /// Stores the result of a pass over all moves of the root.
    pub fn store_root(&self, here: &NodeState<'_, P>, m: P::Move, value: Score, bound: Bound) {
        let finding = Finding {
            m,
            value,
            bound,
            raw: self.stack[0].raw,
        };
        let key = self.table.key(here.position);
        self.table.store(key, (0, here.depth), finding);
    }

    /// The line of the root that begins with `m`.
    pub fn root_line(&mut self, m: P::Move) -> Vec<P::Move> {
        self.pv.extend(0, m);
        self.pv.root_line().to_vec()
    }

    /// Counts an entry into a node; false where a limit forbids it.
    pub fn begin_node(&mut self, ply: usize) -> bool {
        self.pv.clear(ply);
        self.limiter.enter()
    }

    /// Leaves a node with its value, and says why.
    pub fn done(&mut self, value: Score, why: Why) -> Score {
        self.observation.note(why);
        value
    }

    /// The value of a move for the side that makes it. `search` gives the value of the position after it, within the window of the side to
    /// move there; `depth`, that of the child, is only for the prefetch and the observer.
    pub fn search_child(
        &mut self,
        step: &MadeMove<'_, P>,
        (ply, depth): (usize, i32),
        (alpha, beta): (Score, Score),
        how: Entering,
        search: impl FnOnce(&mut Self, (Score, Score)) -> Score,
    ) -> Score {
        if self.probes(depth) {
            self.stack[ply + 1].hash = self.table.prefetch(step.child);
        }
        self.accumulators.update(step, ply);
        self.stack[ply + 1].m = Some(step.m);
        self.keys.push(step.child);
        let same_side = !P::ALTERNATING && step.child.side() == step.parent.side();
        let window = if same_side {
            (alpha, beta)
        } else {
            (-beta, -alpha)
        };
        self.statistics.reach(ply + 1);
        self.observation
            .enter(Some(step.m), (ply + 1, depth), window, how);
        let value = search(self, window);
        self.observation.leave(value);
        self.keys.pop::<P>();
        if same_side { value } else { -value }
    }

    /// Whether a node of this depth looks into the table; a leaf of a search without quiescence does not.
    #[inline]
    fn probes(&self, depth: i32) -> bool {
        depth >= ONE || self.config.uses(Technique::Qsearch) || self.config.uses(Technique::GoOn)
    }

    /// Makes `m` and the best line after it the best line from `ply` on.
    pub fn extend_pv(&mut self, ply: usize, m: P::Move) {
        self.pv.extend(ply, m);
    }

    /// Whether a move of the root is left out because the game does not consider it worth a look.
    pub fn passes_over(&mut self, root: &P, m: P::Move) -> bool {
        let is_pointless =
            self.config.uses(Technique::Candidates) && !self.config.knowledge.is_candidate(root, m);
        if is_pointless {
            self.skip(m, Why::Narrow);
        }
        is_pointless
    }

    /// Leaves a move out.
    fn skip(&mut self, m: P::Move, why: Why) {
        self.statistics.note_heuristic();
        self.observation.skip(m, why);
    }

    /// The value of a node that needs no moves: an end, a repetition, a table, the last ply of all.
    pub fn settled(&mut self, position: &P, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.outcome() {
            return Some(self.done(score::of_outcome(outcome, ply), Why::End));
        }
        if position.may_claim_draw() {
            return Some(self.done(0, Why::End));
        }
        if self.keys.repeats(position) {
            // Another path to the same position may not repeat, so the value is not a proof.
            self.statistics.note_heuristic();
            return Some(self.done(0, Why::Repetition));
        }
        if self.config.uses(Technique::Tables)
            && let Some(value) = self.config.knowledge.probe(position)
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
        let value = self.sound_evaluation(position, ply);
        let request = self.config.request;
        if request.handicap.sigma_cp == 0 {
            return value;
        }
        // A weak player misjudges a position always by the same amount; with the other side to move it is another position.
        let error = request.handicap.misjudgement(position.key(), request.seed);
        (value + error).clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// The evaluation as the game's knowledge says it.
    pub fn sound_evaluation(&mut self, position: &P, ply: usize) -> Score {
        self.statistics.count_evaluation();
        self.accumulators.eval(position, ply)
    }

    /// The evaluation, from the table where it is known there. It is not kept where images of a position under a symmetry share an entry,
    /// as rounding may make their evaluations differ, nor for a weak player, whose errors do not belong in the table.
    fn look_up_or_evaluate(&mut self, position: &P, ply: usize, entry: Option<Entry>) -> Score {
        let is_kept = P::SYMMETRIES == 1 && self.config.request.handicap.sigma_cp == 0;
        let known = entry.and_then(|entry| entry.eval).filter(|_| is_kept);
        let value = match known {
            Some(eval) => {
                self.statistics.note_heuristic();
                eval.into()
            }
            None => self.evaluate(position, ply),
        };
        let raw = i16::try_from(value).ok().filter(|_| is_kept);
        self.stack[ply].raw = raw;
        value
    }

    /// The evaluation of a position, corrected by the error that searches of positions alike have found in it.
    fn corrected(&self, place: &HistoryContext<P::Move>, eval: Score) -> Score {
        match self.config.uses(Technique::Correction) {
            true => self.corrections.corrected(place, eval),
            false => eval,
        }
    }

    /// The context in which the moves of a node are tried.
    fn place(&self, position: &P, ply: usize) -> HistoryContext<P::Move> {
        let is_asked =
            self.config.uses(Technique::Correction) || self.config.uses(Technique::StructHist);
        let structures = match P::STRUCTURED && is_asked {
            true => position.structures(),
            false => [0; STRUCTURES],
        };
        let trail = self.stack.trail::<P>(ply);
        HistoryContext::new::<P>((position.side(), ply), trail, structures)
    }

    /// The source of a node's moves.
    fn source<'s>(
        &'s self,
        at: (&'s P, &'s HistoryContext<P::Move>),
        table_move: Option<P::Move>,
    ) -> MoveSource<'s, P, K> {
        MoveSource::new((&self.config, &self.history), at, table_move)
    }

    /// The source of the moves of a node above the horizon. Where the game has no guess of its own, they are tried: but not near the
    /// horizon, where a trial costs as much as the search; nor in a node that is expected to fail low, which needs no order.
    #[inline]
    fn source_of<'s>(&'s self, here: &'s NodeState<'_, P>) -> MoveSource<'s, P, K> {
        let source = self.source((here.position, &here.place), here.table.m);
        let params = self.config.params;
        let is_tried = self.config.uses(Technique::Trial)
            && self.lacks_order
            && here.plies() >= params.trial_depth
            && (here.expects_cut || here.is_pv);
        source.trying(is_tried.then(|| Trial {
            position: here.position,
            knowledge: self.config.knowledge,
            acc: self.accumulators.of(here.ply()),
            percent: params.trial_percent,
        }))
    }

    /// The value after a pass, for the side to move then.
    fn pass(&mut self, here: &NodeState<'_, P>, child: &P, depth: i32) -> Score {
        let (ply, (_, beta)) = (here.ply(), here.window);
        let window = (-beta, 1 - beta);
        self.accumulators.pass(child, ply);
        self.stack[ply + 1].expects_cut = !here.expects_cut;
        self.stack[ply + 1].m = None;
        self.stack[ply + 1].hash = self.table.prefetch(child);
        self.keys.push(child);
        let how = Entering::by(Edge::Null);
        self.observation.enter(None, (ply + 1, depth), window, how);
        let value = self.node(child, ply + 1, depth, window.0, window.1);
        self.observation.leave(value);
        self.keys.pop::<P>();
        value
    }

    /// A check of the node below which no other is begun, and the horizon stays where it is.
    fn check_alone(
        &mut self,
        here: &NodeState<'_, P>,
        depth: i32,
        window: (Score, Score),
    ) -> Score {
        let outer = std::mem::replace(&mut self.is_checking, true);
        let value = self.check(here, depth, window);
        self.is_checking = outer;
        value
    }

    /// Searches the node itself to another depth, to decide about the full search.
    fn check(&mut self, here: &NodeState<'_, P>, depth: i32, window: (Score, Score)) -> Score {
        let how = Entering::by(Edge::Check);
        self.observation
            .enter(None, (here.ply(), depth), window, how);
        let value = self.node(here.position, here.ply(), depth, window.0, window.1);
        self.observation.leave(value);
        value
    }

    /// Learns which move cut off, and which did not.
    fn learn_cut(&mut self, here: &NodeState<'_, P>, m: P::Move, tried: &[P::Move]) {
        let plies = here.plies() as usize;
        // Where noisy moves are listed apart they come before killers anyway.
        let is_answer = !P::LISTS_APART || !self.config.knowledge.is_noisy(here.position, m);
        self.history.cut(&here.place, (plies, is_answer), m, tried);
    }

    /// The move that led to a node that is searched for its own sake, where that was the other side's.
    fn led_by(&self, here: &NodeState<'_, P>) -> Option<LedBy<P::Move>> {
        match self.is_checking || self.stack[here.ply()].excluded.is_some() {
            true => None,
            false => self.stack.led_by(here),
        }
    }

    /// Learns how much the move that led to a node changed the evaluation (as in Stockfish), if that move is reversible: captures are
    /// judged by their exchanges.
    fn learn_swing(&mut self, here: &NodeState<'_, P>, eval: Score) {
        if self.config.params.history_swing > 0
            && here.position.reversible() > 0
            && let Some(led) = self.led_by(here)
            && let Some(before) = led.parent_eval
        {
            self.history.swing(led.parent.side, led.m, -eval - before);
        }
    }

    /// Learns that the move that led to a node is good, where the search has found no answer to it (as in Stockfish).
    fn learn_answer(&mut self, here: &NodeState<'_, P>, bound: Bound) {
        if bound == Bound::Upper
            && self.config.params.history_unanswered > 0
            && let Some(led) = self.led_by(here)
        {
            let depth = here.plies() as usize;
            self.history.unanswered(&led.parent, led.m, depth);
        }
    }

    /// Learns the error in the evaluation of a node, but not from noisy moves, which change the position that was evaluated.
    fn learn_error(&mut self, here: &NodeState<'_, P>, m: P::Move, (value, bound): (Score, Bound)) {
        if !self.config.uses(Technique::Correction) || is_decisive(value) {
            return;
        }
        let Some(eval) = self.stack[here.ply()].eval else {
            return;
        };
        if bound == Bound::Upper || !self.config.knowledge.is_noisy(here.position, m) {
            let depth = here.plies();
            self.corrections
                .learn_from(&here.place, depth, eval, (value, bound));
        }
    }
}
