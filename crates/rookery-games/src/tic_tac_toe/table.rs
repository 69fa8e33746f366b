//! Table of the whole game: the value of each of the 5,478 positions, computed backwards once, on first use.

use std::sync::LazyLock;

use crate::tic_tac_toe::endings::{self, TicTacToeEndings};
use crate::tic_tac_toe::position::{Square, TicTacToePosition};
use rookery_engine::tables::{PackedValue, Space};
use rookery_engine::{Control, Position, Solved, Solver, Value};

static VALUES: LazyLock<Vec<PackedValue>> = LazyLock::new(endings::values);

/// The exact value for the side to move; `None` for a board that no game reaches.
pub(super) fn value(grid: &TicTacToePosition) -> Option<Value> {
    VALUES[TicTacToeEndings.place(grid.marks).index].value()
}

/// The table as the solver of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableSolver;

impl Solver<TicTacToePosition> for TableSolver {
    fn solve(
        &mut self,
        position: &TicTacToePosition,
        _control: &Control,
    ) -> Option<Solved<Square>> {
        let mut line = Vec::new();
        let mut here = *position;
        while let Some(m) = best(&here) {
            line.push(m);
            here.play(m);
        }
        Some(Solved {
            value: value(position)?,
            line,
            nodes: 0,
        })
    }

    fn forget(&mut self) {}
}

/// The first of the best moves; none at the end of the game.
fn best(grid: &TicTacToePosition) -> Option<Square> {
    let after = |m: &Square| value(&grid.after(*m)).map(|value| value.a_ply_earlier(false).rank());
    match grid.outcome() {
        None => grid.moves().into_iter().rev().max_by_key(after),
        Some(_) => None,
    }
}
