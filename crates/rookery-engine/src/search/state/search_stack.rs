//! The search stack: one frame for each ply of the line that is being searched.

use std::ops::{Index, IndexMut};

use crate::move_ordering::history_tables::HistoryContext;
use crate::search::state::node_state::NodeState;
use crate::{Position, Score};

/// The data that the search keeps for one ply.
#[derive(Clone)]
pub(crate) struct Frame<M> {
    /// The move that led here; none at the root and after a pass.
    pub m: Option<M>,
    /// The hash of the position in the table, if it was computed when the move was made.
    pub hash: Option<u64>,
    /// The context in which the moves of this ply are tried.
    pub place: HistoryContext<M>,
    /// Whether a move is expected to cut off: the parent expects the move that led here to fail low.
    pub expects_cut: bool,
    /// The evaluation as it is kept in the table, where it was asked for.
    pub raw: Option<i16>,
    /// The evaluation, corrected, where it was asked for.
    pub eval: Option<Score>,
    /// The move that a search of this ply must do without.
    pub excluded: Option<M>,
    /// The number of moves that a tapered search looks at.
    pub breadth: usize,
}

/// The move that led to a node, and where it was made.
pub(crate) struct LedBy<M> {
    pub m: M,
    pub parent: HistoryContext<M>,
    /// The parent's evaluation, corrected, where it was asked for.
    pub parent_eval: Option<Score>,
}

/// The frames from the root to the end of the longest line.
pub(crate) struct SearchStack<M> {
    frames: Vec<Frame<M>>,
}

impl<M> Index<usize> for SearchStack<M> {
    type Output = Frame<M>;

    #[inline]
    fn index(&self, ply: usize) -> &Frame<M> {
        &self.frames[ply]
    }
}

impl<M> IndexMut<usize> for SearchStack<M> {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame<M> {
        &mut self.frames[ply]
    }
}

impl<M: Copy + Eq> SearchStack<M> {
    /// A stack of `plies` frames; `nowhere` is the context of each before it is reached.
    pub fn new(plies: usize, nowhere: HistoryContext<M>) -> Self {
        let frame = Frame {
            m: None,
            hash: None,
            place: nowhere,
            expects_cut: false,
            raw: None,
            eval: None,
            excluded: None,
            breadth: usize::MAX,
        };
        SearchStack {
            frames: vec![frame; plies],
        }
    }

    /// The moves that led to a ply, in the order of [`crate::move_ordering::history_tables::Trail`].
    #[inline]
    pub fn trail<P: Position<Move = M>>(&self, ply: usize) -> [Option<M>; 3] {
        let own = |back: usize| match P::PLANS {
            true => ply.checked_sub(back).and_then(|ply| self.frames[ply].m),
            false => None,
        };
        [self.frames[ply].m, own(1), own(3)]
    }

    /// The move that led to a node, where it was the other side's.
    #[inline]
    pub fn led_by<P: Position<Move = M>>(&self, here: &NodeState<'_, P>) -> Option<LedBy<M>> {
        let m = self.frames[here.ply()].m?;
        let parent = &self.frames[here.ply().checked_sub(1)?];
        (parent.place.side != here.place.side).then_some(LedBy {
            m,
            parent: parent.place,
            parent_eval: parent.eval,
        })
    }

    /// Keeps the evaluation of a ply; true where it is better than that of the same side two plies before, which was its last turn where
    /// sides alternate.
    #[inline]
    pub fn set_eval<P: Position<Move = M>>(&mut self, ply: usize, eval: Score) -> bool {
        self.frames[ply].eval = Some(eval);
        let Some(before) = ply.checked_sub(2) else {
            return false;
        };
        let before = &self.frames[before];
        let same_side = P::ALTERNATING || before.place.side == self.frames[ply].place.side;
        same_side && before.eval.is_some_and(|before| eval > before)
    }

    #[inline]
    pub fn forget_eval(&mut self, ply: usize) {
        self.frames[ply].eval = None;
        self.frames[ply].raw = None;
    }

    /// Tapered search: a child looks at as many moves as its parent does (at most `count`, all that it has), less the rank of the move that
    /// leads to the child, counted from 1; at least one.
    pub fn taper(&mut self, ply: usize, count: usize, rank: usize) {
        let breadth = self.frames[ply].breadth.min(count);
        self.frames[ply + 1].breadth = breadth.saturating_sub(rank + 1).max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::STRUCTURES;
    use crate::tests::tree::{Child, Random};

    /// The evaluations of four plies for sides 0, 1, 0 and, as the side moves again, 0; whether each is an improvement.
    fn improvements<P: Position<Move = Child>>() -> [bool; 4] {
        let place = |side| HistoryContext::new::<P>((side, 0), [None; 3], [0; STRUCTURES]);
        let mut stack = SearchStack::new(4, place(0));
        let plies = [(0, 10), (1, 20), (0, 30), (0, 40)];
        let mut ply = 0;
        plies.map(|(side, eval)| {
            stack[ply].place = place(side);
            ply += 1;
            stack.set_eval::<P>(ply - 1, eval)
        })
    }

    #[test]
    fn an_evaluation_improves_on_that_of_the_same_side() {
        assert_eq!(improvements::<Random<false>>(), [false, false, true, false]);
    }
}
