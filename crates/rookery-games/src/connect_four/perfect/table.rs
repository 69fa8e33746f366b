//! The solver's transposition table: a bound and the amount of work in eight bytes, with the whole key, so that no two
//! positions are ever confused.
//!
//! It begins with as few lines as the key allows and doubles while it fills: a short search stays in the processor's cache, and
//! forgetting costs no more than the search did.

use rookery_engine::as_many;

/// The slots of a line, 64 bytes, which the processor fetches as one.
const SLOTS: usize = 8;
/// The bits of a slot that hold the upper bits of the key; the lower bits give the number of the line.
const TAG_BITS: u32 = 51;
const WORK_BITS: u32 = 6;
const BOUND_BITS: u32 = 7;
const DATA_BITS: u32 = WORK_BITS + BOUND_BITS;
/// The smallest number of lines, as a power of two.
const LINES_MIN_LOG2: u32 = 8;

#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Line([u64; SLOTS]);

/// The table for keys of a certain length.
pub(in crate::connect_four) struct BoundTable {
    lines: Vec<Line>,
    key_bits: u32,
    /// The number of low bits of a mixed key that are not part of the tag.
    low_bits: u32,
    /// The lines in use, as a power of two.
    lines_log2: u32,
    filled: usize,
}

impl BoundTable {
    /// A table of at most `entries` slots for keys below 2^`key_bits`; smaller where memory is short.
    pub fn new(entries: usize, key_bits: u32) -> Self {
        let low_bits = key_bits.saturating_sub(TAG_BITS).max(LINES_MIN_LOG2);
        let lines = (entries / SLOTS).max(1);
        let lines_log2 = lines.ilog2().max(low_bits);
        BoundTable {
            lines: as_many(1 << lines_log2, 1 << low_bits),
            key_bits,
            low_bits,
            lines_log2: low_bits,
            filled: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lines[..1 << self.lines_log2].fill(Line::default());
        self.lines_log2 = self.low_bits;
        self.filled = 0;
    }

    /// The bound of the position with this key, 1 to 127; the search knows its meaning.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<u8> {
        let mixed = self.mixed(key);
        let tag = mixed >> self.low_bits;
        let line = &self.lines[self.line_of(mixed)].0;
        let data = line.iter().find(|&&slot| slot >> DATA_BITS == tag)?;
        let bound = (data & ((1 << BOUND_BITS) - 1)) as u8;
        (bound != 0).then_some(bound)
    }

    /// Keeps the bound of a position that took `work` nodes, in place of its own earlier bound, or else of the one that took the least
    /// work in its line.
    #[inline(always)]
    pub fn store(&mut self, key: u64, bound: u8, work: u64) {
        let mixed = self.mixed(key);
        let tag = mixed >> self.low_bits;
        let work = u64::from((2 * work.max(1)).ilog2().min((1 << WORK_BITS) - 1));
        let data = work << BOUND_BITS | u64::from(bound);
        let at = self.line_of(mixed);
        let line = &mut self.lines[at].0;
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, &slot) in line.iter().enumerate() {
            if slot >> DATA_BITS == tag || slot == 0 {
                self.filled += usize::from(slot == 0);
                victim = i;
                break;
            }
            let old = slot & ((1 << DATA_BITS) - 1);
            if old < least {
                (least, victim) = (old, i);
            }
        }
        line[victim] = tag << DATA_BITS | data;
        if self.filled > SLOTS << self.lines_log2 >> 1 && 1 << self.lines_log2 < self.lines.len() {
            self.grow();
        }
    }

    /// Doubles the lines in use: each old line is split between itself and the new line at the same place in the upper half.
    #[cold]
    fn grow(&mut self) {
        let bit = self.lines_log2 - self.low_bits + DATA_BITS;
        let (old, new) = self.lines.split_at_mut(1 << self.lines_log2);
        for (line, other) in old.iter_mut().zip(new) {
            *other = Line::default();
            let (mut stay, mut go) = (0, 0);
            for slot in std::mem::take(line).0.into_iter().filter(|&slot| slot != 0) {
                if slot >> bit & 1 == 0 {
                    line.0[stay] = slot;
                    stay += 1;
                } else {
                    other.0[go] = slot;
                    go += 1;
                }
            }
        }
        self.lines_log2 += 1;
    }

    /// A permutation of the keys that lets every bit of a key reach the lower ones.
    #[inline(always)]
    fn mixed(&self, key: u64) -> u64 {
        let mask = u64::MAX >> (64 - self.key_bits);
        let product = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        product ^ product >> (self.key_bits / 2)
    }

    #[inline(always)]
    fn line_of(&self, mixed: u64) -> usize {
        (mixed & ((1 << self.lines_log2) - 1)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_found_while_the_table_grows() {
        for key_bits in [35, 49, 63, 64] {
            let mut table = BoundTable::new(1 << 21, key_bits);
            let key = |i: u64| i.wrapping_mul(0xd129_9c2d_45a3_71eb) >> (64 - key_bits);
            let bound = |i: u64| (i % 127 + 1) as u8;
            for i in 0..300_000 {
                table.store(key(i), bound(i), i);
            }
            let found = (0..300_000).filter(|&i| match table.probe(key(i)) {
                Some(found) => {
                    assert_eq!(found, bound(i), "{i} of {key_bits} bits");
                    true
                }
                None => false,
            });
            // Half full at most, a line of eight rarely overflows.
            let found = found.count();
            assert!(found > 290_000, "{found} of {key_bits} bits");
            assert!((300_000..310_000).all(|i| table.probe(key(i)).is_none()));
            table.clear();
            assert!((0..300_000).all(|i| table.probe(key(i)).is_none()));
        }
    }

    #[test]
    fn a_full_line_loses_what_took_the_least_work() {
        let mut table = BoundTable::new(1, 49);
        for i in 1..=100_000 {
            table.store(i, 5, if i == 7 { 1 << 40 } else { 1 });
        }
        assert_eq!(table.probe(7), Some(5));
        table.store(7, 6, 1);
        assert_eq!(table.probe(7), Some(6));
    }

    #[test]
    fn mixing_takes_no_two_keys_for_one() {
        let table = BoundTable::new(1, 16);
        let mut mixed: Vec<_> = (0..1_u64 << 16).map(|key| table.mixed(key)).collect();
        mixed.sort_unstable();
        assert!(mixed.into_iter().eq(0..1 << 16));
    }
}
