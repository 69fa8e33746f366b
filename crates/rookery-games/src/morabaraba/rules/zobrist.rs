//! Zobrist numbers for the keys of positions.

use crate::morabaraba::rules::points;

/// A number for each fact about a position.
pub struct Zobrist {
    /// A cow of a side on a junction.
    pub cow: [[u64; points::COUNT]; 2],
    /// So many cows in a side's hand.
    pub hand: [[u64; 13]; 2],
    /// A see-saw ban of a side: the junction that the cow may not go back to,
    pub ban_from: [[u64; points::COUNT]; 2],
    /// and the junction it stands on.
    pub ban_to: [[u64; points::COUNT]; 2],
    /// Side 1 is to move.
    pub side: u64,
}

/// The table; the same in every build, so that node counts are too.
pub static ZOBRIST: Zobrist = Zobrist::new(0x6d6f_7261_6261_7261);

impl Zobrist {
    const fn new(mut state: u64) -> Self {
        let mut z = Zobrist {
            cow: [[0; points::COUNT]; 2],
            hand: [[0; 13]; 2],
            ban_from: [[0; points::COUNT]; 2],
            ban_to: [[0; points::COUNT]; 2],
            side: splitmix(&mut state),
        };
        let mut side = 0;
        while side < 2 {
            fill(&mut z.cow[side], &mut state);
            fill(&mut z.hand[side], &mut state);
            fill(&mut z.ban_from[side], &mut state);
            fill(&mut z.ban_to[side], &mut state);
            side += 1;
        }
        z
    }
}

const fn fill<const N: usize>(table: &mut [u64; N], state: &mut u64) {
    let mut i = 0;
    while i < N {
        table[i] = splitmix(state);
        i += 1;
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
const fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
