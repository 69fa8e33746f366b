//! Moves of few pieces, forwards and backwards.

use crate::chess::board::attacks;
use crate::chess::board::bits::{bit, forward, own_rank, rank_set, squares};
use crate::chess::board::role::Role;
use crate::chess::tables::pieces::{NOBODY, PIECES_MAX, PieceList};

/// The pieces after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The same pieces are left.
    Stays(PieceList),
    /// A piece was taken or a pawn became another; `None` where nobody can win any more.
    Leaves(Option<PieceList>),
}

impl PieceList {
    /// Calls `tell` with the position after every legal move.
    pub fn each_move(&self, mut tell: impl FnMut(After)) {
        let us = usize::from(self.side);
        let own = (0..self.count()).filter(|&piece| self.owner(piece) == us);
        let ours = own.clone().fold(0, |set, piece| set | bit(self.at[piece]));
        for piece in own {
            for to in squares(self.targets(piece) & !ours & self.safe_targets(piece)) {
                self.step(piece, to, &mut tell);
            }
        }
        // Always legal: apart from the two pawns there are only kings, so no line can be opened.
        if self.in_passing {
            let (own, other) = (2 + us, 3 - us);
            let mut after = *self;
            after.at[own] = self.at[other] ^ 8;
            tell(After::Leaves(after.left(other, None)));
        }
    }

    /// The squares to which a piece can go on this board, including those of its own pieces and moves into check; taking en
    /// passant is left out.
    fn targets(&self, piece: usize) -> u64 {
        let occupied = self.occupied(NOBODY);
        let side = self.owner(piece);
        match self.role(piece) {
            Role::King => attacks::king(self.at[piece]) & !attacks::king(self.at[1 - piece]),
            Role::Pawn => {
                let once = forward(bit(self.at[piece]), side) & !occupied;
                let third = rank_set(if side == 0 { 2 } else { 5 });
                let twice = forward(once & third, side) & !occupied;
                once | twice | attacks::pawn(self.at[piece], side) & occupied
            }
            _ => self.reach(piece, occupied),
        }
    }

    /// The squares to which a piece may go without leaving its king in check from pieces and pawns.
    fn safe_targets(&self, piece: usize) -> u64 {
        let us = self.owner(piece);
        let king = self.at[us];
        let occupied = self.occupied(piece);
        let others = (2..self.count()).filter(|&other| self.owner(other) != us);
        let attackers = others.map(|other| (self.at[other], self.reach(other, occupied)));
        if piece == us {
            return attackers.fold(!0, |safe, (_, reach)| safe & !reach);
        }
        let checks = attackers.filter(|(_, reach)| reach & bit(king) != 0);
        checks.fold(!0, |safe, (at, _)| {
            safe & (attacks::between(at, king) | bit(at))
        })
    }

    fn step(&self, piece: usize, to: u8, tell: &mut impl FnMut(After)) {
        let us = usize::from(self.side);
        let taken = (2..self.count()).find(|&other| self.at[other] == to);
        let gone = taken.unwrap_or(NOBODY);
        let mut after = *self;
        after.at[piece] = to;
        after.in_passing = false;
        let is_pawn = self.role(piece) == Role::Pawn;
        if is_pawn && own_rank(to, us) == 7 {
            for role in Role::PROMOTIONS {
                tell(After::Leaves(after.left(gone, Some((piece, role)))));
            }
        } else if taken.is_some() {
            tell(After::Leaves(after.left(gone, None)));
        } else {
            after.side ^= 1;
            after = after.in_order();
            let is_double = is_pawn && self.at[piece] ^ to == 16;
            after.in_passing = is_double && after.can_take_in_passing();
            tell(After::Stays(after));
        }
    }

    /// The pieces left, the other side to move: without the piece at place `gone`, and with another if a pawn became one.
    fn left(&self, gone: usize, promoted: Option<(usize, Role)>) -> Option<PieceList> {
        let mut pieces = [(0, Role::Pawn, 0); PIECES_MAX - 2];
        let mut count = 0;
        for piece in (2..self.count()).filter(|&piece| piece != gone) {
            let role = match promoted {
                Some((pawn, role)) if pawn == piece => role,
                _ => self.role(piece),
            };
            pieces[count] = (self.owner(piece), role, self.at[piece]);
            count += 1;
        }
        let kings = [self.at[0], self.at[1]];
        PieceList::of(1 - usize::from(self.side), kings, &pieces[..count])
    }

    /// Calls `tell` with every position from which a move without a capture or promotion leads to this one.
    pub fn each_unmove(&self, mut tell: impl FnMut(PieceList)) {
        let us = 1 - usize::from(self.side);
        for piece in (0..self.count()).filter(|&piece| self.owner(piece) == us) {
            for from in squares(self.sources(piece) & self.safe_sources(piece)) {
                let mut before = *self;
                before.at[piece] = from;
                before.side ^= 1;
                before.in_passing = false;
                let before = before.in_order();
                tell(before);
                if before.can_take_in_passing() {
                    tell(PieceList {
                        in_passing: true,
                        ..before
                    });
                }
            }
        }
    }

    /// The squares from which a piece may have come.
    fn sources(&self, piece: usize) -> u64 {
        let side = self.owner(piece);
        let square = self.at[piece];
        let empty = !self.occupied(NOBODY);
        if self.in_passing {
            return match self.role(piece) {
                Role::Pawn => bit(square ^ 16),
                _ => 0,
            };
        }
        match self.role(piece) {
            Role::King => attacks::king(square) & !attacks::king(self.at[1 - piece]) & empty,
            Role::Pawn => {
                let once = forward(bit(square), 1 - side) & empty;
                let home = rank_set(if side == 0 { 0 } else { 7 });
                let is_double = own_rank(square, side) == 3 && !self.can_take_in_passing();
                let twice = match is_double {
                    true => forward(once, 1 - side) & empty,
                    false => 0,
                };
                once & !home | twice
            }
            _ => self.reach(piece, !empty) & empty,
        }
    }
    /// The squares from which a piece may have come, if the other king was not in check before the move.
    fn safe_sources(&self, piece: usize) -> u64 {
        let us = self.owner(piece);
        let king = self.at[1 - us];
        let occupied = self.occupied(piece);
        let checking = match self.role(piece) {
            Role::King => 0,
            Role::Pawn => attacks::pawn(king, 1 - us),
            role => attacks::of(role, king, occupied),
        };
        let others = (2..self.count()).filter(|&other| other != piece && self.owner(other) == us);
        let checks = others.filter(|&other| self.reach(other, occupied) & bit(king) != 0);
        checks.fold(!checking, |safe, other| {
            safe & attacks::between(self.at[other], king)
        })
    }
}
