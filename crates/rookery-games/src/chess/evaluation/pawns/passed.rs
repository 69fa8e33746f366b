//! Passed pawns: whether they can advance, and the distance of the kings.

use crate::chess::board::bits::{bit, file, first, forward, own_rank, rank, squares};
use crate::chess::evaluation::pawns::spans::ahead;
use crate::chess::evaluation::pieces::AttackMap;
use crate::chess::evaluation::tuning::terms::{
    PASSED_BLOCKED, PASSED_FREE, PASSED_OTHER_KING, PASSED_OWN_KING, PASSED_ROOK, PASSED_SAFE,
    UNSTOPPABLE,
};
use crate::chess::evaluation::tuning::tracer::Tracer;
use crate::chess::{Chess, Role};
use rookery_engine::Position;

/// Reports the terms of one side's passed pawns to the tracer.
#[inline]
pub fn evaluate<const US: usize>(board: &AttackMap<'_>, passed: u64, tracer: &mut impl Tracer) {
    let them = 1 - US;
    let position = board.position;
    let mut is_unstoppable = false;
    for square in squares(passed & position.of(US)) {
        let r = usize::from(own_rank(square, US));
        let next = first(forward(bit(square), US));
        let own_steps = distance(position.king(US), next);
        let other_steps = distance(position.king(them), next);
        tracer.add(US, PASSED_OWN_KING.at(r), own_steps);
        tracer.add(US, PASSED_OTHER_KING.at(r), other_steps);
        let way = ahead(square, US);
        if bit(next) & board.occupied != 0 {
            tracer.add(US, PASSED_BLOCKED.at(r), 1);
        } else if bit(next) & board.attacked[them] == 0 {
            tracer.add(US, PASSED_SAFE.at(r), 1);
            if way & (board.occupied | board.attacked[them]) == 0 {
                tracer.add(US, PASSED_FREE.at(r), 1);
            }
        }
        let behind = ahead(square, them) & position.role(Role::Rook);
        if behind & position.of(US) != 0 {
            tracer.add(US, PASSED_ROOK.at(0), 1);
        }
        if behind & position.of(them) != 0 {
            tracer.add(US, PASSED_ROOK.at(1), 1);
        }
        is_unstoppable |= way & board.occupied == 0 && outruns::<US>(position, square);
    }
    if is_unstoppable {
        tracer.add(US, UNSTOPPABLE.at(0), 1);
    }
}

/// Whether a lone king comes too late: it is outside the pawn's square.
fn outruns<const US: usize>(position: &Chess, square: u8) -> bool {
    let them = 1 - US;
    let lone = position.role(Role::Pawn) | position.role(Role::King);
    if position.of(them) & !lone != 0 {
        return false;
    }
    let goal = file(square) + if US == 0 { 56 } else { 0 };
    // The pawn's first step may be a double one.
    let steps = (7 - i32::from(own_rank(square, US))).min(5);
    let late = i32::from(position.side() == them);
    distance(position.king(them), goal) - late > steps
}

/// Steps of a king between two squares.
#[inline]
fn distance(a: u8, b: u8) -> i32 {
    let files = file(a).abs_diff(file(b));
    let ranks = rank(a).abs_diff(rank(b));
    files.max(ranks).into()
}
