//! Bitboards of Othello: playable squares, flipped discs, symmetries. Bit 0 is a1 in the upper left corner, bit 7 is h1, bit
//! 63 is h8: along the row, then down.

/// All squares but those of columns a and h.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// All squares but those of rows 1 and 8.
const INNER_ROWS: u64 = 0x00ff_ffff_ffff_ff00;

/// a1, h1, a8 and h8: a disc there is never turned.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// From each square the squares in the eight directions: first the four of rising bits (right, down left, down, down right),
/// then the four of falling bits (left, up right, up, up left).
static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    const STEPS: [(i32, i32); 8] = [
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
        (-1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
    ];
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = STEPS[direction];
            let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                table[square][direction] |= 1 << (8 * y + x);
                x += dx;
                y += dy;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// The discs that a disc of `own` on the empty square `square` turns over; none where the move is not legal.
///
/// Upwards, adding one to the run of `other` carries into the first square beyond it; downwards, the highest square of the ray
/// that is not `other`'s is that square. A disc of `own` there takes the run between.
#[inline]
pub fn flips(own: u64, other: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let mut turned = 0;
    for &ray in &rays[..4] {
        let end = ((other | !ray).wrapping_add(1)) & own & ray;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for &ray in &rays[4..] {
        let free = !other & ray;
        let end = (1_u64 << 63 >> (free | 1).leading_zeros()) & own & free;
        turned |= end.wrapping_neg().wrapping_shl(1) & ray;
    }
    turned
}

/// The squares where the side of `own` may move: runs of `other` are followed from `own` in all eight directions at once.
#[inline]
pub fn mobility(own: u64, other: u64) -> u64 {
    let inner = other & INNER_COLUMNS;
    let reached =
        ends(own, inner, 1) | ends(own, other, 8) | ends(own, inner, 7) | ends(own, inner, 9);
    reached & !(own | other)
}

/// The squares just beyond runs of `over` that start next to a disc of `own`, in both directions along lines whose bits are
/// `step` apart.
#[inline]
fn ends(own: u64, over: u64, step: u32) -> u64 {
    let mut up = over & (own << step);
    let mut down = over & (own >> step);
    up |= over & (up << step);
    down |= over & (down >> step);
    let (pairs_up, pairs_down) = (over & (over << step), over & (over >> step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up << step | down >> step
}

/// The squares that are empty and beside a disc of `other` that could be turned from there: where a move may one day be possible.
#[inline]
pub fn potential_mobility(own: u64, other: u64) -> u64 {
    let (in_columns, in_rows) = (other & INNER_COLUMNS, other & INNER_ROWS);
    let inner = in_columns & in_rows;
    let beside = in_rows << 8 | in_rows >> 8 | in_columns << 1 | in_columns >> 1;
    let diagonally = inner << 7 | inner >> 7 | inner << 9 | inner >> 9;
    (beside | diagonally) & !(own | other)
}

/// The squares of a set, from a1 on.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        let is_left = set != 0;
        set &= set.wrapping_sub(1);
        is_left.then_some(square)
    })
}

/// Left and right change places.
#[inline]
pub fn mirror(set: u64) -> u64 {
    const ONE: u64 = 0x5555_5555_5555_5555;
    const TWO: u64 = 0x3333_3333_3333_3333;
    const FOUR: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let set = (set >> 1 & ONE) | (set & ONE) << 1;
    let set = (set >> 2 & TWO) | (set & TWO) << 2;
    (set >> 4 & FOUR) | (set & FOUR) << 4
}

/// Columns become rows.
#[inline]
pub fn transpose(set: u64) -> u64 {
    // Blocks of 1, 2 and 4 squares across the main diagonal change places.
    let swap = |set: u64, mask: u64, shift: u32| {
        let changed = (set ^ set >> shift) & mask;
        set ^ changed ^ changed << shift
    };
    let set = swap(set, 0x00aa_00aa_00aa_00aa, 7);
    let set = swap(set, 0x0000_cccc_0000_cccc, 14);
    swap(set, 0x0000_0000_f0f0_f0f0, 28)
}

/// The set under one of the [symmetries](crate::symmetry).
#[inline]
pub fn turned(set: u64, s: usize) -> u64 {
    let mut set = set;
    if s & 1 != 0 {
        set = mirror(set);
    }
    if s & 2 != 0 {
        set = set.swap_bytes();
    }
    if s & 4 != 0 {
        set = transpose(set);
    }
    set
}
