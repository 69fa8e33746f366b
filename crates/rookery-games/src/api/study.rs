//! A game in progress, for study: the tree of a search, counts of the game tree, and what the game gives to the techniques.

use crate::Trace;
use rookery_engine::{Conspiracy, Control, Params, Request, Techniques};

/// A position as study sees it ([`Game::study`](crate::Game::study)); play needs none of it.
pub trait Study {
    /// The spelling among programs of the legal move with this path; none where no legal move has it.
    fn coordinates(&self, path: &[String]) -> Option<String>;
    /// [`Game::search`](crate::Game::search) with its tree: at most `cap` nodes of it. Neither book nor solver answers in its place.
    fn trace(&self, request: &Request, control: &Control, cap: usize) -> Trace;
    /// The number of leaves of the full tree of `depth` plies that would have to change to alter the choice of move; `None` if
    /// there are fewer than two moves, or if the tree has more than `most_nodes` nodes.
    fn conspiracy(
        &self,
        depth: u32,
        evaluation: &str,
        most_nodes: u64,
    ) -> Option<Conspiracy<String>>;
    /// Counts the leaves of the game tree `depth` plies deep. `full` makes every leaf move, otherwise the last ply is counted in bulk.
    fn perft(&self, depth: u32, full: bool) -> u64 {
        self.leaves(depth, "", full)
    }
    /// [`Study::perft`] counted by one of the conventions of the [`Sheet`](crate::Sheet); the usual one where the name is empty.
    fn leaves(&self, depth: u32, convention: &str, full: bool) -> u64;
    /// [`Study::perft`] below each move, in notation.
    fn divide(&self, depth: u32, full: bool) -> Vec<(String, u64)>;
    /// The techniques that find something to act on within a few plies of the request's depth (see [`rookery_engine::usable`]),
    /// and the parameters of the selective ones.
    fn grounds(&self, request: &Request) -> (Techniques, Params);
}
