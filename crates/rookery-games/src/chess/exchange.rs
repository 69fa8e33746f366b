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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::{fen, san};

    /// By hand, with a pawn 100, a knight 320, a bishop 330, a rook 500, a queen 950.
    #[test]
    fn an_exchange_is_worth_what_both_sides_make_of_it() {
        for (text, m, exact) in [
            // Nobody takes back.
            (
                "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
                "e1e5",
                100,
            ),
            // A knight for a pawn: behind Black's bishop stands the queen.
            (
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5",
                100 - 320,
            ),
            // The piece goes where a pawn takes it, for nothing or for a pawn.
            ("4k3/8/2p5/8/8/5B2/8/4K3 w - - 0 1", "f3d5", -330),
            ("4k3/8/2p5/3p4/8/5B2/8/4K3 w - - 0 1", "f3d5", 100 - 330),
            // A rook behind a rook, on one side and on both.
            ("4r1k1/8/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", 100),
            ("4q1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", 100 - 500),
            // A rook behind a queen, and a bishop: the queen is the first to take.
            (
                "4r1k1/4q3/8/4p3/8/8/4R3/4R1K1 w - - 0 1",
                "e2e5",
                100 - 500 + 950 - 500,
            ),
            (
                "6k1/1b6/2q5/3p4/8/8/3R4/3R2K1 w - - 0 1",
                "d2d5",
                100 - 500 + 950 - 500,
            ),
            // A bishop behind the pawn that takes.
            ("6k1/8/3p4/4p3/3P4/2B5/8/6K1 w - - 0 1", "d4e5", 100),
            // The pawn that is taken en passant no longer stands in the rook's way.
            ("3r2k1/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", 100),
            // The king may take back only what nobody guards.
            ("8/8/4k3/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5", 100),
            ("8/8/4k3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
            // A pawn that becomes a queen, and is one when it is taken.
            ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 500 + 850),
            (
                "2rr2k1/4P3/8/8/8/8/8/4K3 w - - 0 1",
                "e7d8q",
                500 + 850 - 950,
            ),
            ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", 850 - 950),
            // Castling takes nothing, and nobody takes.
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0),
        ] {
            let position = fen::parse(text).unwrap();
            let found = san::find_coordinates(&position.moves(), m).unwrap();
            assert!(wins(&position, found, exact), "{m} in {text}: less");
            assert!(!wins(&position, found, exact + 1), "{m} in {text}: more");
        }
    }
}
