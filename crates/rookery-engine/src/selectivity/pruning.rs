//! Pruning: nodes and moves that are cut off, left out or reduced because they are unlikely to matter. None of it is a proof, so
//! none touches a decisive score: a win or a loss that the search reports stands on moves that were all searched.

use crate::move_ordering::trial::greatest_change;
use crate::search::observer::Why;
use crate::search::score::{DECISIVE, ONE, is_decisive};
use crate::search::state::config::SearchConfig;
use crate::search::state::node_state::{NodeProgress, NodeState};
use crate::selectivity::reductions::Reductions;
use crate::{EVAL_MAX, GameMove, Knowledge, Position, Score, Technique, Techniques};

/// Techniques that look at the evaluation of a node above the horizon.
const EVALUATING: Techniques = Techniques::of(&[
    Technique::Null,
    Technique::Rfp,
    Technique::Razor,
    Technique::Futility,
    Technique::ProbCut,
    Technique::Lmr,
    Technique::Lmp,
]);

/// Techniques that leave moves out.
const LEAVING_OUT: Techniques = Techniques::of(&[
    Technique::Lmp,
    Technique::Futility,
    Technique::See,
    Technique::Candidates,
    Technique::Tapered,
    Technique::TypeB,
]);

/// Techniques that ask what kind of move one is, and how it has fared.
const JUDGING: Techniques = LEAVING_OUT.with(Technique::Lmr);

/// A move that is about to be searched, with the facts that decide how deep.
pub(crate) struct Candidate<M> {
    pub m: M,
    pub is_noisy: bool,
    /// Whether its exchange is known not to lose.
    pub is_weighed: bool,
    /// Whether a move that is not noisy leaves the opponent few answers.
    pub is_forcing: bool,
    /// Its history, as the tables of move ordering have it.
    pub history: i32,
}

/// A search of less depth that may stand for the full one.
#[derive(Clone, Copy)]
pub(crate) struct ShallowSearch {
    /// Plies less.
    pub reduction: i32,
    /// The distance beyond the window that its value must have, centipawns.
    pub margin: Score,
}

/// Decides about nodes and moves by the known facts; it searches nothing itself.
pub(crate) struct Pruning<'a, P, K> {
    config: SearchConfig<'a, P, K>,
    reductions: Reductions,
    root_side: usize,
    /// The margin of reverse futility for each ply, centipawns.
    reverse_margin: Score,
    /// Whether any move may be left out at all.
    leaves_out: bool,
}

impl<'a, P: Position, K: Knowledge<P>> Pruning<'a, P, K> {
    /// A search for the best move of the side that is to move at the root.
    pub fn new(config: SearchConfig<'a, P, K>, root: &P) -> Self {
        let (root_side, params) = (root.side(), config.params);
        let is_found = params.reverse_futility_percent > 0;
        let reverse_margin = match config.uses(Technique::Rfp) && is_found {
            true => match greatest_change(root, config.knowledge) {
                // An evaluation that does not change tells nothing.
                0 => EVAL_MAX,
                change => (change * params.reverse_futility_percent / 100).max(1),
            },
            false => params.reverse_futility_cp,
        };
        Pruning {
            reverse_margin,
            config,
            reductions: Reductions::new(config.params.reduction_divisor),
            root_side,
            leaves_out: config.uses_any(LEAVING_OUT)
                || config.request.handicap.oversight_permille > 0,
        }
    }

    /// Whether any technique asks for the evaluation of a node above the horizon.
    #[inline]
    pub fn asks_for_eval(&self) -> bool {
        self.config.uses_any(EVALUATING)
    }

    /// Whether the table's move is noisy, where that matters.
    #[inline]
    pub fn is_table_noisy(&self, position: &P, table_move: Option<P::Move>) -> bool {
        let config = &self.config;
        config.params.reduction_noisy > 0
            && table_move.is_some_and(|m| config.knowledge.is_noisy(position, m))
    }

    /// Turing's paper machine (1948): every move for two plies, then captures until the position is dead.
    #[inline]
    pub fn is_turing_quiet(&self, ply: usize) -> bool {
        self.config.uses(Technique::Turing) && ply as i32 >= self.config.params.turing_plies
    }

    /// Reverse futility, or static null move: near the horizon, an evaluation that exceeds the window by more than a few plies
    /// can change is believed.
    #[inline]
    pub fn reverse_futility(&self, here: &NodeState<'_, P>, eval: Score) -> Option<Score> {
        let params = self.config.params;
        let plies = here.plies();
        if !self.config.uses(Technique::Rfp) || plies > params.reverse_futility_depth {
            return None;
        }
        let margin = self.reverse_margin * (plies - i32::from(here.eval.is_improving));
        let (_, beta) = here.window;
        (eval - margin >= beta).then_some(eval - margin)
    }

    /// Razoring (Birmingham and Kent, 1977; into quiescence, Heinz, 1998): near the horizon, an evaluation far below the window
    /// needs captures to come back; quiescence sees whether there are any.
    #[inline]
    pub fn is_razored(&self, here: &NodeState<'_, P>, eval: Score) -> bool {
        let params = self.config.params;
        let plies = here.plies();
        let (alpha, _) = here.window;
        self.config.uses(Technique::Razor)
            && plies <= params.razoring_depth
            && eval + params.razoring_cp * plies < alpha
    }

    /// Null move (Beal, 1989; Donninger, 1993): a side that exceeds the window even after passing does so with a move too, except in
    /// zugzwang. Never twice in a row. The depth after the pass.
    #[inline]
    pub fn null_move_depth(&self, here: &NodeState<'_, P>, eval: Score) -> Option<i32> {
        let params = self.config.params;
        let plies = here.plies();
        let (_, beta) = here.window;
        let follows_move = here.place.previous.is_some();
        if !self.config.uses(Technique::Null)
            || plies < params.null_depth
            || eval < beta
            || !follows_move
            || !self.config.knowledge.null_ok(here.position)
        {
            return None;
        }
        let ahead = (eval - beta).checked_div(params.null_eval_cp).unwrap_or(0);
        let by_depth = plies / params.null_divisor.max(1);
        let reduction = params.null_reduction + by_depth + ahead.min(3);
        Some(here.depth - reduction * ONE)
    }

    /// Deep cut-offs after a pass are verified by a search without it (Tabibi and Netanyahu, 2002).
    #[inline]
    pub fn verifies_null_move(&self, here: &NodeState<'_, P>) -> bool {
        here.plies() >= self.config.params.null_verify_depth
    }

    /// ProbCut (Buro, 1995): where a search of less depth exceeds the window by a margin, the full one would too.
    #[inline]
    pub fn probcut(&self, here: &NodeState<'_, P>) -> Option<ShallowSearch> {
        let params = self.config.params;
        let (_, beta) = here.window;
        let is_tried = self.config.uses(Technique::ProbCut)
            && here.plies() >= params.probcut_depth
            && here.eval.value.is_none_or(|eval| eval >= beta);
        is_tried.then_some(ShallowSearch {
            reduction: params.probcut_reduction,
            margin: params.probcut_cp,
        })
    }

    /// Multi-ProbCut (Buro, 1997): the same on both sides of the window, with depths and margins that the game has measured.
    #[inline]
    pub fn multi_probcut(&self, here: &NodeState<'_, P>) -> Option<ShallowSearch> {
        if !self.config.uses(Technique::Mpc) {
            return None;
        }
        let knowledge = self.config.knowledge;
        let (depth, margin) = knowledge.shallow_check(here.position, here.plies())?;
        Some(ShallowSearch {
            reduction: here.plies() - depth,
            margin,
        })
    }

    /// Internal iterative reduction (Schröder, 2020): without a move from the table the order is poor, so the node is searched a
    /// ply less deep; it comes back with a move.
    #[inline]
    pub fn internal_reduction(&self, here: &NodeState<'_, P>) -> i32 {
        let is_deep = here.plies() >= self.config.params.iir_depth;
        if self.config.uses(Technique::Iir) && here.table.m.is_none() && is_deep {
            ONE
        } else {
            0
        }
    }

    /// The candidate for a move that is searched after `searched` others; the first is neither reduced nor left out. Its properties are
    /// asked only where they matter.
    #[inline]
    pub fn candidate(
        &self,
        here: &NodeState<'_, P>,
        m: P::Move,
        searched: usize,
        history: impl FnOnce() -> i32,
    ) -> Candidate<P::Move> {
        if searched == 0 || !self.config.uses_any(JUDGING) {
            return Candidate {
                m,
                is_noisy: false,
                is_weighed: false,
                is_forcing: false,
                history: 0,
            };
        }
        let knowledge = self.config.knowledge;
        let is_noisy = knowledge.is_noisy(here.position, m);
        Candidate {
            m,
            is_noisy,
            is_weighed: false,
            is_forcing: !is_noisy && knowledge.is_forcing(here.position, m),
            history: history(),
        }
    }

    /// Why a move is not searched at all; `breadth` is how many a tapered search looks at.
    #[inline]
    pub fn leaves_out(
        &self,
        here: &NodeState<'_, P>,
        candidate: &Candidate<P::Move>,
        reduction: i32,
        so_far: NodeProgress,
        breadth: usize,
    ) -> Option<Why> {
        match self.leaves_out {
            true => self.reason_to_leave_out(here, candidate, reduction, so_far, breadth),
            false => None,
        }
    }

    fn reason_to_leave_out(
        &self,
        here: &NodeState<'_, P>,
        candidate: &Candidate<P::Move>,
        reduction: i32,
        so_far: NodeProgress,
        breadth: usize,
    ) -> Option<Why> {
        if self.overlooks(here, candidate.m) {
            return Some(Why::Overlooked);
        }
        // Until one move is known not to lose by force, none is left out, so that a reported loss is a proven one.
        if so_far.searched == 0 || so_far.best <= -DECISIVE {
            return None;
        }
        if so_far.searched >= self.widest(breadth) || !self.is_candidate(here, candidate.m) {
            return Some(Why::Narrow);
        }
        if here.is_pv || is_decisive(so_far.alpha) {
            return None;
        }
        let is_quiet = !candidate.is_noisy && !candidate.is_forcing;
        // The depth to which a late move would be searched.
        let rest = match is_quiet {
            true => (here.depth - reduction).max(0) / ONE,
            false => here.plies(),
        };
        if is_quiet && let Some(why) = self.leaves_quiet_out(here, candidate, rest, so_far) {
            return Some(why);
        }
        self.loses_too_much(here, candidate, is_quiet, rest)
            .then_some(Why::Exchange)
    }

    /// Why a quiet move is not searched that would be searched to `rest` plies.
    #[inline]
    fn leaves_quiet_out(
        &self,
        here: &NodeState<'_, P>,
        candidate: &Candidate<P::Move>,
        rest: i32,
        so_far: NodeProgress,
    ) -> Option<Why> {
        let params = self.config.params;
        // Where quiet moves are listed apart, the node has asked already.
        if !P::LISTS_APART && self.has_enough(here, so_far) {
            return Some(Why::LateMove);
        }
        // Futility (Schaeffer, 1986; extended, Heinz, 1998): near the horizon, a quiet move cannot make up for the deficit.
        if self.config.uses(Technique::Futility)
            && rest <= params.futility_depth
            && let Some(eval) = here.eval.value
            && eval + params.futility_base_cp + params.futility_cp * rest <= so_far.alpha
        {
            return Some(Why::Futility);
        }
        // History pruning: near the horizon, a quiet move that has failed again and again fails once more.
        let is_bad = self.config.uses(Technique::Lmp)
            && rest <= params.history_depth
            && candidate.history < -params.history_least * rest.max(1);
        is_bad.then_some(Why::LateMove)
    }

    /// Static exchange evaluation: near the horizon, a move that loses material has no time to win it back.
    #[inline]
    fn loses_too_much(
        &self,
        here: &NodeState<'_, P>,
        candidate: &Candidate<P::Move>,
        is_quiet: bool,
        rest: i32,
    ) -> bool {
        let params = self.config.params;
        if !self.config.uses(Technique::See)
            || here.plies() > params.exchange_depth
            || candidate.is_weighed
        {
            return false;
        }
        let borne = match is_quiet {
            true => params.exchange_cp * rest,
            false => params.exchange_noisy_cp * here.plies(),
        };
        let knowledge = self.config.knowledge;
        !knowledge.exchange_wins(here.position, candidate.m, -borne)
    }

    /// Late move pruning: near the horizon, moves late in a good order no longer matter. If quiet moves are listed apart,
    /// the rest of them is then not even looked at.
    #[inline]
    pub fn has_enough(&self, here: &NodeState<'_, P>, so_far: NodeProgress) -> bool {
        let (params, plies) = (self.config.params, here.plies());
        if !self.config.uses(Technique::Lmp)
            || plies > params.late_pruning_depth
            || so_far.searched == 0
            || so_far.best <= -DECISIVE
            || here.is_pv
            || is_decisive(so_far.alpha)
        {
            return false;
        }
        let most = params.late_pruning_base + plies * plies;
        let most = if here.eval.is_improving {
            most
        } else {
            most / 2
        };
        so_far.searched as i32 >= most
    }

    /// A weak player does not see every quiet reply of the opponent; only the weakest players overlook a win on the next move.
    #[inline]
    fn overlooks(&self, here: &NodeState<'_, P>, m: P::Move) -> bool {
        const OVERLOOKS_WINS_PERMILLE: u16 = 200;
        let request = self.config.request;
        let handicap = request.handicap;
        if handicap.oversight_permille == 0
            || here.place.side == self.root_side
            || self.config.knowledge.is_noisy(here.position, m)
            || !handicap.overlooks(here.position.key(), m.to_bits(), request.seed)
        {
            return false;
        }
        handicap.oversight_permille > OVERLOOKS_WINS_PERMILLE
            || here.position.after(m).outcome().is_none()
    }

    /// Whether the game considers a move worth a look; true where [`Technique::Candidates`] is off.
    #[inline]
    fn is_candidate(&self, here: &NodeState<'_, P>, m: P::Move) -> bool {
        !self.config.uses(Technique::Candidates)
            || self.config.knowledge.is_candidate(here.position, m)
    }

    /// The number of moves of a node that are looked at: all, but for Shannon's type B (1950) and for tapered search.
    #[inline]
    fn widest(&self, breadth: usize) -> usize {
        let mut widest = usize::MAX;
        if self.config.uses(Technique::TypeB) {
            widest = usize::try_from(self.config.params.type_b_moves).unwrap_or(1);
        }
        if self.config.uses(Technique::Tapered) {
            widest = widest.min(breadth);
        }
        widest
    }

    /// Late move reductions: sixteenths of a ply for a move after `searched` others. The principal variation, a side whose
    /// position improves, noisy moves and moves with a good history are reduced less.
    #[inline]
    pub fn reduction(
        &self,
        here: &NodeState<'_, P>,
        candidate: &Candidate<P::Move>,
        searched: usize,
    ) -> i32 {
        let params = self.config.params;
        if !self.config.uses(Technique::Lmr)
            || here.plies() < params.reduction_depth
            || (searched as i32) < params.reduction_moves
        {
            return 0;
        }
        let mut reduction = self.reductions.get(here.plies(), searched);
        if here.is_pv {
            reduction -= ONE;
        }
        if here.eval.is_improving {
            reduction -= ONE / 2;
        } else {
            reduction += params.reduction_worse;
        }
        if here.expects_cut {
            reduction += params.reduction_cut;
            if here.table.m.is_none() {
                reduction += params.reduction_unknown;
            }
        }
        if here.table.is_noisy && !candidate.is_noisy {
            reduction += params.reduction_noisy;
        }
        if candidate.is_noisy {
            reduction /= 2;
        } else if candidate.is_forcing {
            reduction -= ONE;
        }
        reduction -= candidate.history * ONE / 1_000;
        // At least one ply of the node's depth stays, so that a reduced move is not judged by quiescence alone, unless `less_after_best` takes that
        // ply off.
        reduction.clamp(0, (here.depth - 2 * ONE).max(0))
    }

    /// Sixteenths of a ply that the moves after one that is better than all before it, and does not cut off, are searched less
    /// deep: they have to be better still, and few are (as in Stockfish). The depth that counts is the node's own, so that after one or more such
    /// moves in a node of few plies the others are left to quiescence.
    #[inline]
    pub fn less_after_best(&self, here: &NodeState<'_, P>, value: Score) -> i32 {
        let (params, plies) = (self.config.params, here.plies());
        let (_, beta) = here.window;
        let is_far = plies >= params.reduction_depth && plies <= params.reduction_best_depth;
        match self.config.uses(Technique::Lmr) && is_far && value < beta && !is_decisive(value) {
            true => params.reduction_best,
            false => 0,
        }
    }
}
