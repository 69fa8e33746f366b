//! Quiescence: at the horizon, noisy moves are played out before the evaluation is believed (Shannon, 1950; stand pat,
//! Slate and Atkin, 1977).

use crate::memory::transposition::Entry;
use crate::move_ordering::history_tables::HistoryContext;
use crate::search::node::searched;
use crate::search::observer::{Edge, Observer, Why};
use crate::search::score::{self, INFINITY, is_decisive};
use crate::search::searcher::{Entering, MadeMove, Moves, Searcher};
use crate::{Bound, GameMove, Knowledge, Position, Score, Technique};

impl<P: Position, K: Knowledge<P>, O: Observer<P::Move>> Searcher<'_, P, K, O> {
    /// The value of a node at the horizon, which has been entered. Who may stand still needs to search noisy moves only;
    /// who may not (in check, or where captures are compulsory) searches all.
    pub fn quiesce(
        &mut self,
        position: &P,
        place: &HistoryContext<P::Move>,
        (floor, beta): (Score, Score),
        (key, table_move, entry): ((u64, usize), Option<P::Move>, Option<Entry>),
    ) -> Score {
        let ply = place.ply;
        self.raw[ply] = None;
        let may_stand = self.knowledge.stand_pat_ok(position);
        let (mut best, mut alpha) = (-INFINITY, floor);
        if may_stand {
            best = self.look_up_or_evaluate(position, ply, entry);
            best = self.corrected(place, best);
            best = entry.map_or(best, |entry| searched(entry, best, ply));
            if best >= beta {
                return self.done(best, Why::StandPat);
            }
            alpha = alpha.max(best);
        }
        let ahead = best + self.params.quiescence_cp;
        let is_delta = may_stand && self.params.quiescence_cp > 0 && !is_decisive(alpha);
        let from = if may_stand { Moves::Noisy } else { Moves::All };
        let mut picker = self.take_picker(position, place, table_move, from);
        let mut best_move = P::Move::NULL;
        let mut listed = 0;
        while let Some(m) = self.next_move(&mut picker, position, place, table_move) {
            listed += 1;
            if may_stand
                && self.uses(Technique::See)
                && !picker.has_weighed()
                && !self.knowledge.exchange_wins(position, m, 0)
            {
                self.skip(m, Why::Exchange);
                continue;
            }
            // Delta pruning (Slate and Atkin, 1977): what is taken does not make up for what is missing.
            if is_delta {
                let most = ahead + self.knowledge.gain(position, m);
                if most <= alpha {
                    best = best.max(most);
                    self.skip(m, Why::Futility);
                    continue;
                }
            }
            let mut child = position.clone();
            child.play(m);
            let step = MadeMove {
                parent: position,
                m,
                child: &child,
            };
            let how = Entering::by(Edge::Noisy);
            let value = self.descend(&step, (ply, 0), (alpha, beta), how);
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
                break;
            }
        }
        self.return_picker(ply, picker);
        if self.is_stopped {
            return self.done(0, Why::Stopped);
        }
        if listed == 0 {
            if may_stand {
                return self.done(best, Why::StandPat);
            }
            let value = score::of_outcome(position.no_moves(), ply);
            return self.done(value, Why::End);
        }
        let (bound, why) = match best {
            b if b >= beta => (Bound::Lower, Why::CutOff),
            b if b > floor => (Bound::Exact, Why::Exact),
            _ => (Bound::Upper, Why::FailLow),
        };
        if self.uses(Technique::Tt) && best_move != P::Move::NULL {
            self.store(key, best_move, best, (ply, 0), bound);
        }
        self.done(best, why)
    }
}
