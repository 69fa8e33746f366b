//! Attack tables. Moves of knights, kings and pawns come from tables; lines of bishops and rooks from magic bitboards
//! (Kannan, 2007): the blockers, multiplied by a number found by trial, index a table of all outcomes. All tables are
//! computed at compile time.

use crate::chess::board::bits::{bit, file, rank};
use crate::chess::board::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use crate::chess::board::role::Role;

/// The directions of two lines; each goes both ways.
type Lines = [(i8, i8); 2];

const ROOK: Lines = [(1, 0), (0, 1)];
const BISHOP: Lines = [(1, 1), (1, -1)];

/// The square `(df, dr)` steps away, if it is on the board.
const fn step(square: u8, (df, dr): (i8, i8)) -> Option<u8> {
    let (f, r) = (file(square) as i8 + df, rank(square) as i8 + dr);
    if f >= 0 && f < 8 && r >= 0 && r < 8 {
        Some((8 * r + f) as u8)
    } else {
        None
    }
}

const fn leaper(steps: &[(i8, i8)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = step(square, steps[i]) {
                table[square as usize] |= bit(to);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [u64; 64] = leaper(&[
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: [u64; 64] = leaper(&[
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
]);
static PAWN: [[u64; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// The squares of a line in both directions, without the square itself; `inner`: also without the last square in each direction,
/// where a piece blocks nothing.
const fn line(square: u8, direction: (i8, i8), inner: bool) -> u64 {
    let mut set = 0;
    let directions = [direction, (-direction.0, -direction.1)];
    let mut i = 0;
    while i < 2 {
        let mut at = square;
        while let Some(to) = step(at, directions[i]) {
            if !inner || step(to, directions[i]).is_some() {
                set |= bit(to);
            }
            at = to;
        }
        i += 1;
    }
    set
}

/// The squares of a line that a slider reaches, the first piece in each direction included: subtracting the slider twice from the
/// pieces borrows up to the first of them (o − 2r), and the same from the other end.
#[inline]
const fn reach(square: u8, line: u64, occupied: u64) -> u64 {
    let slider = bit(square);
    let occupied = occupied & line;
    let up = occupied.wrapping_sub(slider << 1);
    let down = occupied
        .reverse_bits()
        .wrapping_sub(slider.reverse_bits() << 1)
        .reverse_bits();
    (up ^ down) & line
}

/// The index into the table by the pieces around one square.
#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    shift: u32,
    offset: usize,
}

impl Magic {
    #[inline]
    const fn index(&self, occupied: u64) -> usize {
        self.offset + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

const ROOK_ENTRIES: usize = 102_400;
const BISHOP_ENTRIES: usize = 5_248;

const fn magics(factors: &[u64; 64], lines: &Lines) -> [Magic; 64] {
    let none = Magic {
        mask: 0,
        factor: 0,
        shift: 0,
        offset: 0,
    };
    let mut table = [none; 64];
    let (mut square, mut offset) = (0, 0);
    while square < 64 {
        let mut mask = 0;
        let mut i = 0;
        while i < 2 {
            mask |= line(square, lines[i], true);
            i += 1;
        }
        table[square as usize] = Magic {
            mask,
            factor: factors[square as usize],
            shift: 64 - mask.count_ones(),
            offset,
        };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    table
}

/// All arrangements of pieces on the inner squares of a line with the squares reached among them, and how many there are.
const fn arrangements(square: u8, direction: (i8, i8)) -> ([(u64, u64); 64], usize) {
    let (whole, inner) = (
        line(square, direction, false),
        line(square, direction, true),
    );
    let mut list = [(0, 0); 64];
    let (mut occupied, mut count) = (0_u64, 0);
    loop {
        list[count] = (occupied, reach(square, whole, occupied));
        count += 1;
        occupied = occupied.wrapping_sub(inner) & inner;
        if occupied == 0 {
            return (list, count);
        }
    }
}

const fn outcomes<const N: usize>(magics: &[Magic; 64], lines: &Lines) -> [u64; N] {
    let mut table = [0; N];
    let mut square = 0;
    while square < 64 {
        let magic = magics[square as usize];
        let (one, ones) = arrangements(square, lines[0]);
        let (other, others) = arrangements(square, lines[1]);
        let mut i = 0;
        while i < ones {
            let mut j = 0;
            while j < others {
                let occupied = one[i].0 | other[j].0;
                table[magic.index(occupied)] = one[i].1 | other[j].1;
                j += 1;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

static ROOK_MAGIC: [Magic; 64] = magics(&ROOK_MAGICS, &ROOK);
static BISHOP_MAGIC: [Magic; 64] = magics(&BISHOP_MAGICS, &BISHOP);
static ROOK_TABLE: [u64; ROOK_ENTRIES] = outcomes(&magics(&ROOK_MAGICS, &ROOK), &ROOK);
static BISHOP_TABLE: [u64; BISHOP_ENTRIES] = outcomes(&magics(&BISHOP_MAGICS, &BISHOP), &BISHOP);

const fn rays(lines: &Lines) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square as usize] = line(square, lines[0], false) | line(square, lines[1], false);
        square += 1;
    }
    table
}

static ROOK_RAYS: [u64; 64] = rays(&ROOK);
static BISHOP_RAYS: [u64; 64] = rays(&BISHOP);

/// The squares between two squares of one line, and the whole line through them; both empty where they share no line.
const fn lines() -> ([[u64; 64]; 64], [[u64; 64]; 64]) {
    const DIRECTIONS: [(i8, i8); 4] = [ROOK[0], ROOK[1], BISHOP[0], BISHOP[1]];
    let mut between = [[0; 64]; 64];
    let mut through = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < 8 {
            let (df, dr) = DIRECTIONS[i / 2];
            let direction = if i % 2 == 0 { (df, dr) } else { (-df, -dr) };
            let whole = line(a, direction, false) | bit(a);
            let (mut at, mut passed) = (a, 0);
            while let Some(to) = step(at, direction) {
                between[a as usize][to as usize] = passed;
                through[a as usize][to as usize] = whole;
                passed |= bit(to);
                at = to;
            }
            i += 1;
        }
        a += 1;
    }
    (between, through)
}

static BETWEEN: [[u64; 64]; 64] = lines().0;
static THROUGH: [[u64; 64]; 64] = lines().1;

/// The squares that a knight attacks.
#[inline]
pub fn knight(square: u8) -> u64 {
    KNIGHT[usize::from(square & 63)]
}

/// The squares that a king attacks.
#[inline]
pub fn king(square: u8) -> u64 {
    KING[usize::from(square & 63)]
}

/// The squares that a pawn of `side` attacks.
#[inline]
pub fn pawn(square: u8, side: usize) -> u64 {
    PAWN[side][usize::from(square & 63)]
}

/// The squares that a bishop attacks among `occupied`.
#[inline]
pub fn bishop(square: u8, occupied: u64) -> u64 {
    BISHOP_TABLE[BISHOP_MAGIC[usize::from(square & 63)].index(occupied)]
}

/// The squares that a rook attacks among `occupied`.
#[inline]
pub fn rook(square: u8, occupied: u64) -> u64 {
    ROOK_TABLE[ROOK_MAGIC[usize::from(square & 63)].index(occupied)]
}

/// The squares that a bishop attacks on an empty board.
#[inline]
pub fn bishop_rays(square: u8) -> u64 {
    BISHOP_RAYS[usize::from(square & 63)]
}

/// The squares that a rook attacks on an empty board.
#[inline]
pub fn rook_rays(square: u8) -> u64 {
    ROOK_RAYS[usize::from(square & 63)]
}

/// The squares that a queen attacks among `occupied`.
#[inline]
pub fn queen(square: u8, occupied: u64) -> u64 {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares that a king or piece attacks from a square; none for a pawn, whose attacks depend on its side.
pub fn of(role: Role, square: u8, occupied: u64) -> u64 {
    match role {
        Role::Pawn => 0,
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The squares strictly between two squares of one line; empty where they share none.
#[inline]
pub fn between(a: u8, b: u8) -> u64 {
    BETWEEN[usize::from(a & 63)][usize::from(b & 63)]
}

/// The whole line through two squares; empty where they share none.
#[inline]
pub fn through(a: u8, b: u8) -> u64 {
    THROUGH[usize::from(a & 63)][usize::from(b & 63)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_engine::SplitMix;

    /// Square by square, until a piece stands in the way.
    fn walked(square: u8, occupied: u64, lines: &Lines) -> u64 {
        let mut set = 0;
        for (df, dr) in lines.iter().flat_map(|&(f, r)| [(f, r), (-f, -r)]) {
            let mut at = square;
            while let Some(to) = step(at, (df, dr)) {
                set |= bit(to);
                if occupied & bit(to) != 0 {
                    break;
                }
                at = to;
            }
        }
        set
    }

    #[test]
    fn magic_lookups_are_the_squares_walked_to() {
        for square in 0..64 {
            for (lines, magics) in [(&ROOK, &ROOK_MAGIC), (&BISHOP, &BISHOP_MAGIC)] {
                let mask = magics[usize::from(square)].mask;
                let mut occupied = 0_u64;
                loop {
                    let found = match lines == &ROOK {
                        true => rook(square, occupied),
                        false => bishop(square, occupied),
                    };
                    assert_eq!(
                        found,
                        walked(square, occupied, lines),
                        "{square} {occupied:x}"
                    );
                    occupied = occupied.wrapping_sub(mask) & mask;
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn men_beyond_the_first_do_not_matter() {
        let mut random = SplitMix::new(1);
        for square in (0..64).cycle().take(20_000) {
            let occupied = random.next() & random.next();
            assert_eq!(rook(square, occupied), walked(square, occupied, &ROOK));
            assert_eq!(bishop(square, occupied), walked(square, occupied, &BISHOP));
        }
    }

    #[test]
    fn lines_are_known_by_hand() {
        assert_eq!(between(0, 3), 0b110);
        assert_eq!(between(0, 27), bit(9) | bit(18));
        assert_eq!(between(0, 10), 0);
        assert_eq!(through(1, 2), 0xff);
        assert_eq!(knight(0), bit(10) | bit(17));
        assert_eq!(pawn(8, 0), bit(17));
        assert_eq!(pawn(15, 1), bit(6));
    }
}
