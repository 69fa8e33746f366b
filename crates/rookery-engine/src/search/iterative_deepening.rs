//! A search from the root: iterative deepening around one of the drivers, with as many lines as were asked for, on as many
//! threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::memory::transposition::Table;
use crate::search::observer::{Observer, Unwatched};
use crate::search::root::Root;
use crate::search::search_result::{SearchContext, SearchResult};
use crate::search::state::shared::Shared;
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
    watched((root, earlier), knowledge, request, control, &mut Unwatched)
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
    run(at, knowledge, request, control, company, &mut Unwatched)
}

/// The same search, watched by an observer: on the first thread, if there are several.
pub fn watched<P: Position, K: Knowledge<P>, O: Observer<P::Move>>(
    (root, earlier): (&P, &[u64]),
    knowledge: &K,
    request: &Request,
    control: &Control,
    observer: &mut O,
) -> SearchResult<P::Move> {
    let alone = SearchContext {
        table: None,
        only: &[],
        tell: &mut |_| (),
    };
    let at = (root, earlier);
    run(at, knowledge, request, control, alone, observer)
}

fn run<P: Position, K: Knowledge<P>, O: Observer<P::Move>>(
    at: (&P, &[u64]),
    knowledge: &K,
    request: &Request,
    control: &Control,
    company: SearchContext<'_, P::Move>,
    observer: &mut O,
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
    let first = Root::new(at, knowledge, request, (&shared, observer))
        .only(only)
        .telling(tell);
    if !is_crowded {
        return first.deepen(0);
    }
    let helper = |number| {
        let mut nobody = Unwatched;
        let root = Root::new(at, knowledge, request, (&shared, &mut nobody));
        root.only(only).deepen(number)
    };
    let lead = || {
        let _ending = Ending(&done);
        first.deepen(0)
    };
    run_threads(request.threads, lead, helper)
}

/// A guard that stops the other threads when the first thread's search ends, even by a panic: otherwise the scope would wait for them for
/// ever.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Lazy SMP: all threads search the same root and share nothing but the table; those that run ahead fill it for the others.
/// Every other thread begins a ply deeper, so that they do not all do the same at the same time. Where the system gives no more
/// threads, those that there are go on alone.
fn run_threads<M: Send>(
    threads: usize,
    lead: impl FnOnce() -> SearchResult<M>,
    helper: impl Fn(usize) -> SearchResult<M> + Sync,
) -> SearchResult<M> {
    std::thread::scope(|scope| {
        let helper = &helper;
        let start = |number| {
            let thread = std::thread::Builder::new();
            thread.spawn_scoped(scope, move || helper(number)).ok()
        };
        let helpers: Vec<_> = (1..threads).map_while(start).collect();
        let mut all = vec![lead()];
        for helper in helpers {
            match helper.join() {
                Ok(found) => all.push(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        vote(all)
    })
}

/// The deepest completed search speaks for all; among equally deep ones, the one with the best value.
fn vote<M>(all: Vec<SearchResult<M>>) -> SearchResult<M> {
    let nodes = all.iter().map(|found| found.nodes).sum();
    let leaves = all.iter().map(|found| found.leaves).sum();
    let weight = |found: &SearchResult<M>| {
        let rank = found.lines.first().map(|line| line.value.rank());
        (found.depth, rank)
    };
    let mut best = all
        .into_iter()
        .reduce(|best, other| match weight(&other) > weight(&best) {
            true => other,
            false => best,
        })
        .expect("a search has at least one thread");
    best.nodes = nodes;
    best.leaves = leaves;
    best
}
