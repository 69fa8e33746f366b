//! Threats: pieces attacked by lesser ones, or attacked and unguarded.

use crate::chess::board::bits::{forward, pawn_east, pawn_west, rank_set};
use crate::chess::board::role::Role;
use crate::chess::evaluation::pieces::AttackMap;
use crate::chess::evaluation::tuning::terms::{
    Group, HANGING, KING_THREAT, MINOR_THREAT, PAWN_THREAT, PUSH_THREAT, RESTRICTED, ROOK_THREAT,
};
use crate::chess::evaluation::tuning::tracer::Tracer;

/// Reports the threats of one side to the tracer; all attacks must be known.
#[inline]
pub fn evaluate<const US: usize>(board: &AttackMap<'_>, tracer: &mut impl Tracer) {
    let them = 1 - US;
    let position = board.position;
    let targets = position.of(them) & !position.role(Role::King);
    let attacked = board.attacked[US];
    let guarded = board.attacked[them];
    // Guarded so well that a piece of the same or a higher value would not take.
    let firm = board.by(them, Role::Pawn) | board.twice[them] & !board.twice[US];

    let by_pawn = targets & board.by(US, Role::Pawn);
    each_role::<US>(
        board,
        PAWN_THREAT,
        by_pawn & !position.role(Role::Pawn),
        tracer,
    );
    let minors = board.by(US, Role::Knight) | board.by(US, Role::Bishop);
    let heavy = position.role(Role::Rook) | position.role(Role::Queen);
    each_role::<US>(
        board,
        MINOR_THREAT,
        targets & minors & (heavy | !firm),
        tracer,
    );
    let by_rook = targets & board.by(US, Role::Rook) & (position.role(Role::Queen) | !firm);
    each_role::<US>(board, ROOK_THREAT, by_rook, tracer);
    if targets & board.by(US, Role::King) & !guarded != 0 {
        tracer.add(US, KING_THREAT.at(0), 1);
    }
    each_role::<US>(board, HANGING, targets & attacked & !guarded, tracer);

    let restricted = guarded & attacked & !firm & !board.occupied;
    if restricted != 0 {
        tracer.add(US, RESTRICTED.at(0), restricted.count_ones() as i32);
    }
    let third = rank_set(if US == 0 { 2 } else { 5 });
    let one = forward(position.pieces_of(US, Role::Pawn), US) & !board.occupied;
    let pushes = one | forward(one & third, US) & !board.occupied;
    let safe = pushes & !board.by(them, Role::Pawn) & (attacked | !guarded);
    let non_pawns = targets & !position.role(Role::Pawn);
    let threatened = (pawn_west(safe, US) | pawn_east(safe, US)) & non_pawns;
    if threatened != 0 {
        tracer.add(US, PUSH_THREAT.at(0), threatened.count_ones() as i32);
    }
}

/// Reports for each role how many of its pieces are in the set.
#[inline]
fn each_role<const US: usize>(
    board: &AttackMap<'_>,
    group: Group,
    set: u64,
    tracer: &mut impl Tracer,
) {
    if set == 0 {
        return;
    }
    for role in [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ] {
        let occupied = set & board.position.role(role);
        if occupied != 0 {
            tracer.add(US, group.at(role as usize), occupied.count_ones() as i32);
        }
    }
}
