//! Solver nodes with more than seven empty squares: a table, sorted moves, and cut-offs before any move is made.

use crate::othello::bits;
use crate::othello::knowledge::OthelloKnowledge;
use crate::othello::solver::guess::{GUESS_MAX_CP, guess};
use crate::othello::solver::ordering::{self, Candidate};
use crate::othello::solver::shallow::{SHALLOW_EMPTY, ShallowSearch};
use crate::othello::solver::stability::{EdgeTable, stable_bound};
use crate::othello::solver::table::{NO_MOVE, SolverTable};
use crate::othello::solver::{Discs, NONE_YET, final_score, parity};
use rookery_engine::{Control, Score, SolverSpec};

/// Above this number of empty squares, children are looked up in the table before any is searched.
const LOOK_AHEAD_EMPTY: u32 = 10;

/// The weight of a centidisc of a guess against that of a move of mobility, which is 1,024.
const GUESS_WEIGHT: i32 = 16;

/// The depth of the search that guesses at the value of each move, where one is worth its time.
fn guess_depth(empty: u32) -> Option<u32> {
    const LEAST_EMPTY: u32 = 11;
    (empty >= LEAST_EMPTY).then(|| (empty - LEAST_EMPTY) / 3)
}

/// The number of deep nodes between two looks at the stop flag.
const POLL_NODES: u64 = 1_024;

/// One search, with the data that it carries from node to node.
pub struct DeepSearch<'a> {
    table: &'a mut SolverTable,
    edges: &'static EdgeTable,
    knowledge: &'a OthelloKnowledge,
    spec: &'a SolverSpec,
    control: &'a Control,
    /// The nodes with few empty squares, and the count of all.
    shallow: ShallowSearch,
    deep_nodes: u64,
    /// The moves of all nodes on the way from the root, node after node.
    candidates: Vec<Candidate>,
    /// Whether the search was told to stop; values that it returns then mean nothing.
    pub is_stopped: bool,
}

impl<'a> DeepSearch<'a> {
    /// A search that has not begun.
    pub fn new(
        table: &'a mut SolverTable,
        edges: &'static EdgeTable,
        knowledge: &'a OthelloKnowledge,
        spec: &'a SolverSpec,
        control: &'a Control,
    ) -> Self {
        DeepSearch {
            table,
            edges,
            knowledge,
            spec,
            control,
            shallow: ShallowSearch::new(edges),
            deep_nodes: 0,
            candidates: Vec::with_capacity(1_024),
            is_stopped: false,
        }
    }

    /// Entries into the search.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.shallow.last.nodes
    }

    /// The moves that the table remembers, [`NO_MOVE`] where there is none.
    pub fn remembered(&self, own: u64, other: u64) -> [u8; 2] {
        let known = self.table.probe(SolverTable::key(own, other));
        known.map_or([NO_MOVE; 2], |known| known.moves)
    }

    /// An estimate of a position's value, centidiscs, by a search of `depth` plies.
    #[inline]
    pub fn guess(&self, board: (u64, u64), depth: u32) -> Score {
        guess(self.knowledge, board, (-GUESS_MAX_CP, GUESS_MAX_CP), depth)
    }

    /// A bound on the value that shows whether it is greater than `alpha`, for any number of empty squares.
    pub fn exceeds(&mut self, own: u64, other: u64, alpha: Discs) -> Discs {
        let set = !(own | other);
        let odd = parity::of(set);
        match set.count_ones() {
            empty if empty > SHALLOW_EMPTY => self.deep(own, other, alpha, empty, odd),
            empty if empty > 4 => self.shallow.exceeds(own, other, alpha, empty, odd),
            4 => self.shallow.last.four(own, other, alpha),
            _ => self.shallow.last.tiny(own, other, alpha),
        }
    }

    fn poll(&mut self) -> bool {
        self.deep_nodes += 1;
        if self.deep_nodes.is_multiple_of(POLL_NODES) {
            self.is_stopped |= self.spec.is_over(self.nodes(), self.control);
        }
        self.is_stopped
    }

    /// A bound on the value that shows whether it is greater than `alpha`, if more than [`SHALLOW_EMPTY`] squares are empty.
    fn deep(&mut self, own: u64, other: u64, alpha: Discs, empty: u32, odd: u8) -> Discs {
        self.shallow.last.nodes += 1;
        if self.poll() {
            return alpha;
        }
        if let Some(bound) = stable_bound(own, other, alpha, empty, self.edges) {
            return bound;
        }
        let moves = bits::mobility(own, other);
        if moves == 0 {
            if bits::mobility(other, own) == 0 {
                return final_score(own, other);
            }
            return -self.deep(other, own, -alpha - 1, empty, odd);
        }
        // The bounds in the table may be enough.
        let key = SolverTable::key(own, other);
        let mut known_moves = [NO_MOVE; 2];
        if let Some(known) = self.table.probe(key) {
            if known.lower > alpha {
                return known.lower;
            }
            if known.upper <= alpha {
                return known.upper;
            }
            known_moves = known.moves;
        }
        let first = self.candidates.len();
        ordering::list(own, other, moves, &mut self.candidates);
        let value = self.moves(key, known_moves, alpha, (empty, odd), first);
        self.candidates.truncate(first);
        value
    }

    /// The value of a node by its moves, which are the candidates from `first` on.
    #[inline]
    fn moves(
        &mut self,
        key: u64,
        known_moves: [u8; 2],
        alpha: Discs,
        (empty, odd): (u32, u8),
        first: usize,
    ) -> Discs {
        let nodes_before = self.nodes();
        // Enhanced transposition cut-off: a single child whose known bound is bad enough for the other side decides the node.
        if empty > LOOK_AHEAD_EMPTY {
            for child in &self.candidates[first..] {
                let known = self.table.probe(SolverTable::key(child.own, child.other));
                if let Some(known) = known
                    && -known.upper > alpha
                {
                    let (value, square) = (-known.upper, child.square);
                    self.table.store(key, alpha, value, square, 1);
                    return value;
                }
            }
        }
        let guess_depth = guess_depth(empty);
        for c in &mut self.candidates[first..] {
            c.rank = ordering::remembered(c.square, known_moves).unwrap_or_else(|| {
                let rank = ordering::fastest_first(c, odd, self.edges);
                match guess_depth {
                    Some(depth) => {
                        let window = (-GUESS_MAX_CP, GUESS_MAX_CP);
                        rank - GUESS_WEIGHT * guess(self.knowledge, (c.own, c.other), window, depth)
                    }
                    None => rank,
                }
            });
        }
        let (mut best, mut best_square) = (NONE_YET, NO_MOVE);
        let last = self.candidates.len();
        for index in first..last {
            let Some(child) = ordering::pick(&mut self.candidates[index..last]) else {
                break;
            };
            let odd = parity::after(odd, child.square);
            let value = if empty - 1 > SHALLOW_EMPTY {
                -self.deep(child.own, child.other, -alpha - 1, empty - 1, odd)
            } else {
                -(self.shallow).exceeds(child.own, child.other, -alpha - 1, empty - 1, odd)
            };
            if self.is_stopped {
                return alpha;
            }
            if value > best {
                (best, best_square) = (value, child.square);
                if value > alpha {
                    break;
                }
            }
        }
        let cost = self.nodes() - nodes_before;
        self.table.store(key, alpha, best, best_square, cost);
        best
    }
}
