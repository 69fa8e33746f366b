//! A chess position, and the effect of a move.

use crate::chess::board::bits::{bit, first, squares};
use crate::chess::board::{attacks, zobrist};
use crate::chess::rules::generate::{self, Wanted};
use crate::chess::rules::material;
use crate::chess::{ChessMove, Role};
use rookery_engine::{MoveList, Outcome, Position, Repetition};

/// Stands for a missing square.
const NO_SQUARE: u8 = 64;

/// Plies without a capture or pawn move after which either side may claim a draw (FIDE Laws 9.3).
pub const FIFTY_MOVES: u16 = 100;
/// Plies without a capture or pawn move after which the game is drawn (FIDE Laws 9.6.2).
pub const SEVENTY_FIVE_MOVES: u16 = 150;

/// A board with all that the rules need to go on, in 96 bytes. Side 0 is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess {
    roles: [u64; 6],
    sides: [u64; 2],
    key: u64,
    /// The rooks that may still castle, of both sides.
    castling: u64,
    /// The pieces that give check to the side to move.
    checkers: u64,
    side: u8,
    /// The square behind a pawn that has just gone two steps, where it can legally be taken en passant.
    en_passant: u8,
    /// Plies since the last capture or pawn move.
    quiet_plies: u16,
    /// Plies since move 1 of White.
    ply: u16,
}

/// The parts of a position before it is known to be playable.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting {
    /// The pieces by role.
    pub roles: [u64; 6],
    /// The pieces by side.
    pub sides: [u64; 2],
    /// The rooks that may still castle.
    pub castling: u64,
    /// The side to move.
    pub side: usize,
    /// The square that a pawn has just passed over.
    pub en_passant: Option<u8>,
    /// Plies since the last capture or pawn move.
    pub quiet_plies: u16,
    /// Plies since move 1 of White.
    pub ply: u16,
}

impl Chess {
    /// The position of these parts, which the caller has found to be playable. The en passant square is forgotten where no pawn
    /// can legally take there, so that positions with the same moves are equal.
    pub fn from_setting(setting: &Setting) -> Self {
        let mut position = Chess {
            roles: setting.roles,
            sides: setting.sides,
            key: 0,
            castling: setting.castling,
            checkers: 0,
            side: setting.side as u8,
            en_passant: NO_SQUARE,
            quiet_plies: setting.quiet_plies,
            ply: setting.ply,
        };
        position.checkers = position.attackers(position.king(setting.side), position.occupied())
            & position.sides[1 - setting.side];
        position.key = position.key_from_scratch();
        if let Some(square) = setting.en_passant {
            position.allow_en_passant(square);
        }
        position
    }

    /// The pieces of one role.
    #[inline]
    pub fn role(&self, role: Role) -> u64 {
        self.roles[role as usize]
    }

    /// The pieces of one side.
    #[inline]
    pub fn of(&self, side: usize) -> u64 {
        self.sides[side]
    }

    /// The pieces of one side and role.
    #[inline]
    pub fn pieces_of(&self, side: usize, role: Role) -> u64 {
        self.sides[side] & self.roles[role as usize]
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The bishops and queens of one side.
    #[inline]
    pub fn diagonal(&self, side: usize) -> u64 {
        self.sides[side] & (self.role(Role::Bishop) | self.role(Role::Queen))
    }

    /// The rooks and queens of one side.
    #[inline]
    pub fn straight(&self, side: usize) -> u64 {
        self.sides[side] & (self.role(Role::Rook) | self.role(Role::Queen))
    }

    /// The square of one side's king.
    #[inline]
    pub fn king(&self, side: usize) -> u8 {
        first(self.pieces_of(side, Role::King))
    }

    /// The role of the piece on a square, if there is one.
    #[inline]
    pub fn role_at(&self, square: u8) -> Option<Role> {
        (self.occupied() & bit(square) != 0).then(|| self.piece_at(square))
    }

    /// The role of the piece on a square that is not empty.
    #[inline]
    pub fn piece_at(&self, square: u8) -> Role {
        // Every piece is on one of the boards: their bits, weighed, give its number without a branch.
        let on = |role: Role| (self.roles[role as usize] >> square & 1) as usize;
        let number = on(Role::Knight)
            + 2 * on(Role::Bishop)
            + 3 * on(Role::Rook)
            + 4 * on(Role::Queen)
            + 5 * on(Role::King);
        Role::ALL[number]
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> u64 {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers != 0
    }

    /// The rooks that may still castle, of both sides.
    #[inline]
    pub fn castling_rooks(&self) -> u64 {
        self.castling
    }

    /// Whether all kings and rooks that may castle have the squares of the usual first position.
    pub fn castles_as_usual(&self) -> bool {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        let rooks = squares(self.castling);
        self.castling & !CORNERS == 0
            && rooks
                .map(|rook| self.king(usize::from(rook > 31)) % 8)
                .all(|file| file == 4)
    }

    /// The square on which a pawn can be taken en passant.
    #[inline]
    pub fn en_passant(&self) -> Option<u8> {
        (self.en_passant != NO_SQUARE).then_some(self.en_passant)
    }

    /// Plies since the last capture or pawn move.
    pub fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The plies since the last capture or pawn move, in steps of eight: 0 below twelve plies, then one more at 12, 20 and so on,
    /// also at 100, where a draw may be claimed.
    pub fn quiet_steps(&self) -> u16 {
        self.quiet_plies.saturating_sub(4) / 8
    }

    /// Plies since move 1 of White.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// The parts of the position.
    pub fn setting(&self) -> Setting {
        Setting {
            roles: self.roles,
            sides: self.sides,
            castling: self.castling,
            side: self.side.into(),
            en_passant: self.en_passant(),
            quiet_plies: self.quiet_plies,
            ply: self.ply,
        }
    }

    /// The squares where king and rook stand after castling with the rook on `rook`.
    pub fn castled(king: u8, rook: u8) -> (u8, u8) {
        let home = king & !7;
        if rook > king {
            (home + 6, home + 5)
        } else {
            (home + 2, home + 3)
        }
    }

    /// The key as the sum of all facts; [`Position::key`] is kept move by move.
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = 0;
        for side in 0..2 {
            for role in Role::ALL {
                for square in squares(self.pieces_of(side, role)) {
                    key ^= zobrist::piece(side, role, square);
                }
            }
        }
        for rook in squares(self.castling) {
            key ^= zobrist::castling(rook);
        }
        if let Some(square) = self.en_passant() {
            key ^= zobrist::en_passant(square);
        }
        if self.side == 1 {
            key ^= zobrist::black_to_move();
        }
        key
    }

    #[inline]
    fn toggle(&mut self, side: usize, role: Role, square: u8) {
        self.roles[role as usize] ^= bit(square);
        self.sides[side] ^= bit(square);
        self.key ^= zobrist::piece(side, role, square);
    }

    #[inline]
    fn travel(&mut self, side: usize, role: Role, from: u8, to: u8) {
        let both = bit(from) | bit(to);
        self.roles[role as usize] ^= both;
        self.sides[side] ^= both;
        self.key ^= zobrist::piece(side, role, from) ^ zobrist::piece(side, role, to);
    }

    /// Notes that the side to move may take en passant on `square`, if one of its pawns legally can.
    fn allow_en_passant(&mut self, square: u8) {
        let us = self.side();
        let takers = attacks::pawn(square, 1 - us) & self.pieces_of(us, Role::Pawn);
        if squares(takers).any(|from| generate::may_take_in_passing(self, from, square)) {
            self.en_passant = square;
            self.key ^= zobrist::en_passant(square);
        }
    }

    fn lose_castling(&mut self, rooks: u64) {
        for rook in squares(self.castling & rooks) {
            self.key ^= zobrist::castling(rook);
        }
        self.castling &= !rooks;
    }

    /// Moves king and rook; neither may be on the board where the other arrives.
    fn castle(&mut self, us: usize, m: ChessMove) {
        let (king, rook) = Self::castled(m.from(), m.to());
        self.toggle(us, Role::King, m.from());
        self.toggle(us, Role::Rook, m.to());
        self.toggle(us, Role::King, king);
        self.toggle(us, Role::Rook, rook);
    }

    /// The same position with the other side to move; must not be called in check.
    fn passed(&self) -> Self {
        let mut next = *self;
        if next.en_passant != NO_SQUARE {
            next.key ^= zobrist::en_passant(next.en_passant);
            next.en_passant = NO_SQUARE;
        }
        next.side ^= 1;
        next.key ^= zobrist::black_to_move();
        next.quiet_plies = next.quiet_plies.saturating_add(1);
        next.ply = next.ply.saturating_add(1);
        next
    }
}

impl Position for Chess {
    type Move = ChessMove;
    const NAME: &'static str = "chess";
    /// An upper bound on the legal moves of any position reached from the start; the known record is 218.
    const MAX_MOVES: usize = 224;
    /// Quiet moves by their squares; captures by piece, square and piece taken.
    const HISTORY: usize = 64 * 64 + 6 * 64 * 8;
    const CONTINUATION: usize = 2 * 6 * 64;
    const REPETITION: Repetition = Repetition::Draw;
    const LISTS_APART: bool = true;
    const PLANS: bool = true;
    const STRUCTURED: bool = true;

    #[inline]
    fn side(&self) -> usize {
        usize::from(self.side & 1)
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// An advantage fades over plies without progress, so these are part of the key.
    fn table_key(&self) -> u64 {
        self.key ^ zobrist::quiet(self.quiet_steps())
    }

    fn generate(&self, out: &mut MoveList<ChessMove>) {
        generate::list(self, Wanted::All, out);
    }

    fn generate_noisy(&self, out: &mut MoveList<ChessMove>) {
        generate::list(self, Wanted::Noisy, out);
    }

    fn generate_quiet(&self, out: &mut MoveList<ChessMove>) {
        generate::list(self, Wanted::Quiet, out);
    }

    #[inline]
    fn play(&mut self, m: ChessMove) {
        let (us, them) = (self.side(), 1 - self.side());
        let (from, to) = (m.from(), m.to());
        if self.en_passant != NO_SQUARE {
            self.key ^= zobrist::en_passant(self.en_passant);
            self.en_passant = NO_SQUARE;
        }
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        self.ply = self.ply.saturating_add(1);
        let role = m.role();
        let mut passed_over = None;
        let mut changed = bit(from) | bit(to);
        if m.is_castling() {
            self.castle(us, m);
            changed |= 0xff << (from & !7);
        } else {
            if let Some(taken) = m.captured() {
                let at = if m.is_en_passant() { to ^ 8 } else { to };
                self.toggle(them, taken, at);
                changed |= bit(at);
                self.quiet_plies = 0;
            }
            self.travel(us, role, from, to);
            if role == Role::Pawn {
                self.quiet_plies = 0;
                if let Some(promoted) = m.promoted() {
                    self.toggle(us, Role::Pawn, to);
                    self.toggle(us, promoted, to);
                } else if from ^ to == 16 {
                    passed_over = Some((from + to) / 2);
                }
            }
        }
        if self.castling != 0 {
            let mut lost = bit(from) | bit(to);
            if role == Role::King {
                // Its own rooks alone: a king may also leave the first rank of the other side.
                lost |= self.sides[us];
            }
            if self.castling & lost != 0 {
                self.lose_castling(lost);
            }
        }
        self.side ^= 1;
        self.key ^= zobrist::black_to_move();
        self.checkers = self.checkers_on(self.king(them), us, changed);
        if let Some(square) = passed_over {
            let beside = attacks::pawn(square, us) & self.pieces_of(them, Role::Pawn);
            if beside != 0 {
                self.allow_en_passant(square);
            }
        }
    }

    /// Draws that end the game by themselves: no sequence of moves leads to mate, or 75 moves without progress.
    fn outcome(&self) -> Option<Outcome> {
        if material::is_dead(self) {
            return Some(Outcome::Draw);
        }
        // Checkmate on the last of these moves counts (FIDE Laws 9.6.2).
        let is_late = self.quiet_plies >= SEVENTY_FIVE_MOVES;
        (is_late && (!self.is_check() || generate::has_moves(self))).then_some(Outcome::Draw)
    }

    fn no_moves(&self) -> Outcome {
        if self.is_check() {
            Outcome::Loss
        } else {
            Outcome::Draw
        }
    }

    #[inline]
    fn history_index(m: ChessMove) -> usize {
        let (from, to) = (usize::from(m.from()), usize::from(m.to()));
        match m.captured() {
            None => from << 6 | to,
            Some(taken) => 64 * 64 + ((m.role() as usize) << 9 | to << 3 | taken as usize),
        }
    }

    #[inline]
    fn continuation_index(m: ChessMove) -> usize {
        (6 * m.side() + m.role() as usize) << 6 | usize::from(m.to())
    }

    /// Hashes of the pawns of both sides, and of each side's other pieces.
    fn structures(&self) -> [u64; 3] {
        let pawns = self.role(Role::Pawn);
        let non_pawns = |side: usize| {
            let of = |role| self.pieces_of(side, role);
            let minor = zobrist::mixed(of(Role::Knight), of(Role::Bishop));
            zobrist::mixed(
                minor ^ of(Role::King),
                of(Role::Rook) ^ of(Role::Queen).rotate_left(32),
            )
        };
        let pawns = zobrist::mixed(pawns & self.of(0), pawns & self.of(1));
        [pawns, non_pawns(0), non_pawns(1)]
    }

    fn is_legal(&self, m: ChessMove) -> bool {
        generate::is_legal(self, m)
    }

    /// Fifty moves of both sides without progress (FIDE Laws 9.3); a third repetition shows only in the history.
    fn may_claim_draw(&self) -> bool {
        self.quiet_plies >= FIFTY_MOVES && (!self.is_check() || generate::has_moves(self))
    }

    fn reversible(&self) -> usize {
        self.quiet_plies.into()
    }

    fn null(&self) -> Option<Self> {
        (!self.is_check()).then(|| self.passed())
    }

    fn count_moves(&self) -> usize {
        generate::count(self)
    }
}
