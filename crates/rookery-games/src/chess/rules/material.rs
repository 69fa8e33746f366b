//! Mating material: whether the pieces on the board still allow a mate. Blocked pawn chains are not analysed.

use crate::chess::board::bits::DARK;
use crate::chess::{Chess, Role};

/// Whether no sequence of moves leads to mate with the pieces on the board (FIDE Laws 5.2.2): bare kings, one knight, or bishops on
/// squares of one colour alone.
pub fn is_dead(position: &Chess) -> bool {
    let heavy = position.role(Role::Pawn) | position.role(Role::Rook) | position.role(Role::Queen);
    if heavy != 0 {
        return false;
    }
    let knights = position.role(Role::Knight);
    let bishops = position.role(Role::Bishop);
    if knights == 0 {
        return bishops & DARK == 0 || bishops & !DARK == 0;
    }
    bishops == 0 && knights.count_ones() == 1
}

/// Whether some sequence of moves lets `side` give mate, with the other side helping, by the material on the board: a side without
/// such a sequence does not win when the other side gives up or oversteps the time (FIDE Laws 5.1.2 and 6.9).
///
/// A pawn, rook or queen can always mate, and so can two pieces that are not bishops on squares of one colour. What is left needs
/// another piece to stand in the way of the king that is to be mated:
///
/// * a lone knight needs one that can neither take it nor come between: queens always can, any other piece will do;
/// * bishops on squares of one colour leave those of the other colour to the king, which cannot watch all of them in the corner:
///   a pawn, a knight, or a bishop on the other colour has to stand there; rooks and queens would come between.
pub fn can_mate(position: &Chess, side: usize) -> bool {
    let pieces = |role: Role| position.pieces_of(side, role);
    if pieces(Role::Pawn) | pieces(Role::Rook) | pieces(Role::Queen) != 0 {
        return true;
    }
    let (knights, bishops) = (pieces(Role::Knight), pieces(Role::Bishop));
    match (knights.count_ones(), bishops) {
        (0, 0) => false,
        (1, 0) => {
            let kings_and_queens = position.role(Role::King) | position.role(Role::Queen);
            position.of(1 - side) & !kings_and_queens != 0
        }
        (0, _) => {
            let all = position.role(Role::Bishop);
            let is_one_colour = all & DARK == 0 || all & !DARK == 0;
            !is_one_colour || position.role(Role::Pawn) | position.role(Role::Knight) != 0
        }
        _ => true,
    }
}

/// The worth of a side's pieces by the count that players use: pawn 1, knight and bishop 3, rook 5, queen 9.
pub fn worth(position: &Chess, side: usize) -> u32 {
    const WORTH: [(Role, u32); 5] = [
        (Role::Pawn, 1),
        (Role::Knight, 3),
        (Role::Bishop, 3),
        (Role::Rook, 5),
        (Role::Queen, 9),
    ];
    let pieces = |role: Role| position.pieces_of(side, role).count_ones();
    WORTH
        .iter()
        .map(|(role, worth)| worth * pieces(*role))
        .sum()
}
