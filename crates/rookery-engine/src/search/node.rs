//! The search below the root: fail-soft negamax with alpha-beta, read from top to bottom. Each technique is a step of
//! [`Searcher::node`] with a name; what it does, why, and where it comes from stands at its own function.

use crate::memory::transposition::Entry;
use crate::search::node_state::NodeState;
use crate::search::observer::{Edge, Observer, Why};
use crate::search::score::ONE;
use crate::search::score::{self, INFINITY, MATE, is_decisive};
use crate::search::searcher::{Entering, MadeMove, Moves, Searcher};
use crate::selectivity::pruning::Candidate;
use crate::{Bound, Driver, GameMove, Knowledge, Position, Score, Technique, Techniques};

/// Techniques that look at the evaluation of a node above the horizon.
const EVALUATING: Techniques = Techniques::of(&[
    Technique::Null,
    Technique::ReverseFutility,
    Technique::Razoring,
    Technique::Futility,
    Technique::ProbCut,
    Technique::Lmr,
    Technique::Lmp,
]);

/// The evaluation, or what the table knows from a search, where that bounds it more narrowly.
pub(crate) fn searched(entry: Entry, eval: Score, ply: usize) -> Score {
    let value = score::from_table(entry.score, ply);
    let is_nearer = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value > eval,
        Bound::Upper => value < eval,
    };
    if is_nearer && !is_decisive(value) {
        value
    } else {
        eval
    }
}

impl<P: Position, K: Knowledge<P>, O: Observer<P::Move>> Searcher<'_, P, K, O> {
    /// Fail-soft negamax: the value if it lies between `alpha` and `beta`, otherwise a bound on it (Fishburn, 1983).
    pub fn node(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        self.pv[ply].clear();
        if !self.enter() {
            return self.done(0, Why::Stopped);
        }
        if let Some(value) = self.settled(position, ply) {
            return value;
        }
        let depth = self.beyond_horizon(position, ply, depth);
        if depth < ONE && !self.uses(Technique::Quiescence) {
            let value = self.evaluate(position, ply);
            return self.done(value, Why::Horizon);
        }

        // Mate distance: no line from here is better than a win on the next ply or worse than a loss on the spot.
        let plies = ply as Score;
        let (alpha, beta) = (alpha.max(plies - MATE), beta.min(MATE - plies - 1));
        if alpha >= beta {
            return self.done(alpha, Why::MateDistance);
        }

        let key = self.table_key(position);
        let entry = self.probe(key.0, ply);
        let is_pv = beta - alpha > 1;
        let keeps_pv = is_pv && self.driver == Driver::Pvs;
        if let Some(entry) = entry
            && !keeps_pv
            && let Some(value) = self.table_value(entry, (ply, depth), (alpha, beta))
        {
            return self.done(value, Why::Table);
        }
        let table_move = entry.and_then(|entry| Self::table_move(entry, key.1));
        let place = self.place(position, ply);
        self.places[ply] = place;
        if depth < ONE || self.is_turing_quiet(ply) {
            return self.quiesce(position, &place, (alpha, beta), (key, table_move, entry));
        }

        let mut here = NodeState {
            position,
            ply,
            depth,
            window: (alpha, beta),
            is_pv,
            eval: None,
            is_improving: false,
            place,
            table_move,
            is_table_noisy: self.params.reduction_noisy > 0
                && table_move.is_some_and(|m| self.knowledge.is_noisy(position, m)),
        };
        self.look(&mut here, entry);
        if !is_pv
            && self.excluded[ply].is_none()
            && let Some(value) = self.whole_node_cut(&here)
        {
            return value;
        }
        here.depth -= self.iir(&here);
        self.moves(&here, entry, key)
    }

    /// "The evaluation says go on": where it does not trust itself, the horizon moves a ply further, up to twice the depth of
    /// the iteration.
    fn beyond_horizon(&self, position: &P, ply: usize, depth: i32) -> i32 {
        if depth < ONE
            && self.uses(Technique::GoOn)
            && !self.is_checking
            && ply < 2 * self.root_depth
            && self.knowledge.is_unsettled(position)
        {
            return ONE;
        }
        depth
    }

    /// What the table knows of a node, unless the node is searched without its best move.
    fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        if self.uses(Technique::Tt) && self.excluded[ply].is_none() {
            self.shared.table.probe(key)
        } else {
            None
        }
    }

    /// Turing's paper machine (1948): every move for two plies, then captures until the position is dead.
    fn is_turing_quiet(&self, ply: usize) -> bool {
        self.uses(Technique::Turing) && ply as i32 >= self.params.turing_plies
    }

    /// Evaluates the node for those techniques that ask for it.
    fn look(&mut self, here: &mut NodeState<'_, P>, entry: Option<Entry>) {
        let ply = here.ply;
        self.evals[ply] = None;
        self.raw[ply] = None;
        let asks = K::SOUND.and(self.on).and(EVALUATING) != Techniques::NONE;
        if asks && self.knowledge.stand_pat_ok(here.position) {
            let raw = self.look_up_or_evaluate(here.position, ply, entry);
            let eval = self.corrected(&here.place, raw);
            self.evals[ply] = Some(eval);
            here.eval = Some(entry.map_or(eval, |entry| searched(entry, eval, ply)));
            let before = ply.checked_sub(2).and_then(|p| self.evals[p]);
            here.is_improving = before.is_some_and(|before| eval > before);
            self.learn_swing(here, eval);
        }
    }

    /// Internal iterative reduction (Schröder, 2020): without a move from the table the order is poor, so the node is searched a
    /// ply less deep; it comes back with a move.
    fn iir(&self, here: &NodeState<'_, P>) -> i32 {
        let is_poor = here.table_move.is_none() && self.excluded[here.ply].is_none();
        let is_deep = here.plies() >= self.params.iir_depth;
        if self.uses(Technique::Iir) && is_poor && is_deep {
            ONE
        } else {
            0
        }
    }

    /// Searches the moves of a node, best first, until one exceeds the window.
    fn moves(&mut self, here: &NodeState<'_, P>, entry: Option<Entry>, key: (u64, usize)) -> Score {
        let ply = here.ply;
        let from = match self.uses(Technique::Forced) && here.plies() >= 2 {
            true => Moves::Forced,
            false => Moves::All,
        };
        let mut picker = self.take_picker(here.position, &here.place, here.table_move, from);
        if let Some((m, value)) = self.enhanced_cut(here, &picker.moves) {
            self.return_picker(ply, picker);
            self.store(key, m, value, (ply, here.depth), Bound::Lower);
            return self.done(value, Why::TableOfChild);
        }
        let singular = match self.singular(here, entry) {
            Ok(extension) => extension,
            Err(value) => {
                self.return_picker(ply, picker);
                return self.done(value, Why::MultiCut);
            }
        };
        let (floor, beta) = here.window;
        let mut alpha = floor;
        let mut best = -INFINITY;
        let mut best_move = P::Move::NULL;
        let (mut listed, mut searched) = (0, 0);
        let mut depth = here.depth;
        loop {
            let so_far = (searched, best, alpha);
            if P::LISTS_APART && self.has_enough(here, so_far) {
                self.is_heuristic = true;
                picker.leave_quiet(|m| self.knowledge.is_noisy(here.position, m));
            }
            let next = self.next_move(&mut picker, here.position, &here.place, here.table_move);
            let Some(m) = next else { break };
            listed += 1;
            if self.excluded[ply] == Some(m) {
                continue;
            }
            let is_last_chance = picker.is_at_end() && searched == 0;
            let candidate = Candidate {
                is_weighed: picker.has_weighed(),
                ..self.candidate(here, m, searched)
            };
            let reduction = self.reduction(here, &candidate, searched);
            if !is_last_chance
                && let Some(why) = self.leaves_out(here, &candidate, reduction, so_far)
            {
                self.skip(m, why);
                continue;
            }
            let mut child = here.position.clone();
            child.play(m);
            let step = MadeMove {
                parent: here.position,
                m,
                child: &child,
            };
            let mut extension = self.extension(here, &step);
            if here.table_move == Some(m) {
                extension = match singular {
                    less if less < 0 => extension + less,
                    more => extension.max(more),
                };
            }
            self.taper(here, picker.moves.len(), searched);
            let plan = (searched > 0, depth - ONE + extension, reduction, extension);
            let value = self.attempt(&step, ply, plan, (alpha, beta));
            if self.is_stopped {
                break;
            }
            searched += 1;
            if value > best {
                best = value;
                best_move = m;
            }
            if value > alpha {
                alpha = value;
                self.extend_pv(ply, m);
                depth -= self.less_after_best(here, value);
            }
            if alpha >= beta {
                let plies = here.plies() as usize;
                // Where noisy moves are listed apart they come before killers anyway.
                let is_answer = !P::LISTS_APART || !self.knowledge.is_noisy(here.position, m);
                self.memory
                    .cut(&here.place, (plies, is_answer), m, picker.tried());
                break;
            }
        }
        self.return_picker(ply, picker);
        if self.is_stopped {
            return self.done(0, Why::Stopped);
        }
        if listed == 0 {
            let value = score::of_outcome(here.position.no_moves(), ply);
            return self.done(value, Why::End);
        }
        if searched == 0 {
            // The only move is the one that this search must do without: all others, of which there are none, fail low.
            return self.done(floor, Why::FailLow);
        }
        let (bound, why) = match best {
            b if b >= beta => (Bound::Lower, Why::CutOff),
            b if b > floor => (Bound::Exact, Why::Exact),
            _ => (Bound::Upper, Why::FailLow),
        };
        self.learn_answer(here, bound);
        if self.excluded[ply].is_none() {
            if self.uses(Technique::Tt) {
                self.store(key, best_move, best, (ply, here.depth), bound);
            }
            self.learn_error(here, best_move, (best, bound));
        }
        self.done(best, why)
    }

    /// Principal variation search (Marsland and Campbell, 1982; NegaScout, Reinefeld, 1983): after the first move, ask with a
    /// null window whether a move is better at all, late ones at less depth first; only those that are get the full search.
    pub fn attempt(
        &mut self,
        step: &MadeMove<'_, P>,
        ply: usize,
        (is_later, depth, reduction, extension): (bool, i32, i32, i32),
        (alpha, beta): (Score, Score),
    ) -> Score {
        let by = |edge| Entering { edge, extension };
        let scouts = is_later && self.driver == Driver::Pvs && beta - alpha > 1;
        let scout = if scouts { alpha + 1 } else { beta };
        self.expects_cut[ply + 1] = scouts || !self.expects_cut[ply];
        if reduction > 0 {
            let edge = Edge::Reduced(reduction);
            let value = self.descend(step, (ply, depth - reduction), (alpha, scout), by(edge));
            if value <= alpha || self.is_stopped {
                return value;
            }
        }
        if !scouts {
            return self.descend(step, (ply, depth), (alpha, beta), by(Edge::Full));
        }
        let value = self.descend(step, (ply, depth), (alpha, scout), by(Edge::Scout));
        if value > alpha && value < beta && !self.is_stopped {
            self.expects_cut[ply + 1] = false;
            return self.descend(step, (ply, depth), (alpha, beta), by(Edge::Again));
        }
        value
    }

    /// Enhanced transposition cut-off (Schaeffer and Plaat, 1996): a child that the table knows to be bad enough for the
    /// opponent refutes the node before any move is searched.
    fn enhanced_cut(
        &mut self,
        here: &NodeState<'_, P>,
        moves: &[P::Move],
    ) -> Option<(P::Move, Score)> {
        if !self.uses(Technique::Etc)
            || !self.uses(Technique::Tt)
            || here.plies() < 2
            || here.is_pv && self.driver == Driver::Pvs
            || self.excluded[here.ply].is_some()
        {
            return None;
        }
        let (alpha, beta) = here.window;
        for &m in moves {
            let mut child = here.position.clone();
            child.play(m);
            // The history of the game decides about repetitions, not the table.
            if P::REPETITION != crate::Repetition::Impossible && child.reversible() > 0 {
                continue;
            }
            let same_side = !P::ALTERNATING && child.side() == here.place.side;
            let window = if same_side {
                (alpha, beta)
            } else {
                (-beta, -alpha)
            };
            let (key, _) = self.table_key(&child);
            let Some(entry) = self.shared.table.probe(key) else {
                continue;
            };
            let at = (here.ply + 1, here.depth - ONE);
            if let Some(value) = self.table_value(entry, at, window) {
                let value = if same_side { value } else { -value };
                if value >= beta {
                    return Some((m, value));
                }
            }
        }
        None
    }

    /// Extensions in fractions of a ply (Levy, Broughton and Taylor, 1989): what forces the opponent is searched deeper, while
    /// the line is no longer than twice the depth of the iteration.
    pub fn extension(&self, here: &NodeState<'_, P>, step: &MadeMove<'_, P>) -> i32 {
        if !self.uses(Technique::Extensions) || here.ply >= 2 * self.root_depth {
            return 0;
        }
        let extension = self.knowledge.extension(step.parent, step.m, step.child);
        debug_assert!(
            extension < ONE,
            "an extension is less than a ply, or no line would end"
        );
        extension
    }

    /// Singular extension (Anantharaman, Campbell and Hsu, 1988): where all other moves fail far below the table's move, that
    /// one is forced and gets another ply. Where they do not fail even against the window, several moves cut off, and the node
    /// is done: multi-cut (Björnsson and Marsland, 1998), as the value in `Err`.
    fn singular(&mut self, here: &NodeState<'_, P>, entry: Option<Entry>) -> Result<i32, Score> {
        let params = self.params;
        let (least, margin) = (params.singular_depth, params.singular_cp);
        let Some(entry) = entry else { return Ok(0) };
        let (Some(m), ply) = (here.table_move, here.ply) else {
            return Ok(0);
        };
        let value = score::from_table(entry.score, ply);
        if !self.uses(Technique::Singular)
            || here.plies() < least
            || self.excluded[ply].is_some()
            || entry.bound == Bound::Upper
            || i32::from(entry.depth) < here.plies() - 3
            || ply >= 2 * self.root_depth
            || is_decisive(value)
        {
            return Ok(0);
        }
        let target = value - margin * here.plies();
        self.excluded[ply] = Some(m);
        let window = (target - 1, target);
        let others = self.check(here, here.depth / 2, window);
        self.excluded[ply] = None;
        let (_, beta) = here.window;
        if self.is_stopped {
            Ok(0)
        } else if others < target {
            let double = params.singular_double_cp;
            let is_alone = double > 0 && others < target - double && !here.is_pv;
            Ok(if is_alone { 2 * ONE } else { ONE })
        } else if target >= beta && !here.is_pv {
            self.is_heuristic = true;
            Err(target)
        } else if value >= beta {
            // One of several good moves: it needs no depth to be found.
            Ok(-params.singular_less)
        } else {
            Ok(0)
        }
    }

    /// Searches the node itself to another depth, to decide about the full search.
    pub fn check(
        &mut self,
        here: &NodeState<'_, P>,
        depth: i32,
        (alpha, beta): (Score, Score),
    ) -> Score {
        self.watch(
            None,
            here.ply,
            depth,
            (alpha, beta),
            Entering::by(Edge::Check),
        );
        let value = self.node(here.position, here.ply, depth, alpha, beta);
        self.unwatch(value);
        value
    }
}
