//! The complete evaluation of a position.

use crate::chess::evaluation::pair::Pair;
use crate::chess::evaluation::pawns::passed;
use crate::chess::evaluation::pieces::AttackMap;
use crate::chess::evaluation::state::{PHASE_MAX, State};
use crate::chess::evaluation::tuning::terms::{SPACE, TEMPO};
use crate::chess::evaluation::tuning::tracer::{Sum, Tracer};
use crate::chess::evaluation::tuning::weights::TermWeights;
use crate::chess::evaluation::{king, pieces, scale, threats};
use crate::chess::rules::position::Chess;
use rookery_engine::{EVAL_MAX, Position, Score};

/// The number of steps without progress after which nothing would be left of an advantage; the game ends earlier.
const FADED_STEPS: i32 = 28;

/// The value for the side to move, centipawns.
pub fn evaluate(position: &Chess, state: &State, weights: &TermWeights) -> Score {
    let kept = state.squares + state.pawns + state.shelter;
    let mut sum = Sum::new(&weights.values, kept);
    attacks(position, state.passed, &mut sum);
    let total = tapered(position, sum.total(), state.phase);
    let value = if position.side() == 0 { total } else { -total };
    faded(position, value)
}

/// What an advantage is still worth after the plies without progress, within [`EVAL_MAX`] either way.
pub fn faded(position: &Chess, value: Score) -> Score {
    let steps = i32::from(position.quiet_steps()).min(FADED_STEPS);
    (value * (FADED_STEPS - steps) / FADED_STEPS).clamp(-EVAL_MAX, EVAL_MAX)
}

/// Reports all terms that depend on attacks to the tracer.
#[inline]
pub fn attacks(position: &Chess, passed: u64, tracer: &mut impl Tracer) {
    let mut board = AttackMap::new(position);
    pieces::evaluate::<0>(&mut board, tracer);
    pieces::evaluate::<1>(&mut board, tracer);
    one_side::<0>(&board, passed, tracer);
    one_side::<1>(&board, passed, tracer);
    tracer.add(position.side(), TEMPO.at(0), 1);
}

#[inline]
fn one_side<const US: usize>(board: &AttackMap<'_>, passed: u64, tracer: &mut impl Tracer) {
    threats::evaluate::<US>(board, tracer);
    king::evaluate::<US>(board, tracer);
    if passed & board.position.of(US) != 0 {
        passed::evaluate::<US>(board, passed, tracer);
    }
    tracer.add(US, SPACE.at(0), pieces::space(board, US));
}

/// Interpolates between the middlegame and the endgame value by the phase; the lead of White.
fn tapered(position: &Chess, total: Pair, phase: i32) -> Score {
    let phase = phase.min(PHASE_MAX);
    let endgame = total.endgame();
    let scale = scale::of_advantage(position, usize::from(endgame < 0));
    if scale == 0 {
        return 0;
    }
    (total.middlegame() * phase * scale::WHOLE + endgame * scale * (PHASE_MAX - phase))
        / (PHASE_MAX * scale::WHOLE)
}
