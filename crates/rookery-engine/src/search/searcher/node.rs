//! The search below the root: fail-soft negamax with alpha-beta, read from top to bottom. Each technique is a step of
//! [`Searcher::node`] with a name; its own function says what it does, why, and where it comes from.

use crate::memory::transposition::Entry;
use crate::move_ordering::move_picker::MovePicker;
use crate::move_ordering::move_source::MoveSet;
use crate::search::observer::{Edge, Why};
use crate::search::score::{self, INFINITY, MATE, ONE, is_decisive};
use crate::search::searcher::Searcher;
use crate::search::state::node_state::{
    MadeMove, NodeProgress, NodeState, Plan, StaticEval, TableMove,
};
use crate::search::state::observation::Entering;
use crate::search::state::table_access::{Finding, TableAccess, TableKey, narrowed};
use crate::selectivity::extensions::Singularity;
use crate::{Bound, Driver, GameMove, Knowledge, Outcome, Position, Score, Technique};

/// The result of the search of a node's moves.
struct Found<M> {
    progress: NodeProgress,
    /// The best move.
    m: M,
    /// Moves that there are.
    listed: usize,
}

impl<'a, P: Position, K: Knowledge<P>> Searcher<'a, P, K> {
    /// Fail-soft negamax: the value if it lies between `alpha` and `beta`, otherwise a bound on it (Fishburn, 1983).
    pub(super) fn node(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        if !self.begin_node(ply) {
            return self.done(0, Why::Stopped);
        }
        if let Some(value) = self.settled(position, ply) {
            return value;
        }
        let depth = match self.is_checking {
            true => depth,
            false => self.extensions.beyond_horizon(position, (ply, depth)),
        };
        if depth < ONE && !self.config.uses(Technique::Qsearch) {
            let value = self.evaluate(position, ply);
            return self.done(value, Why::Horizon);
        }

        // Mate distance: no line from here is better than a win on the next ply or worse than a loss on the spot.
        let plies = ply as Score;
        let window = (alpha.max(plies - MATE), beta.min(MATE - plies - 1));
        let (alpha, beta) = window;
        if alpha >= beta {
            // Where it is won to have no move, that is a win a ply sooner.
            let is_won = alpha == MATE - plies - 1
                && position.count_moves() == 0
                && position.no_moves() == Outcome::Win;
            return match is_won {
                true => self.done(MATE - plies, Why::End),
                false => self.done(alpha, Why::MateDistance),
            };
        }

        let has_excluded = self.stack[ply].excluded.is_some();
        let key = self.table.key_of(position, self.stack[ply].hash);
        // A node that is searched without its best move is not the one that the table knows.
        let entry = match has_excluded {
            true => None,
            false => self.table.probe(key),
        };
        let is_pv = beta - alpha > 1;
        let keeps_pv = is_pv && self.config.driver == Driver::Pvs;
        if let Some(entry) = entry
            && !keeps_pv
            && let Some(value) =
                (self.table).value(entry, (ply, depth), window, &mut self.statistics)
        {
            return self.done(value, Why::Table);
        }
        let table_move = entry.and_then(|entry| TableAccess::<P, K>::best_move(entry, key));
        let place = self.place(position, ply);
        self.stack[ply].place = place;
        if depth < ONE || self.pruning.is_turing_quiet(ply) {
            return self.quiesce(position, &place, window, (key, table_move, entry));
        }

        let mut here = NodeState {
            position,
            depth,
            window,
            is_pv,
            expects_cut: self.stack[ply].expects_cut,
            eval: StaticEval::default(),
            place,
            table: TableMove {
                m: table_move,
                is_noisy: self.pruning.is_table_noisy(position, table_move),
            },
        };
        self.look(&mut here, entry);
        if !has_excluded {
            if !is_pv && let Some(value) = self.whole_node_cut(&here) {
                return value;
            }
            here.depth -= self.pruning.internal_reduction(&here);
        }
        self.moves(&here, entry, key)
    }

    /// Evaluates the node for those techniques that ask for it.
    fn look(&mut self, here: &mut NodeState<'_, P>, entry: Option<Entry>) {
        let ply = here.ply();
        self.stack.forget_eval(ply);
        let asks = self.pruning.asks_for_eval();
        if asks && self.config.knowledge.stand_pat_ok(here.position) {
            let raw = self.look_up_or_evaluate(here.position, ply, entry);
            let eval = self.corrected(&here.place, raw);
            here.eval = StaticEval {
                value: Some(entry.map_or(eval, |entry| narrowed(entry, eval, ply))),
                is_improving: self.stack.set_eval::<P>(ply, eval),
            };
            self.learn_swing(here, eval);
        }
    }

    /// A value for a whole node with a null window, without searching its moves.
    fn whole_node_cut(&mut self, here: &NodeState<'_, P>) -> Option<Score> {
        let (alpha, beta) = here.window;
        if is_decisive(alpha) || is_decisive(beta) {
            return None;
        }
        if let Some(eval) = here.eval.value {
            if let Some(value) = self.pruning.reverse_futility(here, eval) {
                return Some(self.cut(value, Why::ReverseFutility));
            }
            if let Some(value) = self.razoring(here, eval) {
                return Some(self.cut(value, Why::Razoring));
            }
            if let Some(value) = self.null_move(here, eval) {
                return Some(self.cut(value, Why::NullMove));
            }
        }
        let value = self.probcut(here)?;
        Some(self.cut(value, Why::ProbCut))
    }

    fn cut(&mut self, value: Score, why: Why) -> Score {
        self.statistics.note_heuristic();
        self.done(value, why)
    }

    /// See [`crate::selectivity::pruning::Pruning::is_razored`].
    fn razoring(&mut self, here: &NodeState<'_, P>, eval: Score) -> Option<Score> {
        if !self.pruning.is_razored(here, eval) {
            return None;
        }
        let (alpha, _) = here.window;
        let value = self.check_alone(here, 0, (alpha, alpha + 1));
        (value <= alpha && !self.limiter.is_stopped && !is_decisive(value)).then_some(value)
    }

    /// See [`crate::selectivity::pruning::Pruning::null_move_depth`].
    fn null_move(&mut self, here: &NodeState<'_, P>, eval: Score) -> Option<Score> {
        if self.is_checking {
            return None;
        }
        let depth = self.pruning.null_move_depth(here, eval)?;
        let child = here.position.null()?;
        let (_, beta) = here.window;
        let value = -self.pass(here, &child, depth);
        if self.limiter.is_stopped || value < beta {
            return None;
        }
        let value = if is_decisive(value) { beta } else { value };
        if !self.pruning.verifies_null_move(here) {
            return Some(value);
        }
        let verified = self.check_alone(here, depth, (beta - 1, beta));
        (verified >= beta && !self.limiter.is_stopped).then_some(value)
    }

    /// See [`crate::selectivity::pruning::Pruning::probcut`] and `multi_probcut`.
    fn probcut(&mut self, here: &NodeState<'_, P>) -> Option<Score> {
        if self.is_checking {
            return None;
        }
        let (alpha, beta) = here.window;
        if let Some(shallow) = self.pruning.probcut(here) {
            let target = beta + shallow.margin;
            if self.is_beyond(here, shallow.reduction, target, true) {
                return Some(beta);
            }
        }
        let shallow = self.pruning.multi_probcut(here)?;
        let (above, below) = (beta + shallow.margin, alpha - shallow.margin);
        if self.is_beyond(here, shallow.reduction, above, true) {
            return Some(beta);
        }
        self.is_beyond(here, shallow.reduction, below, false)
            .then_some(alpha)
    }

    /// Whether a search that is `reduction` plies less deep finds a value of at least `target` (`is_above`), or of at most `target`.
    fn is_beyond(
        &mut self,
        here: &NodeState<'_, P>,
        reduction: i32,
        target: Score,
        is_above: bool,
    ) -> bool {
        if is_decisive(target) {
            return false;
        }
        let window = match is_above {
            true => (target - 1, target),
            false => (target, target + 1),
        };
        let value = self.check_alone(here, here.depth - reduction * ONE, window);
        let exceeds = match is_above {
            true => value >= target,
            false => value <= target,
        };
        exceeds && !self.limiter.is_stopped
    }

    /// The value of a node by its moves.
    fn moves(&mut self, here: &NodeState<'_, P>, entry: Option<Entry>, key: TableKey) -> Score {
        let ply = here.ply();
        let has_excluded = self.stack[ply].excluded.is_some();
        let moves = match self.config.uses(Technique::Forced) && here.plies() >= 2 {
            true => MoveSet::Forced,
            false => MoveSet::All,
        };
        let mut picker = self.pickers.take(ply, has_excluded);
        picker.begin(&self.source_of(here), moves);
        let found = match has_excluded {
            true => Ok(self.search_moves(here, &mut picker, 0)),
            false => self
                .before_moves(here, entry, key, picker.listed())
                .map(|singular| self.search_moves(here, &mut picker, singular)),
        };
        self.pickers.give_back(ply, has_excluded, picker);
        match found {
            Ok(_) if self.limiter.is_stopped => self.done(0, Why::Stopped),
            Ok(found) => self.conclude(here, key, &found),
            Err(value) => value,
        }
    }

    /// The checks that may settle a node before its moves are searched: `Err` with its value, or the extension of the table's move.
    fn before_moves(
        &mut self,
        here: &NodeState<'_, P>,
        entry: Option<Entry>,
        key: TableKey,
        moves: &[P::Move],
    ) -> Result<i32, Score> {
        let ply = here.ply();
        if let Some((m, value)) = (self.table).enhanced_cut(here, moves, &mut self.statistics) {
            let finding = Finding {
                m,
                value,
                bound: Bound::Lower,
                raw: self.stack[ply].raw,
            };
            self.table.store(key, (ply, here.depth), finding);
            return Err(self.done(value, Why::TableOfChild));
        }
        let Some(test) = self.extensions.singular_test(here, entry) else {
            return Ok(0);
        };
        self.stack[ply].excluded = Some(test.m);
        let others = self.check(here, here.depth / 2, (test.target - 1, test.target));
        self.stack[ply].excluded = None;
        if self.limiter.is_stopped {
            return Ok(0);
        }
        match self.extensions.singularity(here, &test, others) {
            Singularity::Extension(extension) => Ok(extension),
            Singularity::MultiCut(value) => Err(self.cut(value, Why::MultiCut)),
        }
    }

    /// Searches the moves of a node, best first, until one exceeds the window.
    fn search_moves(
        &mut self,
        here: &NodeState<'_, P>,
        picker: &mut MovePicker<P::Move>,
        singular: i32,
    ) -> Found<P::Move> {
        let ply = here.ply();
        let (alpha, beta) = here.window;
        let mut progress = NodeProgress {
            searched: 0,
            best: -INFINITY,
            alpha,
        };
        let (mut best_move, mut listed, mut depth) = (P::Move::NULL, 0, here.depth);
        let knowledge = self.config.knowledge;
        let excluded = self.stack[ply].excluded;
        loop {
            if P::LISTS_APART && self.pruning.has_enough(here, progress) {
                self.statistics.note_heuristic();
                picker.leave_quiet(|m| knowledge.is_noisy(here.position, m));
            }
            let Some(m) = picker.next(&self.source_of(here)) else {
                break;
            };
            listed += 1;
            if excluded == Some(m) {
                continue;
            }
            let searched = progress.searched;
            let history = || self.history.history(&here.place, m);
            let mut candidate = self.pruning.candidate(here, m, searched, history);
            candidate.is_weighed = picker.has_weighed();
            let reduction = self.pruning.reduction(here, &candidate, searched);
            let is_last_chance = picker.is_at_end() && searched == 0;
            let breadth = self.stack[ply].breadth;
            if !is_last_chance
                && let Some(why) =
                    (self.pruning).leaves_out(here, &candidate, reduction, progress, breadth)
            {
                self.skip(m, why);
                continue;
            }
            let plan = Plan {
                rank: searched,
                depth: depth - ONE,
                reduction,
                extension: if here.table.m == Some(m) { singular } else { 0 },
            };
            let window = (progress.alpha, beta);
            let value = self.search_move(here, m, plan, picker.listed().len(), window);
            if self.limiter.is_stopped {
                break;
            }
            progress.searched += 1;
            if value > progress.best {
                progress.best = value;
                best_move = m;
            }
            if value > progress.alpha {
                progress.alpha = value;
                self.extend_pv(ply, m);
                depth -= self.pruning.less_after_best(here, value);
            }
            if progress.alpha >= beta {
                self.learn_cut(here, m, picker.tried());
                break;
            }
        }
        Found {
            progress,
            m: best_move,
            listed,
        }
    }

    /// The value of a move of the root, which has `count`; `rank` have been searched before.
    pub fn root_move(
        &mut self,
        here: &NodeState<'_, P>,
        m: P::Move,
        (rank, count): (usize, usize),
        window: (Score, Score),
    ) -> Score {
        let history = || self.history.history(&here.place, m);
        let candidate = self.pruning.candidate(here, m, rank, history);
        let plan = Plan {
            rank,
            depth: here.depth - ONE,
            reduction: self.pruning.reduction(here, &candidate, rank),
            extension: 0,
        };
        self.search_move(here, m, plan, count, window)
    }

    /// The value of a move of a node with `count` moves; `plan` has no extension yet but that of a singular move.
    fn search_move(
        &mut self,
        here: &NodeState<'_, P>,
        m: P::Move,
        mut plan: Plan,
        count: usize,
        window: (Score, Score),
    ) -> Score {
        let mut child = here.position.clone();
        child.play(m);
        let step = MadeMove {
            parent: here.position,
            m,
            child: &child,
        };
        let extension = self.extensions.of_move(here, &step);
        plan.extension = match plan.extension {
            0 => extension,
            less if less < 0 => extension + less,
            more => extension.max(more),
        };
        plan.depth += plan.extension;
        if self.config.uses(Technique::Tapered) {
            self.stack.taper(here.ply(), count, plan.rank);
        }
        self.attempt(&step, here.ply(), plan, window)
    }

    /// Principal variation search (Marsland and Campbell, 1982; NegaScout, Reinefeld, 1983): after the first move, ask with a
    /// null window whether a move is better at all, late ones at less depth first; only those that are get the full search.
    fn attempt(
        &mut self,
        step: &MadeMove<'_, P>,
        ply: usize,
        plan: Plan,
        (alpha, beta): (Score, Score),
    ) -> Score {
        let Plan {
            depth, reduction, ..
        } = plan;
        let by = |edge| Entering {
            edge,
            extension: plan.extension,
        };
        let scouts = plan.rank > 0 && self.config.driver == Driver::Pvs && beta - alpha > 1;
        let scout = if scouts { alpha + 1 } else { beta };
        let expects_cut = scouts || !self.stack[ply].expects_cut;
        self.stack[ply + 1].expects_cut = expects_cut;
        if reduction > 0 {
            let edge = Edge::Reduced(reduction);
            let value = self.descend(step, (ply, depth - reduction), (alpha, scout), by(edge));
            if value <= alpha || self.limiter.is_stopped {
                return value;
            }
        }
        if !scouts {
            return self.descend(step, (ply, depth), (alpha, beta), by(Edge::Full));
        }
        let value = self.descend(step, (ply, depth), (alpha, scout), by(Edge::Scout));
        if value > alpha && value < beta && !self.limiter.is_stopped {
            self.stack[ply + 1].expects_cut = false;
            return self.descend(step, (ply, depth), (alpha, beta), by(Edge::Again));
        }
        value
    }

    /// The value of a move for the side that makes it, searched to `depth` after it.
    pub(super) fn descend(
        &mut self,
        step: &MadeMove<'_, P>,
        (ply, depth): (usize, i32),
        window: (Score, Score),
        how: Entering,
    ) -> Score {
        self.search_child(step, (ply, depth), window, how, |searcher, (low, high)| {
            searcher.node(step.child, ply + 1, depth, low, high)
        })
    }

    /// Leaves a node whose moves have been searched.
    fn conclude(
        &mut self,
        here: &NodeState<'_, P>,
        key: TableKey,
        found: &Found<P::Move>,
    ) -> Score {
        let ply = here.ply();
        let (floor, _) = here.window;
        if found.listed == 0 {
            let value = score::of_outcome(here.position.no_moves(), ply);
            return self.done(value, Why::End);
        }
        if found.progress.searched == 0 {
            // The only move is the one that this search must do without: all others, of which there are none, fail low.
            return self.done(floor, Why::FailLow);
        }
        let best = found.progress.best;
        let (bound, why) = score::of_moves(best, here.window);
        self.learn_answer(here, bound);
        if self.stack[ply].excluded.is_none() {
            let finding = Finding {
                m: found.m,
                value: best,
                bound,
                raw: self.stack[ply].raw,
            };
            self.table.store(key, (ply, here.depth), finding);
            self.learn_error(here, found.m, (best, bound));
        }
        self.done(best, why)
    }
}
