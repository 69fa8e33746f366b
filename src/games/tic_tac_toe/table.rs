//! The whole game in a table: the value of each of the 5,478 positions, worked out once, at the first question.

use std::sync::LazyLock;

use crate::engine::{Control, MoveList, Outcome, Position, Solved, Solver, Value};
use crate::games::tic_tac_toe::position::{Grid, Square};

static VALUES: LazyLock<Vec<Option<Value>>> = LazyLock::new(|| {
    let mut values = vec![None; 3_usize.pow(9)];
    fill(&Grid::default(), &mut values);
    values
});

/// The exact value for the side to move; `None` for a board that no game reaches.
pub(super) fn value(grid: &Grid) -> Option<Value> {
    VALUES[grid.index()]
}

/// The table as the solver of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table;

impl Solver<Grid> for Table {
    fn solve(&mut self, position: &Grid, _control: &Control) -> Option<Solved<Square>> {
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
fn best(grid: &Grid) -> Option<Square> {
    let mut moves = MoveList::new();
    if grid.outcome().is_none() {
        grid.generate(&mut moves);
    }
    let after = |m: &Square| {
        let mut child = *grid;
        child.play(*m);
        value(&child).map(|value| value.a_ply_earlier(false).rank())
    };
    moves.into_iter().rev().max_by_key(after)
}

fn fill(grid: &Grid, values: &mut [Option<Value>]) -> Value {
    if let Some(known) = values[grid.index()] {
        return known;
    }
    let value = match grid.outcome() {
        Some(Outcome::Loss) => Value::Loss(0),
        Some(_) => Value::Exact(0),
        None => {
            let mut moves = MoveList::new();
            grid.generate(&mut moves);
            let after = moves.into_iter().map(|m| {
                let mut child = *grid;
                child.play(m);
                fill(&child, values).a_ply_earlier(false)
            });
            after
                .max_by_key(|value| value.rank())
                .expect("a board without a free square is over")
        }
    };
    values[grid.index()] = Some(value);
    value
}
