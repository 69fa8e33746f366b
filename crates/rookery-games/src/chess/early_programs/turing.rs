//! Turing's evaluation (the paper machine of 1948; "Digital Computers Applied to Games" in Bowden, "Faster Than Thought",
//! 1953): the ratio of material decides and, between equal ratios, the placement of the pieces.
//!
//! Two of his bonuses are left out because the position alone does not show them: for a threat of mate, and for having just
//! castled.

use crate::chess::board::attacks;
use crate::chess::board::bits::{own_rank, squares};
use crate::chess::early_programs::material;
use crate::chess::{Chess, Role};
use rookery_engine::{Position, Score};

/// The pieces by role, half pawns: a pawn 1, knight 3, bishop 3½, rook 5, queen 10 pawns.
const MEN_HALVES: [Score; 6] = [2, 6, 7, 10, 20, 0];
/// The value of all the material against none, centipawns: a pawn at the beginning is then worth about 74.
const ALL_CP: Score = 6_000;
/// Hundredths of one of Turing's points that make one centipawn: all points together hardly ever make up for a pawn.
const HUNDREDTHS_PER_CP: Score = 100;
/// Each square that a pawn has advanced, hundredths of a point.
const PAWN_STEP: Score = 20;
/// A pawn that a piece guards.
const PAWN_GUARDED: Score = 30;
/// A piece that is guarded once, and one that is guarded more often.
const GUARDED: [Score; 2] = [100, 150];
/// Castling is still possible; the same again if it is possible now.
const CASTLING: Score = 100;
/// The other king is in check.
const CHECK: Score = 50;

/// The value for the side to move, centipawns.
pub fn evaluate(position: &Chess) -> Score {
    let us = position.side();
    let [own, other] = [us, 1 - us].map(|side| material(position, side, &MEN_HALVES));
    // (a − b) / (a + b) puts positions in the same order as Turing's a / b, and is defined if b is 0.
    let material = ALL_CP * (own - other) / (own + other).max(1);
    let standing = standing(position, us) - standing(position, 1 - us);
    material + standing / HUNDREDTHS_PER_CP
}

/// The points for the places of one side's pieces, hundredths of a point.
fn standing(position: &Chess, side: usize) -> Score {
    let occupied = position.occupied();
    let king = position.king(side);
    let mut points = mobility(position, side, attacks::king(king));
    // One point less for each move that a queen on the king's square would have.
    let lines = attacks::queen(king, occupied) & !position.of(side);
    points -= 100 * lines.count_ones() as Score;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in squares(position.pieces_of(side, role)) {
            points += mobility(position, side, attacks::of(role, square, occupied));
            let guards = (position.attackers(square, occupied) & position.of(side)).count_ones();
            if role != Role::Queen && guards > 0 {
                points += GUARDED[usize::from(guards > 1)];
            }
        }
    }
    for square in squares(position.pieces_of(side, Role::Pawn)) {
        points += PAWN_STEP * Score::from(own_rank(square, side).saturating_sub(1));
        let non_pawns = position.of(side) & !position.role(Role::Pawn);
        if position.attackers(square, occupied) & non_pawns != 0 {
            points += PAWN_GUARDED;
        }
    }
    points + castling(position, side) + check(position, side)
}

/// The square root of the moves to these squares, in which a capture counts twice.
fn mobility(position: &Chess, side: usize, reach: u64) -> Score {
    let steps = (reach & !position.occupied()).count_ones();
    let captures = (reach & position.of(1 - side)).count_ones();
    root(steps + 2 * captures)
}

/// The square root in hundredths.
fn root(number: u32) -> Score {
    (10_000 * number).isqrt() as Score
}

fn castling(position: &Chess, side: usize) -> Score {
    if position.castling_rooks() & position.of(side) == 0 {
        return 0;
    }
    let turn = match position.side() == side {
        true => Some(*position),
        false => position.null(),
    };
    let can_castle = |turn: Chess| turn.moves().iter().any(|m| m.is_castling());
    CASTLING * (1 + Score::from(turn.is_some_and(can_castle)))
}

fn check(position: &Chess, side: usize) -> Score {
    let gives = position.is_check() && position.side() != side;
    CHECK * Score::from(gives)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::fen;

    #[test]
    fn values_are_known_by_hand() {
        let of = |text: &str| evaluate(&fen::parse(text).unwrap());
        assert_eq!(of(fen::START), 0);
        let position = fen::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        // White: the king has 4 moves (2). Lines from e1 past the pawn on e2: a1–d1 4, f1–h1 3, d2–a5 4, f2–h4 3: 14. The pawn is guarded: 0.3.
        assert_eq!(standing(&position, 0), 200 - 1_400 + 30);
        // Black: 5 moves (2.23), lines from e8: 7 on the rank, e7–e2 6, d7–a4 4, f7–h5 3: 20.
        assert_eq!(standing(&position, 1), 223 - 2_000);
        // All of the material, and 6.07 points.
        assert_eq!(of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 6_000 + 6);
    }

    #[test]
    fn castling_and_checks_count_where_they_can_be() {
        let standing = |text: &str| standing(&fen::parse(text).unwrap(), 0);
        let at_once = standing("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let never = standing("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
        assert_eq!(at_once - never, 200);
        // The knight guards f1.
        let later = fen::parse("4k3/8/8/8/8/6n1/8/4K2R w K - 0 1").unwrap();
        assert_eq!(castling(&later, 0), 100);
        let check = fen::parse("4k3/8/8/8/8/8/8/K3R3 b - - 0 1").unwrap();
        assert_eq!((self::check(&check, 0), self::check(&check, 1)), (50, 0));
    }
}
