//! Stable discs, which no continuation can flip. Each stable disc of the other side reduces the best possible result of the
//! side to move by two discs.

use std::sync::LazyLock;

use crate::othello::solver::Discs;

const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// For each filling of an edge (own discs in the low byte of the index, the other's in the high one): the own discs that no
/// sequence of moves on the edge can turn.
pub type EdgeTable = [u8; 1 << 16];

/// The table, worked out at the first use.
pub fn edge_table() -> &'static EdgeTable {
    static TABLE: LazyLock<Box<EdgeTable>> = LazyLock::new(|| {
        let mut table = Box::new([0; 1 << 16]);
        let mut is_known = vec![false; 1 << 16];
        for own in 0..=255 {
            for other in 0..=255_u8 {
                if own & other == 0 {
                    fill(own, other, &mut table, &mut is_known);
                }
            }
        }
        table
    });
    &TABLE
}

/// A disc is stable if it is there and stays after every move of either side to every empty square; a disc may also be put where
/// it turns nothing along the edge, because it may turn discs elsewhere.
fn fill(own: u8, other: u8, table: &mut EdgeTable, is_known: &mut [bool]) -> u8 {
    let index = usize::from(own) | usize::from(other) << 8;
    if !is_known[index] {
        let mut stable = own;
        for place in (0..8).filter(|p| (own | other) >> p & 1 == 0) {
            let (mine, theirs) = put(own, other, place);
            stable &= fill(mine, theirs, table, is_known);
            let (theirs, mine) = put(other, own, place);
            stable &= fill(mine, theirs, table, is_known);
        }
        table[index] = stable;
        is_known[index] = true;
    }
    table[index]
}

/// An edge after a disc of `own` on `place`.
fn put(own: u8, other: u8, place: u32) -> (u8, u8) {
    let mut turned = 0;
    for step in [-1, 1] {
        let mut run = 0;
        let mut at = place as i32 + step;
        while (0..8).contains(&at) && other >> at & 1 == 1 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 == 1 {
            turned |= run;
        }
    }
    (own | turned | 1 << place, other & !turned)
}

/// The column of a set that begins in its bit 0, as a byte with the first row lowest.
#[inline]
fn column(set: u64) -> usize {
    ((set & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// A byte spread over the column of bit 0: the inverse of [`column`].
#[inline]
fn spread(byte: u8) -> u64 {
    let low = (u64::from(byte) & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0001_0101_0101_0101;
    low | (u64::from(byte) >> 7) << 56
}

/// The stable discs of `own` on the four edges.
#[inline]
pub fn stable_edges(own: u64, other: u64, edges: &EdgeTable) -> u64 {
    let index = |own: usize, other: usize| edges[own | other << 8];
    let top = index(own as usize & 0xff, other as usize & 0xff);
    let bottom = index((own >> 56) as usize, (other >> 56) as usize);
    let left = index(column(own), column(other));
    let right = index(column(own >> 7), column(other >> 7));
    u64::from(top) | u64::from(bottom) << 56 | spread(left) | spread(right) << 7
}

/// The squares on lines without an empty square: across, down, and along both diagonals.
fn full_lines(taken: u64) -> [u64; 4] {
    const ROW: u64 = 0x0101_0101_0101_0101;
    let mut across = taken;
    across &= across >> 1;
    across &= across >> 2;
    across &= across >> 4;
    let across = (across & ROW).wrapping_mul(0xff);
    let mut down = taken;
    down &= down.rotate_right(8);
    down &= down.rotate_right(16);
    down &= down.rotate_right(32);
    // Along a diagonal a square beyond the edge counts as taken; steps of one, two and four squares each way see all of it.
    let diagonal = |shift: u32, first: [u64; 3], last: [u64; 3]| {
        let mut up = taken;
        let mut down = taken;
        for i in 0..3 {
            let step = shift << i;
            up &= first[i] | up << step;
            down &= last[i] | down >> step;
        }
        up & down
    };
    let rising = diagonal(
        7,
        [
            0x8080_8080_8080_80ff,
            0xc0c0_c0c0_c0c0_ffff,
            0xf0f0_f0f0_ffff_ffff,
        ],
        [
            0xff01_0101_0101_0101,
            0xffff_0303_0303_0303,
            0xffff_ffff_0f0f_0f0f,
        ],
    );
    let falling = diagonal(
        9,
        [
            0x0101_0101_0101_01ff,
            0x0303_0303_0303_ffff,
            0x0f0f_0f0f_ffff_ffff,
        ],
        [
            0xff80_8080_8080_8080,
            0xffff_c0c0_c0c0_c0c0,
            0xffff_ffff_f0f0_f0f0,
        ],
    );
    [across, down, rising, falling]
}

/// Discs of `own` that can never be turned: at least those on edges that no edge move turns, those whose four lines are all full,
/// and those that on each of their lines stand on a full line or beside a stable disc of their side.
pub fn stable(own: u64, other: u64, edges: &EdgeTable) -> u64 {
    let [across, down, rising, falling] = full_lines(own | other);
    let inner = own & INNER;
    let mut stable = stable_edges(own, other, edges) | own & across & down & rising & falling;
    loop {
        let safe = (across | stable << 1 | stable >> 1)
            & (down | stable << 8 | stable >> 8)
            & (rising | stable << 7 | stable >> 7)
            & (falling | stable << 9 | stable >> 9);
        let more = stable | inner & safe;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

/// Whether `alpha` is high enough that the other side can have enough stable discs to matter, by the number of empty squares.
fn worth_looking(alpha: Discs, empty: u32) -> bool {
    const LEAST: [Discs; 24] = [
        99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44,
        46,
    ];
    alpha >= LEAST.get(empty as usize).copied().unwrap_or(48)
}

/// An upper bound on the value, from the stable discs of the other side; `None` if it is greater than `alpha`.
#[inline]
pub fn stable_bound(
    own: u64,
    other: u64,
    alpha: Discs,
    empty: u32,
    edges: &EdgeTable,
) -> Option<Discs> {
    if !worth_looking(alpha, empty) {
        return None;
    }
    let bound = 64 - 2 * stable(other, own, edges).count_ones() as Discs;
    (bound <= alpha).then_some(bound)
}
