//! Who can still win: what the men on the board allow.

use crate::games::chess::bits::DARK;
use crate::games::chess::position::Chess;
use crate::games::chess::role::Role;

/// Whether no sequence of moves leads to mate by what stands on the board (FIDE Laws 5.2.2): bare kings, one knight, or bishops on
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
