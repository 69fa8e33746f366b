//! A search from the root: iterative deepening around one of the drivers, with as many lines as were asked for, on as many
//! threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::memory::transposition::Table;
use crate::search::observer::Observer;
use crate::search::root::Root;
use crate::search::search_result::{SearchContext, SearchResult};
use crate::search::state::shared::Shared;
use crate::threads::together;
use crate::{Control, Driver, Knowledge, Position, Repertoire, Request, Technique};

/// Searches `root`, which is not over. `earlier` are the keys of the positions before it, the first of the game first: they
/// matter to games where a repetition is a draw.
///
/// The search ends at the depth that was asked for, at a limit, or when it has seen every line to its end.
pub fn search<P: Position, K: Knowledge<P>>(
    root: &P,
    earlier: &[u64],
    knowledge: &K,
    request: &Request,
    control: &Control,
) -> SearchResult<P::Move> {
    run_alone((root, earlier), knowledge, request, control, None)
}

/// The same search in a [`SearchContext`]: with a table, a choice of root moves and a listener of the caller.
pub fn search_with<P: Position, K: Knowledge<P>>(
    (root, earlier): (&P, &[u64]),
    knowledge: &K,
    request: &Request,
    control: &Control,
    company: SearchContext<'_, P::Move>,
) -> SearchResult<P::Move> {
    let at = (root, earlier);
    run(at, knowledge, request, control, company, None)
}

/// The same search, watched by an observer: on the first thread, if there are several.
pub fn watched<P: Position, K: Knowledge<P>>(
    (root, earlier): (&P, &[u64]),
    knowledge: &K,
    request: &Request,
    control: &Control,
    observer: &mut dyn Observer<P::Move>,
) -> SearchResult<P::Move> {
    run_alone((root, earlier), knowledge, request, control, Some(observer))
}

/// A search with a table of its own, of all moves of the root, to which nobody listens.
fn run_alone<P: Position, K: Knowledge<P>>(
    at: (&P, &[u64]),
    knowledge: &K,
    request: &Request,
    control: &Control,
    observer: Option<&mut dyn Observer<P::Move>>,
) -> SearchResult<P::Move> {
    let alone = SearchContext {
        table: None,
        only: &[],
        tell: &mut |_| (),
    };
    run(at, knowledge, request, control, alone, observer)
}

fn run<P: Position, K: Knowledge<P>>(
    at: (&P, &[u64]),
    knowledge: &K,
    request: &Request,
    control: &Control,
    company: SearchContext<'_, P::Move>,
    observer: Option<&mut dyn Observer<P::Move>>,
) -> SearchResult<P::Move> {
    let on = request.techniques(Repertoire {
        sound: K::SOUND,
        usual: K::USUAL,
    });
    let uses_table =
        on.has(Technique::Tt) && on.has(Technique::AlphaBeta) && request.driver != Driver::Minimax;
    let fresh;
    let table = match company.table {
        Some(table) => {
            table.begin_search();
            table
        }
        None => {
            let size_mb = if uses_table { request.hash_mb } else { 0 };
            fresh = Table::new(size_mb, request.nodes);
            &fresh
        }
    };
    let (done, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let is_crowded = request.threads > 1;
    let shared = Shared {
        table,
        control,
        done: &done,
        nodes: &nodes,
        is_crowded,
        is_table_shared: is_crowded || company.table.is_some(),
    };
    let SearchContext { only, tell, .. } = company;
    let mut first = Root::new(at, knowledge, request, &shared)
        .only(only)
        .telling(tell);
    if let Some(observer) = observer {
        first = first.watched_by(observer);
    }
    if !is_crowded {
        return first.deepen(0);
    }
    // The first thread's result, then those of the others.
    let (mut first, mut found) = (Some(first), None);
    let others = Mutex::new(Vec::new());
    let mut lead = || {
        let _ending = Ending(&done);
        found = first.take().map(|first| first.deepen(0));
    };
    // Lazy SMP: all threads search the same root and share nothing but the table; those that run ahead fill it for the others. Every other
    // thread begins a ply deeper, so that they do not all do the same at the same time.
    let helper = |number| {
        let root = Root::new(at, knowledge, request, &shared);
        let found = root.only(only).deepen(number);
        let mut others = others.lock().unwrap_or_else(PoisonError::into_inner);
        others.push(found);
    };
    together(request.threads - 1, &mut lead, &helper);
    let others = others.into_inner().unwrap_or_else(PoisonError::into_inner);
    vote(found.into_iter().chain(others))
}

/// A guard that stops the other threads when the first thread's search ends, even by a panic: otherwise the scope would wait for them for
/// ever.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The deepest completed search speaks for all; among equally deep ones, the one with the best value.
fn vote<M>(all: impl Iterator<Item = SearchResult<M>>) -> SearchResult<M> {
    let (mut nodes, mut leaves) = (0, 0);
    let weight = |found: &SearchResult<M>| {
        let rank = found.lines.first().map(|line| line.value.rank());
        (found.depth, rank)
    };
    let mut best = all
        .inspect(|found| {
            nodes += found.nodes;
            leaves += found.leaves;
        })
        .reduce(|best, other| match weight(&other) > weight(&best) {
            true => other,
            false => best,
        })
        .expect("a search has at least one thread");
    best.nodes = nodes;
    best.leaves = leaves;
    best
}
