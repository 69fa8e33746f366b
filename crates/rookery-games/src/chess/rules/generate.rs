//! Generator of legal moves. Pins and checks are computed first, so that every generated move is legal without being tried
//! (except castling and en passant captures, which are rare).

use crate::chess::board::attacks;
use crate::chess::board::bits::{
    FILE_A, FILE_H, bit, first, forward, pawn_east, pawn_west, rank_set, squares,
};
use crate::chess::rules::castling::Castling;
use crate::chess::{Chess, ChessMove, Role};
use rookery_engine::{GameMove, MoveList, Position};

/// The moves that are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// All legal moves.
    All,
    /// Captures and promotions.
    Noisy,
    /// All others.
    Quiet,
}

/// A receiver of the moves found, which lists them or only counts them.
pub trait Sink {
    /// A piece other than a pawn goes to one of these squares.
    fn targets(&mut self, role: Role, from: u8, targets: u64);
    /// Pawns come to these squares from those `delta` lower.
    fn pawns(&mut self, targets: u64, delta: i8);
    /// The same on the last rank, where they become other pieces.
    fn promotions(&mut self, targets: u64, delta: i8);
    /// One move.
    fn one(&mut self, m: ChessMove);
}

#[inline]
fn back(to: u8, delta: i8) -> u8 {
    to.wrapping_add_signed(-delta)
}

/// A list of the moves in a position.
struct List<'a> {
    position: &'a Chess,
    us: usize,
    theirs: u64,
    out: &'a mut MoveList<ChessMove>,
}

impl List<'_> {
    #[inline]
    fn add(&mut self, targets: u64, m: impl Fn(u8) -> ChessMove) {
        for to in squares(targets & self.theirs) {
            self.out.push(m(to).taking(self.position.piece_at(to)));
        }
        self.out.extend(squares(targets & !self.theirs).map(m));
    }
}

impl Sink for List<'_> {
    #[inline]
    fn targets(&mut self, role: Role, from: u8, targets: u64) {
        let us = self.us;
        self.add(targets, |to| ChessMove::new(us, role, from, to));
    }

    #[inline]
    fn pawns(&mut self, targets: u64, delta: i8) {
        let us = self.us;
        self.add(targets, |to| {
            ChessMove::new(us, Role::Pawn, back(to, delta), to)
        });
    }

    #[inline]
    fn promotions(&mut self, targets: u64, delta: i8) {
        let us = self.us;
        for role in Role::PROMOTIONS {
            self.add(targets, |to| {
                ChessMove::promotion(us, back(to, delta), to, role)
            });
        }
    }

    #[inline]
    fn one(&mut self, m: ChessMove) {
        self.out.push(m);
    }
}

/// Lists the legal moves of a kind.
pub fn list(position: &Chess, wanted: Wanted, out: &mut MoveList<ChessMove>) {
    let us = position.side();
    let mut list = List {
        position,
        us,
        theirs: position.of(1 - us),
        out,
    };
    generate(position, wanted, &mut list);
}

/// The number of moves.
struct Count(usize);

impl Sink for Count {
    #[inline]
    fn targets(&mut self, _role: Role, _from: u8, targets: u64) {
        self.0 += targets.count_ones() as usize;
    }

    #[inline]
    fn pawns(&mut self, targets: u64, _delta: i8) {
        self.0 += targets.count_ones() as usize;
    }

    #[inline]
    fn promotions(&mut self, targets: u64, _delta: i8) {
        self.0 += 4 * targets.count_ones() as usize;
    }

    #[inline]
    fn one(&mut self, _m: ChessMove) {
        self.0 += 1;
    }
}

/// The constraints on the side to move: where it may capture, where it may go, and which pieces are pinned.
struct Field {
    us: usize,
    them: usize,
    king: u8,
    occupied: u64,
    ours: u64,
    theirs: u64,
    pinned: u64,
    /// The squares to which a piece other than the king must go to end a check; all if there is none.
    answers: u64,
    /// The squares that the wanted kind of move leads to, promotions apart.
    wanted: u64,
}

impl Field {
    fn new(position: &Chess, wanted: Wanted) -> Self {
        let us = position.side();
        let them = 1 - us;
        let king = position.king(us);
        let (ours, theirs) = (position.of(us), position.of(them));
        let checkers = position.checkers();
        Field {
            us,
            them,
            king,
            occupied: ours | theirs,
            ours,
            theirs,
            pinned: pinned(position, us, king),
            answers: match checkers {
                0 => !0,
                _ => attacks::between(king, first(checkers)) | checkers,
            },
            wanted: match wanted {
                Wanted::All => !ours,
                Wanted::Noisy => theirs,
                Wanted::Quiet => !(ours | theirs),
            },
        }
    }
}

/// The pieces of `side` that stand alone between their king and a line of the other side.
#[inline]
fn pinned(position: &Chess, side: usize, king: u8) -> u64 {
    let them = 1 - side;
    let snipers = attacks::rook_rays(king) & position.straight(them)
        | attacks::bishop_rays(king) & position.diagonal(them);
    let occupied = position.occupied();
    let mut pinned = 0;
    for sniper in squares(snipers) {
        let between = attacks::between(king, sniper) & occupied;
        if between != 0 && between & (between - 1) == 0 {
            pinned |= between & position.of(side);
        }
    }
    pinned
}

/// Adds the legal moves of a kind.
fn generate<S: Sink>(position: &Chess, wanted: Wanted, out: &mut S) {
    let field = Field::new(position, wanted);
    king_steps(position, &field, out);
    let checkers = position.checkers();
    if checkers & checkers.wrapping_sub(1) != 0 {
        return;
    }
    non_pawns(position, &field, out);
    pawns(position, &field, wanted, out);
    if wanted != Wanted::Noisy && checkers == 0 {
        castle(position, &field, out);
    }
}

fn king_steps<S: Sink>(position: &Chess, field: &Field, out: &mut S) {
    let occupied = field.occupied ^ bit(field.king);
    let mut safe = 0;
    for to in squares(attacks::king(field.king) & field.wanted) {
        if !position.is_attacked(to, field.them, occupied) {
            safe |= bit(to);
        }
    }
    out.targets(Role::King, field.king, safe);
}

fn non_pawns<S: Sink>(position: &Chess, field: &Field, out: &mut S) {
    let targets = field.wanted & field.answers;
    let free = field.ours & !field.pinned;
    for from in squares(free & position.role(Role::Knight)) {
        out.targets(Role::Knight, from, attacks::knight(from) & targets);
    }
    sliders(position, field, Role::Bishop, attacks::bishop, out);
    sliders(position, field, Role::Rook, attacks::rook, out);
    sliders(position, field, Role::Queen, attacks::queen, out);
}

#[inline]
fn sliders<S: Sink>(
    position: &Chess,
    field: &Field,
    role: Role,
    attacks: impl Fn(u8, u64) -> u64,
    out: &mut S,
) {
    let targets = field.wanted & field.answers;
    for from in squares(field.ours & position.role(role)) {
        let mut reached = attacks(from, field.occupied) & targets;
        if field.pinned & bit(from) != 0 {
            reached &= attacks::through(field.king, from);
        }
        out.targets(role, from, reached);
    }
}

fn pawns<S: Sink>(position: &Chess, field: &Field, wanted: Wanted, out: &mut S) {
    let pawns = position.pieces_of(field.us, Role::Pawn);
    pawn_moves(field, wanted, pawns & !field.pinned, field.answers, out);
    for from in squares(pawns & field.pinned) {
        let line = attacks::through(field.king, from);
        pawn_moves(field, wanted, bit(from), field.answers & line, out);
    }
    if wanted == Wanted::Quiet {
        return;
    }
    if let Some(square) = position.en_passant() {
        for from in squares(attacks::pawn(square, field.them) & pawns) {
            if may_take_in_passing(position, from, square) {
                out.one(ChessMove::en_passant(field.us, from, square));
            }
        }
    }
}

/// The moves of a set of pawns that end on `allowed`.
#[inline]
fn pawn_moves<S: Sink>(field: &Field, wanted: Wanted, pawns: u64, allowed: u64, out: &mut S) {
    let us = field.us;
    let last = rank_set(if us == 0 { 7 } else { 0 });
    let double = rank_set(if us == 0 { 2 } else { 5 });
    let up: i8 = if us == 0 { 8 } else { -8 };
    let empty = !field.occupied;
    let once = forward(pawns, us) & empty;
    let west = pawn_west(pawns, us) & field.theirs & allowed;
    let east = pawn_east(pawns, us) & field.theirs & allowed;
    let step = once & allowed;
    if wanted != Wanted::Quiet {
        if (west | east | step) & last != 0 {
            out.promotions(west & last, up - 1);
            out.promotions(east & last, up + 1);
            out.promotions(step & last, up);
        }
        out.pawns(west & !last, up - 1);
        out.pawns(east & !last, up + 1);
    }
    if wanted != Wanted::Noisy {
        out.pawns(step & !last, up);
        out.pawns(forward(once & double, us) & empty & allowed, 2 * up);
    }
}

/// Whether taking en passant leaves the side's own king safe: two pawns leave the rank at once, which the pins do not cover.
pub fn may_take_in_passing(position: &Chess, from: u8, to: u8) -> bool {
    let us = position.side();
    let them = 1 - us;
    let king = position.king(us);
    let taken = to ^ 8;
    let occupied = position.occupied() ^ bit(from) ^ bit(taken) | bit(to);
    let steps = attacks::knight(king) & position.pieces_of(them, Role::Knight)
        | attacks::pawn(king, us) & position.pieces_of(them, Role::Pawn) & !bit(taken);
    steps == 0
        && attacks::rook(king, occupied) & position.straight(them) == 0
        && attacks::bishop(king, occupied) & position.diagonal(them) == 0
}

fn castle<S: Sink>(position: &Chess, field: &Field, out: &mut S) {
    for rook in squares(position.castling_rooks() & field.ours) {
        if may_castle(position, field, rook) {
            out.one(ChessMove::castling(field.us, field.king, rook));
        }
    }
}

fn may_castle(position: &Chess, field: &Field, rook: u8) -> bool {
    let castling = Castling::new(field.occupied, field.king, rook);
    let is_safe = |square| !position.is_attacked(square, field.them, castling.occupied);
    castling.blocked == 0 && squares(castling.king_path).all(is_safe)
}

/// The number of legal moves.
pub fn count(position: &Chess) -> usize {
    let mut count = Count(0);
    generate(position, Wanted::All, &mut count);
    count.0
}

/// Whether the side to move has a legal move.
pub fn has_moves(position: &Chess) -> bool {
    count(position) > 0
}

/// Whether a move, from wherever it comes, is legal here.
pub fn is_legal(position: &Chess, m: ChessMove) -> bool {
    if m == ChessMove::NULL {
        return false;
    }
    let field = Field::new(position, Wanted::All);
    let (from, to) = (m.from(), m.to());
    if m.side() != field.us || field.ours & bit(from) == 0 {
        return false;
    }
    if m.is_castling() {
        let is_right = position.castling_rooks() & field.ours & bit(to) != 0;
        return m == ChessMove::castling(field.us, field.king, to)
            && is_right
            && position.checkers() == 0
            && may_castle(position, &field, to);
    }
    if field.ours & bit(to) != 0 {
        return false;
    }
    let role = m.role();
    let is_same = m.is_en_passant() || m.captured() == position.role_at(to);
    if position.role(role) & bit(from) == 0 || !is_same {
        return false;
    }
    if role == Role::King {
        let occupied = field.occupied ^ bit(from);
        return attacks::king(from) & bit(to) != 0
            && !position.is_attacked(to, field.them, occupied);
    }
    let checkers = position.checkers();
    if checkers & checkers.wrapping_sub(1) != 0 {
        return false;
    }
    if m.is_en_passant() {
        return m == ChessMove::en_passant(field.us, from, to)
            && position.en_passant() == Some(to)
            && attacks::pawn(from, field.us) & bit(to) != 0
            && may_take_in_passing(position, from, to);
    }
    let is_free =
        field.pinned & bit(from) == 0 || attacks::through(field.king, from) & bit(to) != 0;
    if !is_free || field.answers & bit(to) == 0 {
        return false;
    }
    match role {
        Role::Pawn => is_pawn_move(&field, m),
        _ if m.promoted().is_some() => false,
        Role::Knight => attacks::knight(from) & bit(to) != 0,
        Role::Bishop => attacks::bishop(from, field.occupied) & bit(to) != 0,
        Role::Rook => attacks::rook(from, field.occupied) & bit(to) != 0,
        Role::Queen => attacks::queen(from, field.occupied) & bit(to) != 0,
        Role::King => false,
    }
}

/// Whether a pawn moves like this, apart from pins, checks and captures en passant.
fn is_pawn_move(field: &Field, m: ChessMove) -> bool {
    let (from, to) = (m.from(), m.to());
    let is_last = bit(to) & (rank_set(0) | rank_set(7)) != 0;
    if is_last != m.promoted().is_some() {
        return false;
    }
    if field.theirs & bit(to) != 0 {
        return attacks::pawn(from, field.us) & bit(to) != 0;
    }
    let once = forward(bit(from), field.us) & !field.occupied;
    let home = rank_set(if field.us == 0 { 1 } else { 6 });
    let twice = match bit(from) & home {
        0 => 0,
        _ => forward(once, field.us) & !field.occupied,
    };
    (once | twice) & bit(to) != 0
}

/// Pawns on files next to the edge cannot wrap around it.
const _: () = assert!(pawn_west(FILE_A, 0) == 0 && pawn_east(FILE_H, 1) == 0);
