//! The configuration of a search: the request, the game's knowledge, and the techniques, numbers and driver that follow from both.

use std::marker::PhantomData;

use crate::{Driver, Knowledge, Params, Position, Repertoire, Request, Technique, Techniques};

/// The constants of a running search. A few references: each part of the search keeps a copy.
pub(crate) struct SearchConfig<'a, P, K> {
    pub knowledge: &'a K,
    pub request: &'a Request,
    /// The game's numbers, or those of the request.
    pub params: &'a Params,
    /// The techniques that are used.
    pub techniques: Techniques,
    /// The driver, with [`Technique::AlphaBeta`] and [`Technique::Pvs`] taken into account.
    pub driver: Driver,
    of: PhantomData<fn(&P)>,
}

impl<P, K> Clone for SearchConfig<'_, P, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, K> Copy for SearchConfig<'_, P, K> {}

impl<'a, P: Position, K: Knowledge<P>> SearchConfig<'a, P, K> {
    pub fn new(knowledge: &'a K, request: &'a Request) -> Self {
        let on = request.techniques(Repertoire {
            sound: K::SOUND,
            usual: K::USUAL,
        });
        let driver = match request.driver {
            _ if !on.has(Technique::AlphaBeta) => Driver::Minimax,
            Driver::Pvs if !on.has(Technique::Pvs) => Driver::AlphaBeta,
            driver => driver,
        };
        let on = match driver {
            Driver::Minimax => on.and(Techniques::of(&[Technique::Deepening])),
            _ => on,
        };
        SearchConfig {
            knowledge,
            request,
            params: request.params.as_ref().unwrap_or(knowledge.params()),
            techniques: on,
            driver,
            of: PhantomData,
        }
    }

    /// Whether the technique is on; a constant `false` where it is not sound for the game.
    #[inline]
    pub fn uses(&self, technique: Technique) -> bool {
        K::SOUND.has(technique) && self.techniques.has(technique)
    }

    /// Whether one of these techniques is on.
    #[inline]
    pub fn uses_any(&self, techniques: Techniques) -> bool {
        K::SOUND.and(self.techniques).and(techniques) != Techniques::NONE
    }
}
