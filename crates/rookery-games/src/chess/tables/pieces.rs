//! A compact position of few pieces: their squares, the side to move, and their moves.
//!
//! These are rules of their own, for positions without castling; the tests hold them to those of the game.

use crate::chess::board::attacks;
use crate::chess::board::bits::{bit, own_rank, squares};
use crate::chess::tables::ending::{ENDINGS, PieceEnding};
use crate::chess::tables::kings::{self, touch};
use crate::chess::{Chess, Role};
use rookery_engine::Position;

/// No square.
const NONE: u8 = 64;

/// The place of no piece.
pub const NOBODY: usize = PIECES_MAX;

/// The most pieces of a position, kings included.
pub const PIECES_MAX: usize = 4;

/// Pieces on their squares. Where both sides have the same, the side to move is the stronger one; pieces that are equal stand in the
/// order of their squares: so a position has one form, images under symmetries apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceList {
    /// The number of the ending.
    pub ending: u8,
    /// The side to move, 0 the stronger.
    pub side: u8,
    /// The king of the stronger side, that of the other, and the pieces of the ending.
    pub at: [u8; PIECES_MAX],
    /// Whether the other side's pawn has just gone two steps, and can be taken en passant.
    pub in_passing: bool,
}

/// A piece: its side, role and square.
pub type ListedPiece = (usize, Role, u8);

impl PieceList {
    /// Pieces of an ending on these squares, in any order that the ending allows; without a right to take en passant.
    pub fn new(ending: usize, side: usize, at: [u8; PIECES_MAX]) -> Self {
        let mut pieces = PieceList {
            ending: ending as u8,
            side: side as u8,
            at,
            in_passing: false,
        };
        for piece in pieces.count()..PIECES_MAX {
            pieces.at[piece] = NONE;
        }
        pieces.in_order()
    }

    /// The canonical form of a position with these two kings and other pieces of side 0, White, and side 1. `None` if nobody can
    /// win.
    pub fn of(side: usize, kings: [u8; 2], pieces: &[ListedPiece]) -> Option<Self> {
        let mut roles = [(0, Role::Pawn); 2];
        let roles = roles.get_mut(..pieces.len())?;
        for (role, piece) in roles.iter_mut().zip(pieces) {
            *role = (piece.0, piece.1);
        }
        let (number, is_exchanged) = PieceEnding::find(roles)?;
        let ending = &ENDINGS[number];
        let turn = if is_exchanged && ending.has_pawns {
            56
        } else {
            0
        };
        let exchange = usize::from(is_exchanged);
        let mut at = [kings[exchange], kings[1 - exchange], NONE, NONE];
        for piece in pieces {
            // The first free place of the ending for a piece of this role and side.
            let is_his = |&place: &usize| {
                ending.roles()[place] == piece.1
                    && ending.owner(place) == piece.0 ^ exchange
                    && at[2 + place] == NONE
            };
            let place = (0..pieces.len()).find(is_his)?;
            at[2 + place] = piece.2;
        }
        let at = at.map(|square| if square == NONE { NONE } else { square ^ turn });
        Some(PieceList::new(number, side ^ exchange, at))
    }

    /// The pieces of a game; `None` where there are more than the tables have, where nobody can win, or where somebody may castle.
    pub fn of_game(position: &Chess) -> Option<Self> {
        if position.occupied().count_ones() as usize > PIECES_MAX || position.castling_rooks() != 0
        {
            return None;
        }
        let non_pawns = position.occupied() & !position.role(Role::King);
        let mut pieces = [(0, Role::Pawn, NONE); PIECES_MAX - 2];
        let mut count = 0;
        for square in squares(non_pawns) {
            let side = usize::from(position.of(1) & bit(square) != 0);
            pieces[count] = (side, position.piece_at(square), square);
            count += 1;
        }
        let kings = [position.king(0), position.king(1)];
        let mut pieces = PieceList::of(position.side(), kings, &pieces[..count])?;
        pieces.in_passing = position.en_passant().is_some();
        Some(pieces)
    }

    /// The ending that these pieces are.
    #[inline]
    pub fn material(&self) -> &'static PieceEnding {
        &ENDINGS[usize::from(self.ending)]
    }

    /// The number of pieces, kings included.
    #[inline]
    pub fn count(&self) -> usize {
        2 + self.material().count
    }

    /// The owner of a piece, by its place.
    #[inline]
    pub fn owner(&self, piece: usize) -> usize {
        match piece {
            0 | 1 => piece,
            piece => self.material().owner(piece - 2),
        }
    }

    /// The role of a piece, by its place.
    #[inline]
    pub fn role(&self, piece: usize) -> Role {
        match piece {
            0 | 1 => Role::King,
            piece => self.material().role(piece - 2),
        }
    }

    /// The position under a symmetry of the board; one that would turn the direction of pawns leaves a position with pawns as it
    /// is.
    pub fn image(mut self, s: usize) -> Self {
        if self.material().has_pawns && s > 1 {
            return self;
        }
        for piece in 0..self.count() {
            self.at[piece] = kings::image(self.at[piece], s);
        }
        self.in_order()
    }

    /// The position with its pieces in canonical order.
    pub(super) fn in_order(mut self) -> Self {
        let material = self.material();
        if material.is_even() && self.side == 1 {
            self.side = 0;
            self.at.swap(0, 1);
            self.at.swap(2, 3);
            if material.has_pawns {
                self.at = self.at.map(|square| square ^ 56);
            }
        }
        if material.has_equals && self.at[2] > self.at[3] {
            self.at.swap(2, 3);
        }
        self
    }

    /// All squares with pieces on them, but for the piece at place `gone`.
    pub(super) fn occupied(&self, gone: usize) -> u64 {
        let pieces = (0..self.count()).filter(|&piece| piece != gone);
        pieces.fold(0, |set, piece| set | bit(self.at[piece]))
    }

    /// Whether a piece or pawn of the other side attacks the king of `side`.
    fn is_attacked(&self, side: usize) -> bool {
        let occupied = self.occupied(NOBODY);
        let mut others = (2..self.count()).filter(|&piece| self.owner(piece) != side);
        others.any(|piece| self.reach(piece, occupied) & bit(self.at[side]) != 0)
    }

    /// The squares that a piece attacks from its own.
    pub(super) fn reach(&self, piece: usize, occupied: u64) -> u64 {
        match self.role(piece) {
            Role::Pawn => attacks::pawn(self.at[piece], self.owner(piece)),
            role => attacks::of(role, self.at[piece], occupied),
        }
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.side.into())
    }

    /// Whether no two pieces share a square, kings do not touch, pawns are where pawns can be, and the side that has just moved is
    /// not in check.
    pub fn is_legal(&self) -> bool {
        let pieces = self.count();
        if self.occupied(NOBODY).count_ones() as usize != pieces || touch(self.at[0], self.at[1]) {
            return false;
        }
        let rank_of = |piece: usize| own_rank(self.at[piece], 0);
        let is_misplaced =
            |piece| self.role(piece) == Role::Pawn && matches!(rank_of(piece), 0 | 7);
        !(2..pieces).any(is_misplaced)
            && !self.is_attacked(1 - usize::from(self.side))
            && (!self.in_passing || self.can_take_in_passing())
    }

    /// Whether the last move can have been two steps of a pawn that can be taken en passant.
    pub(super) fn can_take_in_passing(&self) -> bool {
        if !self.material().has_passing() {
            return false;
        }
        let [us, them] = [self.side, 1 - self.side].map(usize::from);
        let (own, other) = (self.at[2 + us], self.at[2 + them]);
        let behind = attacks::pawn(own, us) & bit(other ^ 8);
        let way = bit(other ^ 8) | bit(other ^ 16);
        own_rank(other, them) == 3 && behind != 0 && self.occupied(NOBODY) & way == 0
    }
}
