//! Reports of a search to its observer: which nodes are entered, which moves are left out, and why a node has its value.

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

/// The observer of a search, if there is one, and the reason to give it for the node that is left next.
///
/// It is a trait object, not a type of its own in the search: a search that nobody watches asks once a node whether there is one, and
/// there is one search to compile for each game, not two.
pub(crate) struct Observation<'a, M> {
    observer: Option<&'a mut dyn Observer<M>>,
    /// Why the node that is about to be left has its value: see [`Observation::note`].
    why: Why,
}

impl<'a, M> Observation<'a, M> {
    /// Nobody watches.
    pub fn none() -> Self {
        Observation {
            observer: None,
            why: Why::Stopped,
        }
    }

    pub fn by(observer: &'a mut dyn Observer<M>) -> Self {
        Observation {
            observer: Some(observer),
            ..Observation::none()
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
        if let Some(observer) = &mut self.observer {
            observer.enter(Visit {
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
        self.why = why;
    }

    /// The node is left.
    #[inline]
    pub fn leave(&mut self, value: Score) {
        if let Some(observer) = &mut self.observer {
            observer.leave(value, self.why);
        }
    }

    /// A move is left out.
    #[inline]
    pub fn skip(&mut self, m: M, why: Why) {
        if let Some(observer) = &mut self.observer {
            observer.skip(m, why);
        }
    }
}
