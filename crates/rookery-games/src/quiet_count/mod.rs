//! Count of plies without progress, for games whose position is two words: the draw by counting, and keys that follow the count.

/// 2^64 divided by the golden ratio, odd: multiples of it differ in all bits.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// Quiet plies that the search's table takes for one.
const PLIES_A_STEP: u16 = 8;

/// Mixes 64 bits, one to one (the finaliser of SplitMix64; Steele, Lea and Flood, 2014).
#[inline]
fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The key of a board that these two words hold: cheaper to compute than to keep up to date.
#[inline]
pub fn key_of_words(first: u64, second: u64) -> u64 {
    mixed(first ^ mixed(second ^ GOLDEN_RATIO))
}

/// The key of a position in the search's table: the draw by counting comes nearer with each quiet ply, so values are kept apart by steps
/// of the count.
#[inline]
pub fn with_steps(key: u64, quiet: u16) -> u64 {
    let steps = u64::from(quiet / PLIES_A_STEP);
    key ^ steps.wrapping_mul(GOLDEN_RATIO)
}

/// Whether so many quiet plies are a draw by this limit, if there is one. A move that leaves the other side without one wins, even if it
/// is the last one allowed.
#[inline]
pub fn is_drawn(quiet: u16, limit: Option<u16>, can_move: impl FnOnce() -> bool) -> bool {
    limit.is_some_and(|limit| quiet >= limit) && can_move()
}
