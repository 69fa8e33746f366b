//! Open tables as the solver of a game.

use std::cmp::Reverse;

use crate::{Control, Outcome, Position, Solved, Solver, Value};

/// Maximum length of a line.
const LINE_PLIES_MAX: usize = 300;

/// A solver that looks values up in tables: `probe` returns the value of a position that is not over.
///
/// It answers if the tables have the position, or every position after it. In a win it takes the shortest way, in a loss the
/// longest. In a draw it sets the other side as many traps as it can: of the moves that keep the draw it takes the one after
/// which the most replies lose.
#[derive(Clone, Copy, Debug)]
pub struct TableSolver<P> {
    probe: fn(&P) -> Option<Value>,
}

/// A move with the position after it, and the value for the side that moves.
struct Step<P: Position> {
    m: P::Move,
    child: P,
    value: Value,
}

impl<P: Position> TableSolver<P> {
    /// The solver over this probe.
    pub fn new(probe: fn(&P) -> Option<Value>) -> Self {
        TableSolver { probe }
    }

    /// The value of a position, over or not.
    fn value(&self, position: &P) -> Option<Value> {
        match position.ended() {
            None => (self.probe)(position),
            Some(Outcome::Margin(_)) => None,
            Some(outcome) => Some(outcome.into()),
        }
    }

    /// The moves with known values, and whether that is all of them.
    fn steps(&self, position: &P) -> (Vec<Step<P>>, bool) {
        let moves = position.moves();
        let count = moves.len();
        let step = |m| {
            let child = position.after(m);
            let value = self.value(&child)?.a_ply_earlier(false);
            Some(Step { m, child, value })
        };
        let steps: Vec<_> = moves.into_iter().filter_map(step).collect();
        let is_all = steps.len() == count;
        (steps, is_all)
    }

    /// The share of losing replies in `position`, in permille.
    fn traps(&self, position: &P) -> usize {
        if position.outcome().is_some() {
            return 0;
        }
        let (replies, _) = self.steps(position);
        let losing = replies.iter().filter(|s| matches!(s.value, Value::Loss(_)));
        losing.count() * 1_000 / replies.len().max(1)
    }

    /// The first of the best moves; `None` if none of the known ones has the value of the position.
    fn best(&self, position: &P, value: Value) -> Option<Step<P>> {
        let (steps, _) = self.steps(position);
        let mut best = steps.into_iter().filter(|s| s.value == value);
        if value == Value::Exact(0) {
            best.min_by_key(|s| Reverse(self.traps(&s.child)))
        } else {
            best.next()
        }
    }
}

impl<P: Position> Solver<P> for TableSolver<P> {
    fn solve(&mut self, position: &P, control: &Control) -> Option<Solved<P::Move>> {
        let value = (self.probe)(position).or_else(|| {
            let (steps, is_all) = self.steps(position);
            let values = steps.iter().map(|step| step.value);
            values.max_by_key(|v| v.rank()).filter(|_| is_all)
        })?;
        let mut here = self.best(position, value)?;
        let mut line = vec![here.m];
        while matches!(value, Value::Win(_) | Value::Loss(_)) && line.len() < LINE_PLIES_MAX {
            if control.is_stopped() {
                return None;
            }
            let Some(next) = self
                .value(&here.child)
                .and_then(|value| self.best(&here.child, value))
            else {
                break;
            };
            line.push(next.m);
            here = next;
        }
        Some(Solved {
            value,
            line,
            nodes: 0,
        })
    }

    fn forget(&mut self) {}
}
