//! Reports of a search to its observer: which nodes are entered, which moves are left out, and why a node has its value.

use std::marker::PhantomData;

use crate::Score;
use crate::search::observer::{Edge, Observer, Visit, Why};

/// The way in which a child is entered: see [`Visit`].
#[derive(Clone, Copy)]
pub(crate) struct Entering {
    pub edge: Edge,
    pub extension: i32,
}

impl Entering {
    pub const FULL: Entering = Entering::by(Edge::Full);

    pub const fn by(edge: Edge) -> Self {
        Entering { edge, extension: 0 }
    }
}

/// The observer of a search, and the reason to give it for the node that is left next. If nobody watches, all of it is compiled away.
pub(crate) struct Observation<'a, M, O> {
    observer: &'a mut O,
    /// Why the node that is about to be left has its value: see [`Observation::note`].
    why: Why,
    of: PhantomData<fn(M)>,
}

impl<'a, M, O: Observer<M>> Observation<'a, M, O> {
    pub fn new(observer: &'a mut O) -> Self {
        Observation {
            observer,
            why: Why::Stopped,
            of: PhantomData,
        }
    }

    /// A node is entered.
    #[inline]
    pub fn enter(
        &mut self,
        m: Option<M>,
        (ply, depth): (usize, i32),
        window: (Score, Score),
        how: Entering,
    ) {
        if O::WATCHES {
            self.observer.enter(Visit {
                m,
                ply,
                depth,
                window,
                edge: how.edge,
                extension: how.extension,
            });
        }
    }

    /// Why the node that is about to be left has its value.
    #[inline]
    pub fn note(&mut self, why: Why) {
        if O::WATCHES {
            self.why = why;
        }
    }

    /// The node is left.
    #[inline]
    pub fn leave(&mut self, value: Score) {
        if O::WATCHES {
            self.observer.leave(value, self.why);
        }
    }

    /// A move is left out.
    #[inline]
    pub fn skip(&mut self, m: M, why: Why) {
        if O::WATCHES {
            self.observer.skip(m, why);
        }
    }
}
