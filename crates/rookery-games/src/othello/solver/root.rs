//! Root of the solver: the value of a position and a line of best play.

use crate::othello::bits;
use crate::othello::disc_move::DiscMove;
use crate::othello::knowledge::OthelloKnowledge;
use crate::othello::position::Othello;
use crate::othello::solver::deep::DeepSearch;
use crate::othello::solver::table::SolverTable;
use crate::othello::solver::{Discs, stability};
use rookery_engine::{Control, Position, Solved, Solver, SolverSpec, Value};

/// The most empty squares with which a position is solved: with more it would take years.
const EMPTY_MAX: u32 = 40;

/// Solves positions near the end of the game; keeps its table from one to the next until it is told to forget.
pub struct EndgameSolver {
    table: SolverTable,
    spec: SolverSpec,
    knowledge: OthelloKnowledge,
}

impl EndgameSolver {
    /// A solver within these limits. The knowledge decides only about the order of moves.
    pub fn new(spec: &SolverSpec, knowledge: OthelloKnowledge) -> Self {
        EndgameSolver {
            table: SolverTable::new(spec.entries),
            spec: spec.clone(),
            knowledge,
        }
    }
}

/// An estimate of the nodes needed to solve a position with `empty` empty squares: the middle of a wide range.
fn expected_nodes(empty: u32) -> u64 {
    // 10 million at 20 empty squares, and twice as many for each more.
    10_000_000_u64 << empty.saturating_sub(20).min(30) >> 20_u32.saturating_sub(empty)
}

impl Solver<Othello> for EndgameSolver {
    fn solve(&mut self, position: &Othello, control: &Control) -> Option<Solved<DiscMove>> {
        let empty = position.empty().count_ones();
        let is_hopeless = self.spec.nodes != 0 && expected_nodes(empty) / 4 > self.spec.nodes;
        if empty > EMPTY_MAX || is_hopeless || position.outcome().is_some() {
            return None;
        }
        self.table.fit(empty);
        let edges = stability::edge_table();
        let mut search =
            DeepSearch::new(&mut self.table, edges, &self.knowledge, &self.spec, control);
        let value = value(&mut search, position)?;
        let line = line(&mut search, position, value)?;
        Some(Solved {
            value: Value::Exact(value),
            line,
            nodes: search.nodes(),
        })
    }

    fn forget(&mut self) {
        self.table.forget();
    }
}

/// The value, by null windows: each tells whether the value lies above or below it (MTD(f), Plaat 1995). Values are even.
fn value(search: &mut DeepSearch, position: &Othello) -> Option<Discs> {
    let (mut lower, mut upper) = (-64, 64);
    let mut guess = first_guess(search, position);
    while lower < upper {
        // Asks whether the value is `tested` or more.
        let tested = guess.clamp(lower + 2, upper);
        let bound = search.exceeds(position.own, position.other, tested - 1);
        if search.is_stopped {
            return None;
        }
        if bound >= tested {
            lower = bound;
            guess = bound + 2;
        } else {
            upper = bound;
            guess = bound;
        }
    }
    Some(lower)
}

/// The value at which the search begins: the nearer it is to the true one, the fewer windows are needed.
fn first_guess(search: &DeepSearch, position: &Othello) -> Discs {
    let depth = match position.empty().count_ones() {
        0..=12 => 0,
        13..=17 => 2,
        _ => 6,
    };
    // Hundredths of a disc, rounded to an even number of discs.
    (search.guess((position.own, position.other), depth) / 200) * 2
}

/// A line of best play to the end of the game.
fn line(search: &mut DeepSearch, position: &Othello, value: Discs) -> Option<Vec<DiscMove>> {
    let mut line = Vec::new();
    let (mut here, mut value) = (*position, value);
    while here.outcome().is_none() {
        let m = best_move(search, &here, value)?;
        here.play(m);
        line.push(m);
        value = -value;
    }
    Some(line)
}

/// A move that keeps the value of the position; those that the table remembers are tried first.
fn best_move(search: &mut DeepSearch, position: &Othello, value: Discs) -> Option<DiscMove> {
    if position.must_pass() {
        return Some(DiscMove::PASS);
    }
    let remembered = search.remembered(position.own, position.other);
    let mut moves: Vec<_> = bits::squares(position.mobility()).collect();
    moves.sort_by_key(|square| {
        let rank = remembered.iter().position(|r| r == square);
        rank.unwrap_or(remembered.len())
    });
    for square in moves {
        let mut child = *position;
        child.play(DiscMove(square));
        let bound = -search.exceeds(child.own, child.other, -value);
        if search.is_stopped {
            return None;
        }
        if bound >= value {
            return Some(DiscMove(square));
        }
    }
    // The value was proven by a search of the same tree, so one of the moves keeps it.
    None
}
