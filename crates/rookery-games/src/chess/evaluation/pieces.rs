//! Piece terms: mobility, attacks and placement.

use crate::chess::board::attacks;
use crate::chess::board::bits::{
    DARK, FILE_A, FILE_H, RANK_1, bit, file, file_set, forward, pawn_east, pawn_west, rank_set,
    squares,
};
use crate::chess::evaluation::pawns::spans::all_ahead;
use crate::chess::evaluation::tuning::terms::{
    BEHIND_PAWN, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, CENTRE, KNIGHT_MOBILITY, OUTPOST,
    QUEEN_MOBILITY, RING_ATTACKS, ROOK_FILE, ROOK_MOBILITY,
};
use crate::chess::evaluation::tuning::tracer::Tracer;
use crate::chess::{Chess, Role};

/// Units of a piece that attacks the king's zone, by role.
const ATTACKER_UNITS: [i32; 6] = [0, 3, 3, 4, 5, 0];
/// Units of an attacked square beside the king.
const RING_UNITS: i32 = 1;

/// d4, e4, d5, e5.
const CENTRE_SQUARES: u64 = 0x0000_0018_1800_0000;

/// The attacks of both sides, and the sets that are needed more than once.
pub struct AttackMap<'a> {
    /// As it is evaluated, for either side.
    pub position: &'a Chess,
    /// All pieces.
    pub occupied: u64,
    /// Attacked squares, by side and role.
    pub attacks: [[u64; 6]; 2],
    /// Attacked squares, by side.
    pub attacked: [u64; 2],
    /// Squares attacked more than once, by side.
    pub twice: [u64; 2],
    /// Squares that pawns of a side attack now or after moves of theirs.
    pub pawn_reach: [u64; 2],
    /// The squares beside each king and those in front of them.
    pub zone: [u64; 2],
    /// The attack of each side on the other king, see [`king`].
    pub king_attacks: [KingAttack; 2],
}

/// The attack of a side on the other king.
#[derive(Clone, Copy, Default)]
pub struct KingAttack {
    /// Its weight.
    pub units: i32,
    /// Pieces that attack the king's zone.
    pub attackers: i32,
}

impl<'a> AttackMap<'a> {
    /// The board with the attacks of pawns and kings.
    #[inline]
    pub fn new(position: &'a Chess) -> Self {
        let mut board = AttackMap {
            position,
            occupied: position.occupied(),
            attacks: [[0; 6]; 2],
            attacked: [0; 2],
            twice: [0; 2],
            pawn_reach: [0; 2],
            zone: [0; 2],
            king_attacks: Default::default(),
        };
        for side in 0..2 {
            let pawns = position.pieces_of(side, Role::Pawn);
            let (west, east) = (pawn_west(pawns, side), pawn_east(pawns, side));
            let square = position.king(side);
            let beside = attacks::king(square);
            board.attacks[side][Role::Pawn as usize] = west | east;
            board.attacks[side][Role::King as usize] = beside;
            board.attacked[side] = west | east | beside;
            board.twice[side] = west & east | (west | east) & beside;
            board.pawn_reach[side] = west | east | all_ahead(west | east, side);
            board.zone[side] = beside | bit(square) | forward(beside, side);
        }
        board
    }

    /// The squares that one role of a side attacks.
    #[inline]
    pub fn by(&self, side: usize, role: Role) -> u64 {
        self.attacks[side][role as usize]
    }

    /// Records the attacks of a piece.
    #[inline]
    fn note<const US: usize>(&mut self, role: Role, attacked: u64, tracer: &mut impl Tracer) {
        self.twice[US] |= self.attacked[US] & attacked;
        self.attacked[US] |= attacked;
        self.attacks[US][role as usize] |= attacked;
        if attacked & self.zone[1 - US] != 0 {
            self.king_attacks[US].attackers += 1;
            self.king_attacks[US].units += ATTACKER_UNITS[role as usize];
            let ring = attacked & self.by(1 - US, Role::King);
            if ring != 0 {
                let count = ring.count_ones() as i32;
                self.king_attacks[US].units += RING_UNITS * count;
                tracer.add(US, RING_ATTACKS.at(0), count);
            }
        }
        let centre = attacked & CENTRE_SQUARES;
        if centre != 0 {
            tracer.add(US, CENTRE.at(0), centre.count_ones() as i32);
        }
    }
}

/// Reports the piece terms of one side to the tracer; the attacks of all pawns and kings must be known.
#[inline]
pub fn evaluate<const US: usize>(board: &mut AttackMap<'_>, tracer: &mut impl Tracer) {
    let position = board.position;
    let pawns = position.role(Role::Pawn);
    let own_pawns = position.pieces_of(US, Role::Pawn);
    let home = if US == 0 {
        rank_set(1) | rank_set(2)
    } else {
        rank_set(5) | rank_set(6)
    };
    // Squares count for mobility unless an enemy pawn attacks them, or the side's own king or a pawn that is not going to move
    // stands there.
    let stuck = own_pawns & (home | forward(board.occupied, 1 - US));
    let area = !(board.by(1 - US, Role::Pawn) | stuck | position.pieces_of(US, Role::King));
    let half = if US == 0 {
        u64::MAX << 24
    } else {
        u64::MAX >> 24
    };
    let outposts = half & !board.pawn_reach[1 - US] & !RANK_1 & !(RANK_1 << 56);
    let guarded = board.by(US, Role::Pawn);
    let behind = forward(pawns, 1 - US);

    for square in squares(position.pieces_of(US, Role::Knight)) {
        let attacked = attacks::knight(square);
        let reach = (attacked & area).count_ones() as usize;
        tracer.add(US, KNIGHT_MOBILITY.at(reach), 1);
        board.note::<US>(Role::Knight, attacked, tracer);
        minor::<US>(0, square, (outposts, guarded, behind), tracer);
    }
    let bishops = position.pieces_of(US, Role::Bishop);
    let through_queens = board.occupied & !position.pieces_of(US, Role::Queen);
    for square in squares(bishops) {
        let attacked = attacks::bishop(square, through_queens);
        let reach = (attacked & area).count_ones() as usize;
        tracer.add(US, BISHOP_MOBILITY.at(reach.min(13)), 1);
        board.note::<US>(Role::Bishop, attacked, tracer);
        minor::<US>(1, square, (outposts, guarded, behind), tracer);
        let colour = if bit(square) & DARK != 0 { DARK } else { !DARK };
        let fellows = own_pawns & colour;
        let blocked = fellows & forward(board.occupied, 1 - US);
        tracer.add(US, BISHOP_PAWNS.at(0), fellows.count_ones() as i32);
        if blocked != 0 {
            tracer.add(US, BISHOP_PAWNS.at(1), blocked.count_ones() as i32);
        }
    }
    if bishops & DARK != 0 && bishops & !DARK != 0 {
        tracer.add(US, BISHOP_PAIR.at(0), 1);
    }
    let through_heavy = through_queens & !position.pieces_of(US, Role::Rook);
    for square in squares(position.pieces_of(US, Role::Rook)) {
        let attacked = attacks::rook(square, through_heavy);
        let reach = (attacked & area).count_ones() as usize;
        tracer.add(US, ROOK_MOBILITY.at(reach), 1);
        board.note::<US>(Role::Rook, attacked, tracer);
        let on_file = pawns & file_set(file(square));
        if on_file & own_pawns == 0 {
            tracer.add(US, ROOK_FILE.at(usize::from(on_file == 0)), 1);
        }
    }
    for square in squares(position.pieces_of(US, Role::Queen)) {
        let attacked = attacks::queen(square, board.occupied);
        let reach = (attacked & area).count_ones() as usize;
        tracer.add(US, QUEEN_MOBILITY.at(reach), 1);
        board.note::<US>(Role::Queen, attacked, tracer);
    }
}

/// The terms that knights (0) and bishops (1) have in common.
#[inline]
fn minor<const US: usize>(
    which: usize,
    square: u8,
    (outposts, guarded, behind): (u64, u64, u64),
    tracer: &mut impl Tracer,
) {
    if bit(square) & outposts != 0 {
        let is_guarded = usize::from(bit(square) & guarded != 0);
        tracer.add(US, OUTPOST.at(2 * is_guarded + which), 1);
    }
    if bit(square) & behind != 0 {
        tracer.add(US, BEHIND_PAWN.at(which), 1);
    }
}

/// The squares of the middle files in the own half, by side.
const SPACE_SQUARES: [u64; 2] = {
    let files = !(FILE_A | FILE_A << 1 | FILE_H | FILE_H >> 1);
    [files & 0xffff_ff00, files & (0xffff_ff00 << 24)]
};

/// The number of squares of the middle files in the own half that no pawn attacks and no own pawn occupies.
#[inline]
pub fn space(board: &AttackMap<'_>, us: usize) -> i32 {
    let own_pawns = board.position.pieces_of(us, Role::Pawn);
    let safe = SPACE_SQUARES[us] & !own_pawns & !board.by(1 - us, Role::Pawn);
    safe.count_ones() as i32
}
