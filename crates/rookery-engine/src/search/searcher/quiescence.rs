//! Quiescence: at the horizon, noisy moves are played out before the evaluation is believed (Shannon, 1950; stand pat,
//! Slate and Atkin, 1977).

use crate::memory::transposition::Entry;
use crate::move_ordering::history_tables::HistoryContext;
use crate::move_ordering::move_picker::MovePicker;
use crate::move_ordering::move_source::MoveSet;
use crate::search::observer::{Edge, Why};
use crate::search::score::{self, INFINITY, is_decisive};
use crate::search::searcher::Searcher;
use crate::search::state::node_state::MadeMove;
use crate::search::state::observation::Entering;
use crate::search::state::table_access::{Finding, TableKey, narrowed};
use crate::{GameMove, Knowledge, Position, Score, Technique};

/// A node at the horizon.
struct Horizon<'p, P: Position> {
    position: &'p P,
    place: &'p HistoryContext<P::Move>,
    window: (Score, Score),
    table_move: Option<P::Move>,
    /// The value of standing still, where it is allowed.
    stand: Option<Score>,
}

/// The result of the search of its moves.
struct Found<M> {
    best: Score,
    m: M,
    /// Whether there was any move at all.
    is_any_listed: bool,
}

impl<P: Position, K: Knowledge<P>> Searcher<'_, P, K> {
    /// The value of a node at the horizon, which has been entered. A side that may stand still needs to search noisy moves only;
    /// one that may not (in check, or where captures are compulsory) searches all.
    pub(super) fn quiesce(
        &mut self,
        position: &P,
        place: &HistoryContext<P::Move>,
        window: (Score, Score),
        (key, table_move, entry): (TableKey, Option<P::Move>, Option<Entry>),
    ) -> Score {
        let ply = place.ply;
        let (_, beta) = window;
        self.stack[ply].raw = None;
        let mut stand = None;
        if self.config.knowledge.stand_pat_ok(position) {
            let eval = self.look_up_or_evaluate(position, ply, entry);
            let eval = self.corrected(place, eval);
            let eval = entry.map_or(eval, |entry| narrowed(entry, eval, ply));
            if eval >= beta {
                return self.done(eval, Why::StandPat);
            }
            stand = Some(eval);
        }
        let here = Horizon {
            position,
            place,
            window,
            table_move,
            stand,
        };
        let has_excluded = self.stack[ply].excluded.is_some();
        let mut picker = self.pickers.take(ply, has_excluded);
        let found = self.quiesce_moves(&here, &mut picker);
        self.pickers.give_back(ply, has_excluded, picker);
        if self.limiter.is_stopped {
            return self.done(0, Why::Stopped);
        }
        if !found.is_any_listed {
            if stand.is_some() {
                return self.done(found.best, Why::StandPat);
            }
            let value = score::of_outcome(position.no_moves(), ply);
            return self.done(value, Why::End);
        }
        let (bound, why) = score::of_moves(found.best, window);
        if found.m != P::Move::NULL {
            let finding = Finding {
                m: found.m,
                value: found.best,
                bound,
                raw: self.stack[ply].raw,
            };
            self.table.store(key, (ply, 0), finding);
        }
        self.done(found.best, why)
    }

    /// Searches the moves of a node at the horizon until one exceeds the window.
    #[inline]
    fn quiesce_moves(
        &mut self,
        here: &Horizon<'_, P>,
        picker: &mut MovePicker<P::Move>,
    ) -> Found<P::Move> {
        let (floor, beta) = here.window;
        let may_stand = here.stand.is_some();
        let mut alpha = here.stand.map_or(floor, |stand| floor.max(stand));
        let mut found = Found {
            best: here.stand.unwrap_or(-INFINITY),
            m: P::Move::NULL,
            is_any_listed: false,
        };
        let margin = self.config.params.quiescence_cp;
        let ahead = found.best + margin;
        let is_delta = may_stand && margin > 0 && !is_decisive(alpha);
        let moves = if may_stand {
            MoveSet::Noisy
        } else {
            MoveSet::All
        };
        let at = (here.position, here.place);
        picker.begin(&self.source(at, here.table_move), moves);
        while let Some(m) = picker.next(&self.source(at, here.table_move)) {
            found.is_any_listed = true;
            let knowledge = self.config.knowledge;
            if may_stand
                && self.config.uses(Technique::See)
                && !picker.has_weighed()
                && !knowledge.exchange_wins(here.position, m, 0)
            {
                self.skip(m, Why::Exchange);
                continue;
            }
            // Delta pruning (Slate and Atkin, 1977): the captured piece does not make up for the deficit.
            if is_delta {
                let most = ahead + knowledge.gain(here.position, m);
                if most <= alpha {
                    found.best = found.best.max(most);
                    self.skip(m, Why::Futility);
                    continue;
                }
            }
            let value = self.quiesce_move(here, m, (alpha, beta));
            if self.limiter.is_stopped {
                break;
            }
            if value > found.best {
                (found.best, found.m) = (value, m);
            }
            if value > alpha {
                alpha = value;
                self.extend_pv(here.place.ply, m);
            }
            if alpha >= beta {
                break;
            }
        }
        found
    }

    #[inline]
    fn quiesce_move(&mut self, here: &Horizon<'_, P>, m: P::Move, window: (Score, Score)) -> Score {
        let mut child = here.position.clone();
        child.play(m);
        let step = MadeMove {
            parent: here.position,
            m,
            child: &child,
        };
        let how = Entering::by(Edge::Noisy);
        self.descend(&step, (here.place.ply, 0), window, how)
    }
}
