//! Pawn structure: the terms that change only when a pawn moves or is taken.

use crate::chess::board::attacks;
use crate::chess::board::bits::{bit, forward, own_rank, pawn_east, pawn_west, rank_set, squares};
use crate::chess::evaluation::pawns::spans::{ahead, beside, wide_ahead};
use crate::chess::evaluation::tuning::terms::{
    BACKWARD, CANDIDATE, DOUBLED, GUARDED, ISOLATED, PASSED, PASSED_HELPED, PHALANX,
};
use crate::chess::evaluation::tuning::tracer::Tracer;
use crate::chess::{Chess, Role};

/// Reports the pawn structure of both sides to the tracer, and returns the passed pawns of both.
pub fn evaluate(position: &Chess, tracer: &mut impl Tracer) -> u64 {
    one_side::<0>(position, tracer) | one_side::<1>(position, tracer)
}

fn one_side<const US: usize>(position: &Chess, tracer: &mut impl Tracer) -> u64 {
    let own = position.pieces_of(US, Role::Pawn);
    let other = position.pieces_of(1 - US, Role::Pawn);
    let guarded = pawn_west(own, US) | pawn_east(own, US);
    let other_attacks = pawn_west(other, 1 - US) | pawn_east(other, 1 - US);
    let mut passed = 0;
    for square in squares(own) {
        let r = usize::from(own_rank(square, US));
        let files_beside = beside(square);
        let neighbours = own & files_beside;
        let in_phalanx = neighbours & rank_set(square >> 3) != 0;
        let is_guarded = guarded & bit(square) != 0;
        let front = ahead(square, US);
        let is_open = front & (other | own) == 0;
        if front & own != 0 {
            tracer.add(US, DOUBLED.at(0), 1);
        }
        if in_phalanx {
            tracer.add(US, PHALANX.at(r), 1);
        }
        if is_guarded {
            tracer.add(US, GUARDED.at(r), 1);
        }
        let next = forward(bit(square), US);
        // Neighbours that are not ahead of the pawn can come to guard it, or its next square.
        let behind = neighbours & !wide_ahead(square, US);
        if neighbours == 0 {
            tracer.add(US, ISOLATED.at(usize::from(is_open)), 1);
        } else if behind == 0 && next & other_attacks != 0 {
            tracer.add(US, BACKWARD.at(usize::from(is_open)), 1);
        }
        let stoppers = other & wide_ahead(square, US);
        if stoppers == 0 && is_open {
            passed |= bit(square);
            tracer.add(US, PASSED.at(r), 1);
            if in_phalanx || is_guarded {
                tracer.add(US, PASSED_HELPED.at(r), 1);
            }
        } else if is_open && helps(square, neighbours, stoppers, US) {
            tracer.add(US, CANDIDATE.at(r), 1);
        }
    }
    passed
}

/// Whether a pawn's neighbours guard its square and the next at least as often as stoppers attack them, and no stopper stands
/// further ahead.
fn helps(square: u8, neighbours: u64, stoppers: u64, side: usize) -> bool {
    let attackers = attacks::pawn(square, side) & stoppers;
    let guards = attacks::pawn(square, 1 - side) & neighbours;
    let next = if side == 0 { square + 8 } else { square - 8 };
    let next_attackers = attacks::pawn(next, side) & stoppers;
    let next_guards = attacks::pawn(next, 1 - side) & neighbours;
    attackers.count_ones() <= guards.count_ones()
        && next_attackers.count_ones() <= next_guards.count_ones()
        && stoppers & !attackers & !next_attackers == 0
}
