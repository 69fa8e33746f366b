//! Changes of the board by a move, for incremental sums.

use crate::chess::{Chess, ChessMove, Role};

/// Pieces that a move takes from the board and puts on it.
#[derive(Clone, Copy, Debug)]
pub struct Changes {
    /// The piece that moves, with its square before the move.
    pub from: (Role, u8),
    /// The same afterwards: its role and square.
    pub to: (Role, u8),
    /// The piece that is taken from the other side, with its square.
    pub taken: Option<(Role, u8)>,
    /// The squares of a castling rook before and after.
    pub rook: Option<(u8, u8)>,
}

impl Changes {
    /// Those of a move.
    #[inline]
    pub fn of(m: ChessMove) -> Self {
        let (from, to, role) = (m.from(), m.to(), m.role());
        let mut changes = Changes {
            from: (role, from),
            to: (m.promoted().unwrap_or(role), to),
            taken: None,
            rook: None,
        };
        if m.is_castling() {
            let (king, rook) = Chess::castled(from, to);
            changes.to = (Role::King, king);
            changes.rook = Some((to, rook));
        } else if let Some(taken) = m.captured() {
            let square = if m.is_en_passant() { to ^ 8 } else { to };
            changes.taken = Some((taken, square));
        }
        changes
    }
}
