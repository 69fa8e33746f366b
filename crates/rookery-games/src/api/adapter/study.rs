//! `GameAdapter` as [`Study`]: the tree of a search, counts of the game tree, and what its game gives to the techniques.

use crate::api::adapter::game_adapter::GameAdapter;
use crate::lab::trace;
use crate::{Game, LabGame, Study, Trace};
use rookery_engine::{
    Conspiracy, Control, Knowledge, MoveList, Params, Position, Recorder, Request, SearchResult,
    Techniques,
};

impl<G: LabGame> Study for GameAdapter<G> {
    fn coordinates(&self, path: &[String]) -> Option<String> {
        let (m, _) = self.find(self.moves(), path)?;
        Some(self.game.coordinates(self.position(), m))
    }

    fn trace(&self, request: &Request, control: &Control, cap: usize) -> Trace {
        let mut recorder = Recorder::new(cap);
        let found = match self.ending() {
            Some(_) => SearchResult::proven(Vec::new()),
            None => rookery_engine::watched(
                (self.position(), self.history.earlier()),
                &self.knowledge(request.evaluation),
                request,
                control,
                &mut recorder,
            ),
        };
        let (nodes, dropped) = recorder.into_nodes();
        Trace {
            report: self.report(&found),
            nodes: trace::in_words(&self.game, self.position(), nodes),
            dropped,
        }
    }

    fn conspiracy(
        &self,
        depth: u32,
        evaluation: &str,
        most_nodes: u64,
    ) -> Option<Conspiracy<String>> {
        if self.ending().is_some() {
            return None;
        }
        let knowledge = self.knowledge(evaluation);
        let found = rookery_engine::conspiracy(self.position(), &knowledge, depth, most_nodes)?;
        let say = |(m, value)| (self.game.notation(self.position(), m), value);
        Some(Conspiracy {
            best: say(found.best),
            rival: say(found.rival),
            leaves: found.leaves,
            nodes: found.nodes,
        })
    }

    fn leaves(&self, depth: u32, convention: &str, full: bool) -> u64 {
        self.game.leaves(self.position(), depth, convention, full)
    }

    fn divide(&self, depth: u32, full: bool) -> Vec<(String, u64)> {
        let moves = match self.position().outcome() {
            None if depth > 0 => self.position().moves(),
            _ => MoveList::new(),
        };
        let below = |m| {
            let child = self.position().after(m);
            let leaves = self.game.leaves(&child, depth - 1, "", full);
            (self.game.notation(self.position(), m), leaves)
        };
        moves.into_iter().map(below).collect()
    }

    fn grounds(&self, request: &Request) -> (Techniques, Params) {
        let knowledge = self.knowledge(request.evaluation);
        // Quiescence and extensions go on beyond the horizon.
        let plies = request.depth as usize + 2;
        let usable = rookery_engine::usable(self.position(), &knowledge, plies);
        let params = request.params.unwrap_or(*knowledge.params());
        (usable, params)
    }
}
