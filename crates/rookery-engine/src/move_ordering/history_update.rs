//! Updates of the history tables by a node, but for its cut-offs: how wrong evaluations are, and how good the move was that led
//! to it.

use crate::move_ordering::correction::LIKENESSES;
use crate::move_ordering::history_tables::HistoryContext;
use crate::search::node_state::NodeState;
use crate::search::observer::Observer;
use crate::search::score::is_decisive;
use crate::search::searcher::Searcher;
use crate::{Bound, EVAL_MAX, Knowledge, Position, Score, Technique};

/// What an evaluation may be wrong by.
fn likenesses<M>(place: &HistoryContext<M>) -> [u64; LIKENESSES] {
    let [a, b, c] = place.structures;
    [a, b, c, place.pair]
}

impl<P: Position, K: Knowledge<P>, O: Observer<P::Move>> Searcher<'_, P, K, O> {
    /// The evaluation of a position with what searches of positions alike have found wrong with it.
    pub fn corrected(&self, place: &HistoryContext<P::Move>, eval: Score) -> Score {
        if !self.uses(Technique::Correction) {
            return eval;
        }
        let error = self.corrections.get(place.side, likenesses(place));
        (eval + error).clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// The place of the parent and the move that led from it to a node, where that was the other side's, and the node is searched
    /// for its own sake.
    fn led_by(&self, here: &NodeState<'_, P>) -> Option<(HistoryContext<P::Move>, P::Move)> {
        let m = self.path[here.ply]?;
        let parent = self.places[here.ply.checked_sub(1)?];
        let is_check = self.is_checking || self.excluded[here.ply].is_some();
        (parent.side != here.place.side && !is_check).then_some((parent, m))
    }

    /// Learns of the move that led to a node how it changed the evaluation (as in Stockfish), where it could be undone: what takes a
    /// man is judged by the exchange.
    pub fn learn_swing(&mut self, here: &NodeState<'_, P>, eval: Score) {
        if self.params.history_swing > 0
            && here.position.reversible() > 0
            && let Some((parent, m)) = self.led_by(here)
            && let Some(before) = self.evals[parent.ply]
        {
            self.memory.swing(parent.side, m, -eval - before);
        }
    }

    /// Learns of the move that led to a node that it has no answer, where that is so (as in Stockfish).
    pub fn learn_answer(&mut self, here: &NodeState<'_, P>, bound: Bound) {
        if bound == Bound::Upper
            && self.params.history_unanswered > 0
            && let Some((parent, m)) = self.led_by(here)
        {
            self.memory.unanswered(&parent, m, here.plies() as usize);
        }
    }

    /// Learns by how much the evaluation of a node was wrong, where it was: noisy moves change what was evaluated.
    pub fn learn_error(
        &mut self,
        here: &NodeState<'_, P>,
        m: P::Move,
        (value, bound): (Score, Bound),
    ) {
        if !self.uses(Technique::Correction) || is_decisive(value) {
            return;
        }
        let Some(eval) = self.evals[here.ply] else {
            return;
        };
        let is_wrong = match bound {
            Bound::Exact => true,
            Bound::Lower => value > eval,
            Bound::Upper => value < eval,
        };
        let is_noisy = bound != Bound::Upper && self.knowledge.is_noisy(here.position, m);
        if is_wrong && !is_noisy {
            let (side, likenesses) = (here.place.side, likenesses(&here.place));
            self.corrections
                .learn(side, likenesses, here.plies(), value - eval);
        }
    }
}
