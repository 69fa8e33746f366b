//! Static exchange evaluation (SEE): the value of an exchange on one square when both sides take with the least valuable
//! piece first and may stop at any time.

use crate::chess::board::attacks;
use crate::chess::board::bits::bit;
use crate::chess::{Chess, ChessMove, Role};
use rookery_engine::{Position, Score};

/// The worth of a piece in exchanges, centipawns; that of a king is more than all else.
pub const fn value(role: Role) -> Score {
    [100, 320, 330, 500, 950, 10_000][role as usize]
}

/// The worth of all pieces of a side but pawns and king, centipawns.
pub fn non_pawns(position: &Chess, side: usize) -> Score {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| value(role) * position.pieces_of(side, role).count_ones() as Score)
        .sum()
}

/// The gain of a move before anybody answers: the piece taken, and the surplus of a promotion.
pub fn gain(m: ChessMove) -> Score {
    let taken = m.captured().map_or(0, value);
    let promoted = m.promoted().map_or(0, |r| value(r) - value(Role::Pawn));
    taken + promoted
}

/// Whether the exchange that the move begins leaves the mover at least `threshold` better off. Pins are not looked at.
pub fn wins(position: &Chess, m: ChessMove, threshold: Score) -> bool {
    if m.is_castling() {
        return threshold <= 0;
    }
    let (from, to) = (m.from(), m.to());
    // How far the side that has just moved is above the threshold; the other side now decides whether to take.
    let mut balance = gain(m) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= value(m.promoted().unwrap_or(m.role()));
    if balance >= 0 {
        return true;
    }
    let mut occupied = position.occupied() & !bit(from) | bit(to);
    if m.is_en_passant() {
        occupied &= !bit(to ^ 8);
    }
    let diagonal = position.diagonal(0) | position.diagonal(1);
    let straight = position.straight(0) | position.straight(1);
    let mut attackers = position.attackers(to, occupied) & occupied;
    let us = position.side();
    let mut side = 1 - us;
    loop {
        let ours = attackers & position.of(side);
        let Some(role) = Role::ALL
            .into_iter()
            .find(|&role| ours & position.role(role) != 0)
        else {
            break;
        };
        if role == Role::King && attackers & position.of(1 - side) != 0 {
            // A king cannot take a defended piece.
            break;
        }
        let taker = ours & position.role(role);
        occupied &= !(taker & taker.wrapping_neg());
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook(to, occupied) & straight;
        }
        attackers &= occupied;
        side = 1 - side;
        balance = -balance - 1 - value(role);
        if balance >= 0 {
            break;
        }
    }
    // If a side that would have to take next gains nothing by it, that side has lost the exchange.
    side != us
}
