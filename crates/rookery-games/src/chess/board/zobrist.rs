//! Zobrist keys of positions (Zobrist, 1970): a random number for each fact, combined by exclusive or.

use crate::chess::board::bits::file;
use crate::chess::board::role::Role;
use rookery_engine::SplitMix;

struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    side: u64,
    quiet: [u64; 16],
}

static KEYS: Keys = keys();

const fn keys() -> Keys {
    let mut random = SplitMix::new(0x0063_6865_7373);
    let mut keys = Keys {
        pieces: [[[0; 64]; 6]; 2],
        castling: [0; 64],
        en_passant: [0; 8],
        side: random.next(),
        quiet: [0; 16],
    };
    random.fill(keys.pieces.as_flattened_mut().as_flattened_mut());
    random.fill(&mut keys.castling);
    random.fill(&mut keys.en_passant);
    // Entry 0 stays zero: without a step, the key does not change.
    random.fill(keys.quiet.split_at_mut(1).1);
    keys
}

/// A piece on a square.
#[inline]
pub fn piece(side: usize, role: Role, square: u8) -> u64 {
    KEYS.pieces[side][role as usize][usize::from(square & 63)]
}

/// A rook that may still castle.
#[inline]
pub fn castling(rook: u8) -> u64 {
    KEYS.castling[usize::from(rook & 63)]
}

/// A pawn that can be taken en passant on this square.
#[inline]
pub fn en_passant(square: u8) -> u64 {
    KEYS.en_passant[usize::from(file(square))]
}

/// The part of a key for `steps` steps of plies without progress; 0 for none. From fifteen on they count as equal: a draw may be
/// claimed there.
#[inline]
pub fn quiet(steps: u16) -> u64 {
    KEYS.quiet[usize::from(steps.min(15))]
}

/// A hash of two sets of squares.
#[inline]
pub fn mixed(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ KEYS.side) * u128::from(b ^ KEYS.quiet[1]);
    (product >> 64) as u64 ^ product as u64
}

/// The part of a key for Black being to move.
pub fn black_to_move() -> u64 {
    KEYS.side
}
