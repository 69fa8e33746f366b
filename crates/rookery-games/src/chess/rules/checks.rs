//! Attackers of a square, and checks.

use crate::chess::board::attacks;
use crate::chess::board::bits::{bit, squares};
use crate::chess::{Chess, ChessMove, Role};
use rookery_engine::Position;

impl Chess {
    /// The pieces of both sides that attack a square among `occupied`.
    #[inline]
    pub fn attackers(&self, square: u8, occupied: u64) -> u64 {
        let diagonal = self.role(Role::Bishop) | self.role(Role::Queen);
        let straight = self.role(Role::Rook) | self.role(Role::Queen);
        attacks::knight(square) & self.role(Role::Knight)
            | attacks::king(square) & self.role(Role::King)
            | attacks::pawn(square, 0) & self.pieces_of(1, Role::Pawn)
            | attacks::pawn(square, 1) & self.pieces_of(0, Role::Pawn)
            | attacks::bishop(square, occupied) & diagonal
            | attacks::rook(square, occupied) & straight
    }

    /// Whether `side` attacks a square among `occupied`.
    #[inline]
    pub fn is_attacked(&self, square: u8, side: usize, occupied: u64) -> bool {
        attacks::knight(square) & self.pieces_of(side, Role::Knight) != 0
            || attacks::pawn(square, 1 - side) & self.pieces_of(side, Role::Pawn) != 0
            || attacks::king(square) & self.pieces_of(side, Role::King) != 0
            || attacks::rook(square, occupied) & self.straight(side) != 0
            || attacks::bishop(square, occupied) & self.diagonal(side) != 0
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, m: ChessMove) -> bool {
        let (us, them) = (m.side(), 1 - m.side());
        if m.is_castling() || m.is_en_passant() {
            let mut next = *self;
            next.play(m);
            return next.is_check();
        }
        let (from, to) = (m.from(), m.to());
        let king = self.king(them);
        let occupied = self.occupied() & !bit(from) | bit(to);
        let attacked = match m.promoted().unwrap_or(m.role()) {
            Role::Pawn => attacks::pawn(to, us),
            Role::Knight => attacks::knight(to),
            Role::Bishop => attacks::bishop_rays(to),
            Role::Rook => attacks::rook_rays(to),
            Role::Queen => attacks::bishop_rays(to) | attacks::rook_rays(to),
            Role::King => 0,
        };
        if attacked & bit(king) != 0 && attacks::between(to, king) & occupied == 0 {
            return true;
        }
        let line = attacks::through(king, from);
        if line == 0 || line & bit(to) != 0 {
            return false;
        }
        let snipers = attacks::rook_rays(king) & self.straight(us)
            | attacks::bishop_rays(king) & self.diagonal(us);
        squares(snipers & line & !bit(from)).any(|s| attacks::between(s, king) & occupied == 0)
    }

    /// The pieces of `us` that attack the other king, after a move that has changed the squares `changed`.
    #[inline]
    pub(in crate::chess) fn checkers_on(&self, king: u8, us: usize, changed: u64) -> u64 {
        let mut checkers = attacks::knight(king) & self.pieces_of(us, Role::Knight)
            | attacks::pawn(king, 1 - us) & self.pieces_of(us, Role::Pawn);
        let (straight, diagonal) = (attacks::rook_rays(king), attacks::bishop_rays(king));
        if (straight | diagonal) & changed == 0 {
            return checkers;
        }
        let occupied = self.occupied();
        let snipers = straight & self.straight(us) | diagonal & self.diagonal(us);
        for sniper in squares(snipers) {
            if attacks::between(king, sniper) & occupied == 0 {
                checkers |= bit(sniper);
            }
        }
        checkers
    }
}
