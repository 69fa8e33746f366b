//! Shannon's evaluation ("Programming a Computer for Playing Chess", Philosophical Magazine 41, 1950): material, weak pawns and
//! mobility.

use crate::chess::board::bits::{file, file_set, forward, own_rank, pawn_east, pawn_west, squares};
use crate::chess::early_programs::material;
use crate::chess::{Chess, Role};
use rookery_engine::{Position, Score};

/// The pieces by role, centipawns. Shannon's 200 for the king is left out: a king is never exchanged.
const MEN_CP: [Score; 6] = [100, 300, 300, 500, 900, 0];
/// A doubled, backward or isolated pawn.
const WEAK_PAWN_CP: Score = 50;
/// A move that can be made.
const MOBILITY_CP: Score = 10;

/// The value for the side to move, centipawns.
pub fn evaluate(position: &Chess) -> Score {
    let us = position.side();
    let still =
        |side| material(position, side, &MEN_CP) - WEAK_PAWN_CP * weak_pawns(position, side);
    let moves = |position: &Chess| position.count_moves() as Score;
    // In check, the moves of the other side cannot be counted, so those of neither side count.
    let mobility = position
        .null()
        .map_or(0, |passed| moves(position) - moves(&passed));
    still(us) - still(1 - us) + MOBILITY_CP * mobility
}

/// Doubled, isolated and backward pawns; one that is two of these counts twice.
fn weak_pawns(position: &Chess, side: usize) -> Score {
    let own = position.pieces_of(side, Role::Pawn);
    let other = position.pieces_of(1 - side, Role::Pawn);
    let attacked = pawn_west(other, 1 - side) | pawn_east(other, 1 - side);
    let mut weak = 0;
    for square in squares(own) {
        let f = file(square);
        let is_before = |other: u8| own_rank(other, side) > own_rank(square, side);
        let is_doubled = squares(own & file_set(f)).any(is_before);
        let beside = [f.wrapping_sub(1), f + 1].into_iter().filter(|&f| f < 8);
        let beside = beside.fold(0, |set, f| set | file_set(f)) & own;
        let is_backward =
            forward(1 << square, side) & attacked != 0 && squares(beside).all(is_before);
        weak += Score::from(is_doubled) + Score::from(is_backward || beside == 0);
    }
    weak
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::fen;

    #[test]
    fn values_are_known_by_hand() {
        let of = |text: &str| evaluate(&fen::parse(text).unwrap());
        assert_eq!(of(fen::START), 0);
        // White: e-pawn ahead of nobody. 5 king moves and a push for either side but Black's push.
        assert_eq!(of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 100 - 50 + 10);
        // Two pawns on one file are both isolated, and one of them doubled.
        assert_eq!(
            of("4k3/8/8/8/3P4/8/3P4/4K3 b - - 0 1"),
            -(200 - 150) + 10 * (5 - 6)
        );
        // e3 cannot be guarded by d4, and Black's d5 does not let it pass e4: backward. Black's pawn on d5 is isolated.
        let backward = of("4k3/8/8/3p4/3P4/4P3/8/4K3 w - - 0 1");
        assert_eq!(backward, (200 - 50) - (100 - 50) + 10);
        // A check: material and pawns alone.
        assert_eq!(of("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"), -900);
    }
}
