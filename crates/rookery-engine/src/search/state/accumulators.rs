//! The accumulator stack: the data that a game's knowledge keeps for each ply of the line, updated move by move.

use crate::search::state::node_state::MadeMove;
use crate::{Knowledge, Position, Score};

/// One accumulator for each ply that has been reached.
pub(crate) struct Accumulators<'a, P: Position, K: Knowledge<P>> {
    knowledge: &'a K,
    by_ply: Vec<K::Acc>,
}

impl<'a, P: Position, K: Knowledge<P>> Accumulators<'a, P, K> {
    pub fn new(root: &P, knowledge: &'a K) -> Self {
        let mut acc = K::Acc::default();
        knowledge.refresh(root, &mut acc);
        Accumulators {
            knowledge,
            by_ply: vec![acc],
        }
    }

    /// The evaluation of the position at a ply.
    #[inline]
    pub fn eval(&self, position: &P, ply: usize) -> Score {
        self.knowledge.eval(position, self.of(ply))
    }

    /// The accumulator of a ply.
    #[inline]
    pub fn of(&self, ply: usize) -> &K::Acc {
        &self.by_ply[if is_empty::<K::Acc>() { 0 } else { ply }]
    }

    /// Follows a move that is made at a ply.
    #[inline]
    pub fn update(&mut self, step: &MadeMove<'_, P>, ply: usize) {
        if is_empty::<K::Acc>() {
            return;
        }
        let knowledge = self.knowledge;
        let (from, to) = self.pair(ply);
        knowledge.update(step.parent, step.m, step.child, from, to);
    }

    /// Follows a pass at a ply.
    #[inline]
    pub fn pass(&mut self, child: &P, ply: usize) {
        if is_empty::<K::Acc>() {
            return;
        }
        let knowledge = self.knowledge;
        let (from, to) = self.pair(ply);
        knowledge.pass(child, from, to);
    }

    /// The accumulator of a ply, and room for that of the next.
    #[inline]
    fn pair(&mut self, ply: usize) -> (&K::Acc, &mut K::Acc) {
        if self.by_ply.len() < ply + 2 {
            self.by_ply.push(K::Acc::default());
        }
        let (from, to) = self.by_ply.split_at_mut(ply + 1);
        (&from[ply], &mut to[0])
    }
}

/// Whether an accumulator has nothing to keep, as `()`.
const fn is_empty<A>() -> bool {
    size_of::<A>() == 0
}
