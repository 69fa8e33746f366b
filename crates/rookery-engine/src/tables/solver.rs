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

    /// The value of a position, over or not, where the tables have it.
    fn known(&self, position: &P) -> Option<Value> {
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
            let value = self.known(&child)?.a_ply_earlier(false);
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
        let value = self.value(position, control)?;
        let mut here = self.best(position, value)?;
        let mut line = vec![here.m];
        while matches!(value, Value::Win(_) | Value::Loss(_)) && line.len() < LINE_PLIES_MAX {
            if control.is_stopped() {
                return None;
            }
            let Some(next) = self
                .known(&here.child)
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

    fn value(&mut self, position: &P, _control: &Control) -> Option<Value> {
        (self.probe)(position).or_else(|| {
            let (steps, is_all) = self.steps(position);
            let values = steps.iter().map(|step| step.value);
            values.max_by_key(|v| v.rank()).filter(|_| is_all)
        })
    }

    fn forget(&mut self) {}
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::nim::Heap;

    thread_local! {
        static ASKED: Cell<usize> = const { Cell::new(0) };
    }

    /// A multiple of four is lost, and each four of its matches hold out for two plies; other heaps are won by taking the rest.
    fn value_of(matches: u8) -> Value {
        let turns = u32::from(matches.div_ceil(4));
        match matches % 4 {
            0 => Value::Loss(2 * turns),
            _ => Value::Win(2 * turns - 1),
        }
    }

    /// A table of up to eight matches that counts how often it is asked.
    fn small_heaps(heap: &Heap) -> Option<Value> {
        ASKED.set(ASKED.get() + 1);
        (heap.matches <= 8).then(|| value_of(heap.matches))
    }

    #[test]
    fn a_value_takes_one_look_at_each_move_and_none_at_the_line() {
        let mut solver = TableSolver::new(small_heaps);
        let control = Control::unlimited();
        // A position of the table, one of which every move leads into it, and one with a move that does not.
        for (matches, looks, expected) in [
            (7, 1, Some(value_of(7))),
            (9, 4, Some(value_of(9))),
            (10, 4, None),
        ] {
            ASKED.set(0);
            let heap = Heap { matches, side: 0 };
            assert_eq!(solver.value(&heap, &control), expected, "{matches}");
            assert_eq!(ASKED.get(), looks, "{matches}");
        }
    }
}
