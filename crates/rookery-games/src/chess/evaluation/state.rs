//! Incremental part of the evaluation, which most moves hardly change.

use crate::chess::board::changes::Changes;
use crate::chess::evaluation::pair::Pair;
use crate::chess::evaluation::pawns::{shelter, structure};
use crate::chess::evaluation::squares as placing;
use crate::chess::evaluation::tuning::tracer::Sum;
use crate::chess::evaluation::tuning::weights::TermWeights;
use crate::chess::{Chess, ChessMove, Role};
use rookery_engine::Position;

/// The contribution of each role to the phase.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase of a full board: the middlegame.
pub const PHASE_MAX: i32 = 24;

/// Sums over the pieces of a position; values are the lead of White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Material and squares.
    pub squares: Pair,
    /// The pawns among themselves.
    pub pawns: Pair,
    /// The pawns before the kings.
    pub shelter: Pair,
    /// The passed pawns of both sides.
    pub passed: u64,
    /// The weighted number of the pieces left: [`PHASE_MAX`] or more with all of them, 0 with none.
    pub phase: i32,
}

impl State {
    /// Everything from scratch.
    pub fn new(position: &Chess, weights: &TermWeights) -> Self {
        let mut state = State {
            squares: weights.squares.sum(position),
            phase: phase(position),
            ..State::default()
        };
        state.renew_pawns(position, weights);
        state.renew_shelter(position, weights);
        state
    }

    /// The state after a move, from the state before it.
    #[inline]
    pub fn after(
        &self,
        parent: &Chess,
        m: ChessMove,
        child: &Chess,
        weights: &TermWeights,
    ) -> Self {
        let mut state = *self;
        let us = parent.side();
        let captured = m.captured();
        let role = m.role();
        if let Some(taken) = captured {
            state.phase -= PHASE[taken as usize];
        }
        if let Some(promoted) = m.promoted() {
            state.phase += PHASE[promoted as usize];
        }
        if role == Role::King && !placing::same_places(parent, child, us) {
            state.squares = weights.squares.sum(child);
        } else {
            state.squares += changed(parent, m, weights);
        }
        let pawns_change = role == Role::Pawn || captured == Some(Role::Pawn);
        if pawns_change {
            state.renew_pawns(child, weights);
        }
        if pawns_change || role == Role::King {
            state.renew_shelter(child, weights);
        }
        state
    }

    fn renew_pawns(&mut self, position: &Chess, weights: &TermWeights) {
        let mut sum = Sum::new(&weights.values, Pair::ZERO);
        self.passed = structure::evaluate(position, &mut sum);
        self.pawns = sum.total();
    }

    fn renew_shelter(&mut self, position: &Chess, weights: &TermWeights) {
        let mut sum = Sum::new(&weights.values, Pair::ZERO);
        shelter::evaluate(position, &mut sum);
        self.shelter = sum.total();
    }
}

/// The change of material and squares by a move while both kings are seen from the same places.
#[inline]
fn changed(parent: &Chess, m: ChessMove, weights: &TermWeights) -> Pair {
    let us = parent.side();
    let own = weights.squares.view(parent, us);
    let piece = |(role, square): (Role, u8)| own.piece(role, square);
    let changes = Changes::of(m);
    let mut change = piece(changes.to) - piece(changes.from);
    if let Some((from, to)) = changes.rook {
        change += piece((Role::Rook, to)) - piece((Role::Rook, from));
    }
    if let Some((taken, square)) = changes.taken {
        change += weights.squares.view(parent, 1 - us).piece(taken, square);
    }
    if us == 0 { change } else { -change }
}

/// The weighted number of the pieces on the board.
pub fn phase(position: &Chess) -> i32 {
    let weighed = |role: Role| PHASE[role as usize] * position.role(role).count_ones() as i32;
    Role::ALL.into_iter().map(weighed).sum()
}
