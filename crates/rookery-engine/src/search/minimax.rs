//! The value by definition, which judges every other search.

use crate::move_ordering::move_picker::Picker;
use crate::search::observer::{Observer, Why};
use crate::search::score::ONE;
use crate::search::score::{self, INFINITY};
use crate::search::searcher::{Entering, MadeMove, Searcher};
use crate::{Knowledge, Position, Score};

impl<P: Position, K: Knowledge<P>, O: Observer<P::Move>> Searcher<'_, P, K, O> {
    /// Every line to the horizon, in the order of generation, without any technique.
    pub fn minimax(&mut self, position: &P, ply: usize, depth: i32) -> Score {
        self.pv[ply].clear();
        if !self.enter() {
            return self.done(0, Why::Stopped);
        }
        if let Some(value) = self.settled(position, ply) {
            return value;
        }
        if depth < ONE {
            let value = self.evaluate(position, ply);
            return self.done(value, Why::Horizon);
        }
        let mut picker = std::mem::replace(&mut self.pickers[2 * ply], Picker::new());
        picker.moves.clear();
        position.generate(&mut picker.moves);
        let mut best = -INFINITY;
        for &m in &picker.moves {
            let mut child = position.clone();
            child.play(m);
            let step = MadeMove {
                parent: position,
                m,
                child: &child,
            };
            let all = (-INFINITY, INFINITY);
            let value = self.descend(&step, (ply, depth - ONE), all, Entering::FULL);
            if self.is_stopped {
                break;
            }
            if value > best {
                best = value;
                self.extend_pv(ply, m);
            }
        }
        let is_end = picker.moves.is_empty();
        self.pickers[2 * ply] = picker;
        if is_end {
            let value = score::of_outcome(position.no_moves(), ply);
            return self.done(value, Why::End);
        }
        self.done(best, Why::Exact)
    }
}
