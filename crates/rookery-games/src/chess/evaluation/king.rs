//! King attack: attackers, squares beside the king and safe checks are weighted in units, and the total indexes a table,
//! because an attack by two is worth more than two attacks.

use crate::chess::board::attacks;
use crate::chess::board::role::Role;
use crate::chess::evaluation::pieces::AttackMap;
use crate::chess::evaluation::tuning::terms::{KING_ATTACK, SAFE_CHECK};
use crate::chess::evaluation::tuning::tracer::Tracer;

/// Units of an attacked square beside the king that only the king itself or its queen guards.
const WEAK_UNITS: i32 = 2;
/// Units of a safe check, by role.
const CHECK_UNITS: [i32; 6] = [0, 6, 5, 8, 7, 0];
/// Units taken off where the attacker has no queen.
const NO_QUEEN_UNITS: i32 = 8;

/// Reports the attack of one side on the other's king to the tracer; the attacks of all pieces must be known.
#[inline]
pub fn evaluate<const US: usize>(board: &AttackMap<'_>, tracer: &mut impl Tracer) {
    let position = board.position;
    let queens = position.pieces_of(US, Role::Queen);
    if board.king_attacks[US].attackers + i32::from(queens != 0) < 2 {
        return;
    }
    let them = 1 - US;
    let king = position.king(them);
    let mut units = board.king_attacks[US].units;

    // Guarded by nobody, or once by king or queen alone and attacked twice.
    let barely = board.by(them, Role::King) | board.by(them, Role::Queen);
    let weak = !board.attacked[them] | barely & !board.twice[them] & board.twice[US];
    let soft = board.by(them, Role::King)
        & board.attacked[US]
        & (!board.attacked[them] | barely & !board.twice[them]);
    if soft != 0 {
        units += WEAK_UNITS * soft.count_ones() as i32;
    }

    let safe = (!board.attacked[them] | weak & board.twice[US]) & !position.of(US);
    // Checks go through the king's own queen, which has to move out of the way.
    let occupied = board.occupied & !position.pieces_of(them, Role::Queen);
    let straight = attacks::rook(king, occupied) & safe;
    let diagonal = attacks::bishop(king, occupied) & safe;
    let checks = [
        (Role::Knight, attacks::knight(king) & safe),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, straight | diagonal),
    ];
    for (i, (role, from)) in checks.into_iter().enumerate() {
        if board.by(US, role) & from != 0 {
            tracer.add(US, SAFE_CHECK.at(i), 1);
            units += CHECK_UNITS[role as usize];
        }
    }
    if queens == 0 {
        units -= NO_QUEEN_UNITS;
    }
    let step = units.clamp(0, KING_ATTACK.len as i32 - 1);
    tracer.add(US, KING_ATTACK.at(step as usize), 1);
}
