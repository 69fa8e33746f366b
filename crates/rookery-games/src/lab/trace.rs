//! The recorded tree of a search, with its moves in the game's notation.

use crate::{BoardGame, MoveOf};
use rookery_engine::{Edge, Position, Recorded, SearchReport, Visit, Why};

/// The result of a watched search, and the nodes on the way.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Trace {
    /// The result of the search.
    pub report: SearchReport,
    /// The nodes in the order in which they were entered.
    pub nodes: Vec<Recorded<String>>,
    /// The number of nodes beyond those that were to be kept.
    pub dropped: u64,
}

/// Puts recorded moves into notation: each needs the position that it is made in.
pub(crate) fn in_words<G: BoardGame>(
    game: &G,
    root: &G::Position,
    nodes: Vec<Recorded<MoveOf<G>>>,
) -> Vec<Recorded<String>> {
    let mut positions: Vec<G::Position> = Vec::with_capacity(nodes.len());
    let mut words = Vec::with_capacity(nodes.len());
    for node in nodes {
        let parent = node.parent.map_or(root, |at| &positions[at]);
        let say = |m: MoveOf<G>| game.notation(parent, m);
        let said = node.visit.m.map(say);
        let here = match node.visit.m {
            Some(m) => parent.after(m),
            None if node.visit.edge == Edge::Null => {
                parent.null().unwrap_or_else(|| parent.clone())
            }
            None => parent.clone(),
        };
        let skipped: Vec<(String, Why)> = node
            .skipped
            .into_iter()
            .map(|(m, why)| (game.notation(&here, m), why))
            .collect();
        words.push(Recorded {
            parent: node.parent,
            visit: Visit {
                m: said,
                ply: node.visit.ply,
                depth: node.visit.depth,
                window: node.visit.window,
                edge: node.visit.edge,
                extension: node.visit.extension,
            },
            value: node.value,
            why: node.why,
            skipped,
        });
        positions.push(here);
    }
    words
}
