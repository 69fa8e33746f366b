//! Proof-number search as a game's solver: the wins of both sides in turn.

use super::{Proof, ProofNumberSearch, ended, table_key};
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

/// Both sides' wins in turn, with budgets that grow, as a game's solver: a position that neither can win is a draw. Where games end with margins of
/// points, it has no answer but a win.
impl<P: Position> Solver<P> for ProofNumberSearch {
    fn solve(&mut self, position: &P, control: &Control) -> Option<Solved<P::Move>> {
        self.nodes = 0;
        self.has_margins = false;
        self.begin_question(&[]);
        let mut turn = FIRST_TURN;
        let mut sides = [SideState::Open; 2];
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
                match self.go_on(position, attacker, &[], (limit, control)) {
                    Proof::Win { plies, line } => {
                        let value = match attacker == position.side() {
                            true => Value::Win(plies),
                            false => Value::Loss(plies),
                        };
                        let nodes = self.nodes;
                        return Some(Solved { value, line, nodes });
                    }
                    Proof::NoWin => *state = SideState::Held,
                    Proof::Unknown if !self.is_over => *state = SideState::Undecidable,
                    Proof::Unknown => {}
                }
            }
            if !sides.contains(&SideState::Open) {
                let is_draw = sides == [SideState::Held; 2] && !self.has_margins;
                return if is_draw { self.drawn(position) } else { None };
            }
            if self.spec.is_over(self.nodes, control) {
                return None;
            }
            turn = turn.saturating_mul(2);
        }
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

impl ProofNumberSearch {
    /// A draw, and a move after which the other side does not win either.
    fn drawn<P: Position>(&mut self, position: &P) -> Option<Solved<P::Move>> {
        let other = 1 - position.side();
        let keeps = |m: &P::Move| {
            let child = position.after(*m);
            let numbers = ended(&child, other).or_else(|| self.table.get(table_key(&child, other)));
            numbers.is_some_and(|numbers| numbers.disproof == 0 && !numbers.by_repetition)
        };
        let m = position.moves().into_iter().find(keeps)?;
        Some(Solved {
            value: Value::Exact(0),
            line: vec![m],
            nodes: self.nodes,
        })
    }
}
