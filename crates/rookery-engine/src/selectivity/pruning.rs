//! The selective techniques: what is cut, left out or searched less deep because it is unlikely to matter. None of them is a
//! proof, so none touches a decisive score: a win or a loss that the search reports stands on moves that were all searched.

use crate::search::node_state::NodeState;
use crate::search::observer::{Edge, Observer, Why};
use crate::search::score::ONE;
use crate::search::score::{DECISIVE, is_decisive};
use crate::search::searcher::{Entering, Searcher};
use crate::{GameMove, Knowledge, Position, Score, Technique};

/// A move that is about to be searched, and what decides how deep.
pub(crate) struct Candidate<M> {
    pub m: M,
    pub is_noisy: bool,
    /// Whether its exchange is known not to lose.
    pub is_weighed: bool,
    /// Whether a move that is not noisy leaves the opponent few answers.
    pub is_forcing: bool,
    /// What history says of it.
    pub history: i32,
}

impl<P: Position, K: Knowledge<P>, O: Observer<P::Move>> Searcher<'_, P, K, O> {
    /// A value for the whole node without searching its moves, where the window is closed.
    pub fn whole_node_cut(&mut self, here: &NodeState<'_, P>) -> Option<Score> {
        let (alpha, beta) = here.window;
        if is_decisive(alpha) || is_decisive(beta) {
            return None;
        }
        if let Some(eval) = here.eval {
            if let Some(value) = self.reverse_futility(here, eval) {
                return Some(self.cut(value, Why::ReverseFutility));
            }
            if let Some(value) = self.razoring(here, eval) {
                return Some(self.cut(value, Why::Razoring));
            }
            if let Some(value) = self.null_move(here, eval) {
                return Some(self.cut(value, Why::NullMove));
            }
        }
        if let Some(value) = self.probcut(here) {
            return Some(self.cut(value, Why::ProbCut));
        }
        let value = self.multi_probcut(here)?;
        Some(self.cut(value, Why::ProbCut))
    }

    fn cut(&mut self, value: Score, why: Why) -> Score {
        self.is_heuristic = true;
        self.done(value, why)
    }

    /// Reverse futility, or static null move: near the horizon, an evaluation that exceeds the window by more than a few plies
    /// can change is believed.
    fn reverse_futility(&self, here: &NodeState<'_, P>, eval: Score) -> Option<Score> {
        let params = self.params;
        let plies = here.plies();
        if !self.uses(Technique::ReverseFutility) || plies > params.reverse_futility_depth {
            return None;
        }
        let margin = params.reverse_futility_cp * (plies - i32::from(here.is_improving));
        let (_, beta) = here.window;
        (eval - margin >= beta).then_some(eval - margin)
    }

    /// Razoring (Birmingham and Kent, 1977; into quiescence, Heinz, 1998): near the horizon, an evaluation far below the window
    /// needs captures to come back; quiescence sees whether there are any.
    fn razoring(&mut self, here: &NodeState<'_, P>, eval: Score) -> Option<Score> {
        let params = self.params;
        let plies = here.plies();
        let (alpha, _) = here.window;
        if !self.uses(Technique::Razoring)
            || plies > params.razoring_depth
            || eval + params.razoring_cp * plies >= alpha
        {
            return None;
        }
        let value = self.check_alone(here, 0, (alpha, alpha + 1));
        (value <= alpha && !self.is_stopped && !is_decisive(value)).then_some(value)
    }

    /// Null move (Beal, 1989; Donninger, 1993): who exceeds the window even after passing does so with a move too, except in
    /// zugzwang. Never twice in a row; deep cut-offs are verified by a search without it (Tabibi and Netanyahu, 2002).
    fn null_move(&mut self, here: &NodeState<'_, P>, eval: Score) -> Option<Score> {
        let params = self.params;
        let (least, base, divisor, verify) = (
            params.null_depth,
            params.null_reduction,
            params.null_divisor,
            params.null_verify_depth,
        );
        let (ply, plies) = (here.ply, here.plies());
        let (_, beta) = here.window;
        let follows_move = here.place.previous.is_some();
        if !self.uses(Technique::Null)
            || plies < least
            || eval < beta
            || !follows_move
            || self.is_checking
            || !self.knowledge.null_ok(here.position)
        {
            return None;
        }
        let child = here.position.null()?;
        let ahead = (eval - beta).checked_div(params.null_eval_cp).unwrap_or(0);
        let depth = here.depth - (base + plies / divisor + ahead.min(3)) * ONE;
        let knowledge = self.knowledge;
        let (from, to) = self.accs_at(ply);
        knowledge.pass(&child, from, to);
        self.expects_cut[ply + 1] = !self.expects_cut[ply];
        self.path[ply + 1] = None;
        self.keys.push(child.key());
        let window = (-beta, 1 - beta);
        self.watch(None, ply + 1, depth, window, Entering::by(Edge::Null));
        let reply = self.node(&child, ply + 1, depth, window.0, window.1);
        self.unwatch(reply);
        self.keys.pop();
        let value = -reply;
        if self.is_stopped || value < beta {
            return None;
        }
        let value = if is_decisive(value) { beta } else { value };
        if plies < verify {
            return Some(value);
        }
        let verified = self.check_alone(here, depth, (beta - 1, beta));
        (verified >= beta && !self.is_stopped).then_some(value)
    }

    /// ProbCut (Buro, 1995): where a search of less depth exceeds the window by a margin, the full one would too.
    fn probcut(&mut self, here: &NodeState<'_, P>) -> Option<Score> {
        let params = self.params;
        let (reduction, margin) = (params.probcut_reduction, params.probcut_cp);
        if !self.uses(Technique::ProbCut)
            || self.is_checking
            || here.plies() < params.probcut_depth
            || here.eval.is_some_and(|eval| eval < here.window.1)
        {
            return None;
        }
        self.shallow(here, reduction, margin, true)
    }

    /// Multi-ProbCut (Buro, 1997): the same on both sides of the window, with depths and margins that the game has measured.
    fn multi_probcut(&mut self, here: &NodeState<'_, P>) -> Option<Score> {
        if !self.uses(Technique::MultiProbCut) || self.is_checking {
            return None;
        }
        let (depth, margin) = self.knowledge.shallow_check(here.position, here.plies())?;
        let reduction = here.plies() - depth;
        self.shallow(here, reduction, margin, true)
            .or_else(|| self.shallow(here, reduction, margin, false))
    }

    /// The end of the window that a search `reduction` plies less deep exceeds by `margin`, above or below.
    fn shallow(
        &mut self,
        here: &NodeState<'_, P>,
        reduction: i32,
        margin: Score,
        is_above: bool,
    ) -> Option<Score> {
        let (alpha, beta) = here.window;
        let target = if is_above {
            beta + margin
        } else {
            alpha - margin
        };
        if is_decisive(target) {
            return None;
        }
        let window = if is_above {
            (target - 1, target)
        } else {
            (target, target + 1)
        };
        let value = self.check_alone(here, here.depth - reduction * ONE, window);
        let exceeds = if is_above {
            value >= target
        } else {
            value <= target
        };
        let end = if is_above { beta } else { alpha };
        (exceeds && !self.is_stopped).then_some(end)
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

    /// What is known of a move that is searched after `searched` others; the first is neither reduced nor left out.
    pub fn candidate(
        &self,
        here: &NodeState<'_, P>,
        m: P::Move,
        searched: usize,
    ) -> Candidate<P::Move> {
        if searched == 0 {
            return Candidate {
                m,
                is_noisy: false,
                is_weighed: false,
                is_forcing: false,
                history: 0,
            };
        }
        let is_noisy = self.knowledge.is_noisy(here.position, m);
        Candidate {
            m,
            is_noisy,
            is_weighed: false,
            is_forcing: !is_noisy && self.knowledge.is_forcing(here.position, m),
            history: self.memory.history(&here.place, m),
        }
    }

    /// Why a move is not searched at all, after `searched` others of which the best has the value `best`.
    pub fn leaves_out(
        &self,
        here: &NodeState<'_, P>,
        candidate: &Candidate<P::Move>,
        reduction: i32,
        (searched, best, alpha): (usize, Score, Score),
    ) -> Option<Why> {
        let m = candidate.m;
        if self.overlooks(here, m) {
            return Some(Why::Overlooked);
        }
        // Until one move is known not to lose by force, none is left out: so a loss that is reported is one.
        if searched == 0 || best <= -DECISIVE {
            return None;
        }
        if searched >= self.widest(here) {
            return Some(Why::Narrow);
        }
        if here.is_pv || is_decisive(alpha) {
            return None;
        }
        let params = self.params;
        let plies = here.plies();
        let is_quiet = !candidate.is_noisy && !candidate.is_forcing;
        // What a late move would be searched to.
        let rest = if is_quiet {
            (here.depth - reduction).max(0) / ONE
        } else {
            plies
        };
        // Where quiet moves are listed apart, the node has asked already.
        if !P::LISTS_APART && is_quiet && self.has_enough(here, (searched, best, alpha)) {
            return Some(Why::LateMove);
        }
        // Futility (Schaeffer, 1986; extended, Heinz, 1998): near the horizon, a quiet move cannot make up for what is missing.
        if self.uses(Technique::Futility)
            && is_quiet
            && rest <= params.futility_depth
            && let Some(eval) = here.eval
            && eval + params.futility_base_cp + params.futility_cp * rest <= alpha
        {
            return Some(Why::Futility);
        }
        // History pruning: near the horizon, a quiet move that has failed again and again fails once more.
        if self.uses(Technique::Lmp)
            && is_quiet
            && rest <= params.history_depth
            && candidate.history < -params.history_least * rest.max(1)
        {
            return Some(Why::LateMove);
        }
        // Static exchange evaluation: near the horizon, a move that loses material has no time to win it back.
        if self.uses(Technique::See) && plies <= params.exchange_depth && !candidate.is_weighed {
            let borne = match is_quiet {
                true => params.exchange_cp * rest,
                false => params.exchange_noisy_cp * plies,
            };
            if !self.knowledge.exchange_wins(here.position, m, -borne) {
                return Some(Why::Exchange);
            }
        }
        None
    }

    /// Late move pruning: near the horizon, what stands late in a good order matters no more. Where quiet moves are listed apart,
    /// the rest of them is then not even looked at.
    pub fn has_enough(
        &self,
        here: &NodeState<'_, P>,
        (searched, best, alpha): (usize, Score, Score),
    ) -> bool {
        let (params, plies) = (self.params, here.plies());
        if !self.uses(Technique::Lmp)
            || plies > params.late_pruning_depth
            || searched == 0
            || best <= -DECISIVE
            || here.is_pv
            || is_decisive(alpha)
        {
            return false;
        }
        let most = params.late_pruning_base + plies * plies;
        let most = if here.is_improving { most } else { most / 2 };
        searched as i32 >= most
    }

    /// A weak player does not see every quiet reply of the opponent; wins on the next move only the weakest overlook.
    fn overlooks(&self, here: &NodeState<'_, P>, m: P::Move) -> bool {
        const OVERLOOKS_WINS_PERMILLE: u16 = 200;
        let weakening = self.request.weakening;
        if weakening.blind_permille == 0
            || here.place.side == self.root_side
            || self.knowledge.is_noisy(here.position, m)
            || !weakening.overlooks(here.position.key(), m.to_bits(), self.request.seed)
        {
            return false;
        }
        let mut child = here.position.clone();
        child.play(m);
        weakening.blind_permille > OVERLOOKS_WINS_PERMILLE || child.outcome().is_none()
    }

    /// How many moves of a node are looked at: all, but for Shannon's type B (1950) and for tapered search.
    fn widest(&self, here: &NodeState<'_, P>) -> usize {
        let mut widest = usize::MAX;
        if self.uses(Technique::TypeB) {
            widest = usize::try_from(self.params.type_b_moves).unwrap_or(1);
        }
        if self.uses(Technique::Tapered) {
            widest = widest.min(self.breadth[here.ply]);
        }
        widest
    }

    /// Tapered search: a child gets as many branches as its parent looks at, less its rank from 1, and one at least.
    pub fn taper(&mut self, here: &NodeState<'_, P>, count: usize, rank: usize) {
        if self.uses(Technique::Tapered) {
            let here_breadth = self.breadth[here.ply].min(count);
            self.breadth[here.ply + 1] = here_breadth.saturating_sub(rank + 1).max(1);
        }
    }

    /// Late move reductions: sixteenths of a ply for a move after `searched` others. The principal variation, a side whose
    /// position improves, noisy moves and moves with a good history are reduced less.
    pub fn reduction(
        &self,
        here: &NodeState<'_, P>,
        candidate: &Candidate<P::Move>,
        searched: usize,
    ) -> i32 {
        let params = self.params;
        if !self.uses(Technique::Lmr)
            || here.plies() < params.reduction_depth
            || (searched as i32) < params.reduction_moves
        {
            return 0;
        }
        let mut reduction = self.reductions.get(here.plies(), searched);
        if here.is_pv {
            reduction -= ONE;
        }
        if here.is_improving {
            reduction -= ONE / 2;
        } else {
            reduction += params.reduction_worse;
        }
        if self.expects_cut[here.ply] {
            reduction += params.reduction_cut;
            if here.table_move.is_none() {
                reduction += params.reduction_unknown;
            }
        }
        if here.is_table_noisy && !candidate.is_noisy {
            reduction += params.reduction_noisy;
        }
        if candidate.is_noisy {
            reduction /= 2;
        } else if candidate.is_forcing {
            reduction -= ONE;
        }
        reduction -= candidate.history * ONE / 1_000;
        // At least one ply stays, so that a reduced move is never judged by quiescence alone.
        reduction.clamp(0, (here.depth - 2 * ONE).max(0))
    }

    /// Sixteenths of a ply that the moves after one that is better than all before it, and does not cut off, are searched less
    /// deep: they have to be better still, and few are (as in Stockfish).
    pub fn less_after_best(&self, here: &NodeState<'_, P>, value: Score) -> i32 {
        let (_, beta) = here.window;
        let is_far = here.plies() >= self.params.reduction_depth
            && here.plies() <= self.params.reduction_best_depth;
        match self.uses(Technique::Lmr) && is_far && value < beta && !is_decisive(value) {
            true => self.params.reduction_best,
            false => 0,
        }
    }
}
