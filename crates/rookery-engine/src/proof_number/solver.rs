//! Proof-number search as a game's solver: the wins of both sides in turn.

use super::{Proof, ProofNumberSearch};
use crate::{Control, Position, Solved, Solver, Value};

/// The first budget of a side, nodes.
const FIRST_TURN: u64 = 4_096;

/// What is known of a side's wins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SideState {
    /// Nothing yet.
    Open,
    /// It has none.
    Held,
    /// A repetition leaves the question open, whatever is spent on it.
    Undecidable,
}

/// A solver that asks for the wins of both sides in turn, with growing budgets. A position that neither side can win is a draw, and the
/// line is a move that keeps it. In games that end with margins of points, wins are all that it can find.
impl<P: Position> Solver<P> for ProofNumberSearch {
    fn solve(&mut self, position: &P, control: &Control) -> Option<Solved<P::Move>> {
        self.begin_question(&[]);
        let mut turn = FIRST_TURN;
        let mut sides = [SideState::Open; 2];
        let mut holding = None;
        loop {
            for (attacker, state) in sides.iter_mut().enumerate() {
                if *state != SideState::Open {
                    continue;
                }
                let end = self.nodes.saturating_add(turn);
                let limit = match self.spec.nodes {
                    0 => end,
                    most => end.min(most),
                };
                let (proof, held_by) = self.go_on(position, attacker, &[], (limit, control));
                match proof {
                    Proof::Win { plies, line } => {
                        let value = match attacker == position.side() {
                            true => Value::Win(plies),
                            false => Value::Loss(plies),
                        };
                        let nodes = self.nodes;
                        return Some(Solved { value, line, nodes });
                    }
                    Proof::NoWin => {
                        *state = SideState::Held;
                        holding = holding.or(held_by);
                    }
                    Proof::Unknown if !self.is_over => *state = SideState::Undecidable,
                    Proof::Unknown => {}
                }
            }
            if !sides.contains(&SideState::Open) {
                let is_draw = sides == [SideState::Held; 2] && !self.has_margins;
                return holding.filter(|_| is_draw).map(|m| Solved {
                    value: Value::Exact(0),
                    line: vec![m],
                    nodes: self.nodes,
                });
            }
            if self.spec.is_over(self.nodes, control) {
                return None;
            }
            turn = turn.saturating_mul(2);
        }
    }

    fn forget(&mut self) {
        self.clear();
    }
}
