//! The result of a search, and the events on the way to it.

use crate::memory::transposition::Table;
use crate::move_ordering::best_first::sort_best_first;
use crate::search::limits::{Bound, Iteration, PvLine, SearchReport, Value};

/// A line that the search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// Its value for the side to move at the root.
    pub value: Value,
    /// From the root on, as far as the line is known.
    pub moves: Vec<M>,
}

/// The result of a search, in moves; [`crate::SearchReport`] is the same in words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchResult<M> {
    /// Lines, best first; empty only where there is no legal move. A weakened search may put another line first, which it plays.
    pub lines: Vec<Variation<M>>,
    /// Whether the first line's value is exact at its depth, or a bound: `Lower` where a limit left root moves unsearched, where a margin
    /// of points is proven in one direction only, or where it is [`crate::MARGIN_MAX`] or more (for a lost margin `Upper`).
    pub bound: Bound,
    /// The last depth that was completed, plies; 0 where even depth 1 was cut short.
    pub depth: u32,
    /// Entries into the search, all iterations and threads summed.
    pub nodes: u64,
    /// Evaluations.
    pub leaves: u64,
    /// The longest line that was looked at, plies.
    pub seldepth: usize,
    /// Whether the time limit cut the search short.
    pub deadline_hit: bool,
    /// The best line at each completed depth, with the nodes up to then.
    pub iterations: Vec<(u32, Variation<M>, u64)>,
}

impl<M: Copy> SearchResult<M> {
    /// The move to make: the first of the best line; `None` where there is no legal move.
    pub fn best(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }
}

impl<M> SearchResult<M> {
    /// The value of the best line for the side to move.
    pub fn value(&self) -> Option<Value> {
        self.lines.first().map(|line| line.value)
    }

    /// The result that a table gives without a search: lines with proven values, best first.
    pub fn proven(lines: Vec<Variation<M>>) -> Self {
        SearchResult {
            lines,
            bound: Bound::Exact,
            depth: 0,
            nodes: 0,
            leaves: 0,
            seldepth: 0,
            deadline_hit: false,
            iterations: Vec::new(),
        }
    }

    /// Puts the lines in the order of their values, the best first; equal ones stay in their order.
    pub fn sort_lines(&mut self) {
        sort_best_first(&mut self.lines, |line| line.value.rank());
    }

    /// The same in words: `line` spells a variation from the position that was searched.
    pub fn report(&self, line: impl Fn(&Variation<M>) -> PvLine) -> SearchReport {
        let lines: Vec<PvLine> = self.lines.iter().map(&line).collect();
        let iterations = self.iterations.iter();
        SearchReport {
            best: lines.first().and_then(|line| line.pv.first().cloned()),
            lines,
            bound: self.bound,
            depth: self.depth,
            nodes: self.nodes,
            leaves: self.leaves,
            deadline_hit: self.deadline_hit,
            iterations: iterations
                .map(|(depth, best, nodes)| Iteration {
                    depth: *depth,
                    value: best.value,
                    notation: line(best).notation,
                    nodes: *nodes,
                })
                .collect(),
        }
    }
}

/// An event of a running search: of the first thread alone, if there are several.
#[derive(Debug)]
pub enum SearchEvent<'a, M> {
    /// A depth is complete: all lines that were asked for, with depth and nodes.
    Iteration(&'a SearchResult<M>),
    /// A move of the root is about to be searched.
    Move {
        /// The move.
        m: M,
        /// Its place in the order, from 1.
        number: usize,
        /// The depth of the iteration, plies.
        depth: usize,
    },
}

/// The context of a search: a table that outlives it, a choice of moves, and a listener.
pub struct SearchContext<'a, M> {
    /// The table; a new one where there is none.
    pub table: Option<&'a Table>,
    /// The only moves to search at the root, even those that the game considers pointless; all moves where it is empty.
    pub only: &'a [M],
    /// The listener to the progress of the search.
    pub tell: &'a mut dyn FnMut(SearchEvent<'_, M>),
}
