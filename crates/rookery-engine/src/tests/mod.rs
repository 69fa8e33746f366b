//! Tests of the search against its definition, on generated trees.

mod conspiracy;
mod correction;
mod exact;
mod limits;
mod pruning;
mod repetition;
mod threads;
pub mod tree;
mod watched;

use crate::{Control, search};
use crate::{Driver, Knowledge, Position, Request, SearchResult, Technique, Techniques};

const DRIVERS: [Driver; 4] = [
    Driver::Pvs,
    Driver::Mtdf,
    Driver::AlphaBeta,
    Driver::Minimax,
];

/// A request for one depth, with a small table.
fn request(driver: Driver, depth: u32) -> Request {
    Request {
        depth,
        driver,
        hash_mb: 1,
        ..Request::default()
    }
}

/// The same without any technique but cut-offs, so that the order is that of generation.
fn bare(driver: Driver, depth: u32) -> Request {
    let keep = Techniques::of(&[Technique::AlphaBeta, Technique::Pvs]);
    Request {
        off: Techniques::EXACT.without(keep),
        ..request(driver, depth)
    }
}

fn found<P: Position, K: Knowledge<P>>(
    root: &P,
    k: &K,
    request: &Request,
) -> SearchResult<P::Move> {
    search(root, &[], k, request, &Control::unlimited())
}
