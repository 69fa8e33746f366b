//! Scaling of endgame advantages: without pawns, or with bishops of opposite colours, an advantage is worth little.

use crate::chess::board::bits::DARK;
use crate::chess::exchange;
use crate::chess::{Chess, Role};
use rookery_engine::Score;

/// All of the advantage.
pub const WHOLE: i32 = 64;

/// The share of its advantage in the endgame, out of [`WHOLE`], that the side ahead keeps; with 0 it cannot win at all.
pub fn of_advantage(position: &Chess, ahead: usize) -> i32 {
    let pawns = position.pieces_of(ahead, Role::Pawn);
    if pawns == 0 {
        return without_pawns(position, ahead);
    }
    let bishops = [0, 1].map(|side| position.pieces_of(side, Role::Bishop));
    let one_each = bishops.iter().all(|&set| set != 0 && set & (set - 1) == 0);
    let pawn_count = pawns.count_ones() as i32;
    if one_each && (bishops[0] & DARK == 0) != (bishops[1] & DARK == 0) {
        let others = Role::ALL.into_iter().filter(|&role| {
            matches!(role, Role::Knight | Role::Rook | Role::Queen) && position.role(role) != 0
        });
        return match others.count() {
            0 => (16 + 4 * pawn_count).min(WHOLE),
            _ => (34 + 4 * pawn_count).min(WHOLE),
        };
    }
    (40 + 6 * pawn_count).min(WHOLE)
}

/// The share for a side without pawns: nothing with less than a rook or with two knights alone, all of it with a lead of more
/// than a bishop, and little otherwise.
fn without_pawns(position: &Chess, ahead: usize) -> i32 {
    let [own, other] = [ahead, 1 - ahead].map(|side| exchange::non_pawns(position, side));
    let knights = exchange::value(Role::Knight)
        * position.pieces_of(ahead, Role::Knight).count_ones() as Score;
    let two_knights = own == knights && own == 2 * exchange::value(Role::Knight);
    if own < exchange::value(Role::Rook) || two_knights {
        return 0;
    }
    if own - other > exchange::value(Role::Bishop) {
        return WHOLE;
    }
    if other <= exchange::value(Role::Bishop) {
        4
    } else {
        14
    }
}
