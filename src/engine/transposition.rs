//! The transposition table: what is known of positions seen before. Lock-free: two relaxed atomics a slot, of which the first
//! is the key xor the second, so that a slot torn between two threads reads as a miss.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::engine::Bound;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best move, as its bits.
    pub move_bits: u32,
    /// The score; forced ends count from the position.
    pub score: i16,
    /// How deep the score was searched, plies, below 128.
    pub depth: u8,
    /// What the score bounds.
    pub bound: Bound,
    /// The iteration that stored it, below 128.
    pub age: u8,
}

impl Entry {
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(self.move_bits)
            | u64::from(self.score.cast_unsigned()) << 32
            | u64::from(self.depth & 127) << 48
            | u64::from(self.age & 127) << 55
            | bound << 62
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 62 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            move_bits: data as u32,
            score: ((data >> 32) as u16).cast_signed(),
            depth: (data >> 48) as u8 & 127,
            bound,
            age: (data >> 55) as u8 & 127,
        })
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// One cache line of slots: a position may stand in any of the four.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The table; threads may share it.
pub(super) struct Transpositions {
    buckets: Box<[Bucket]>,
}

impl Transpositions {
    /// A table of `size_mb` MiB, or of fewer buckets where a search of at most `nodes` nodes cannot fill it (0 = no limit).
    pub fn new(size_mb: usize, nodes: u64) -> Self {
        let buckets = size_mb.saturating_mul(1 << 20) / size_of::<Bucket>();
        let useful = match usize::try_from(nodes) {
            Ok(nodes) if nodes > 0 => nodes,
            _ => usize::MAX,
        };
        Transpositions::with_buckets(buckets.min(useful))
    }

    /// A table of so many buckets of four entries, at least one.
    pub fn with_buckets(count: usize) -> Self {
        Transpositions {
            buckets: (0..count.max(1)).map(|_| Bucket::default()).collect(),
        }
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let slots = &self.bucket(key).0;
        let (_, data) = slots.iter().map(Slot::read).find(|&(k, _)| k == key)?;
        Entry::unpack(data)
    }

    /// Keeps an entry, in place of what is known of the position already, or else of the shallowest and oldest in the bucket.
    pub fn store(&self, key: u64, entry: Entry) {
        let slots = &self.bucket(key).0;
        let worth = |slot: &&Slot| {
            let (found, data) = slot.read();
            match Entry::unpack(data) {
                None => i32::MIN,
                Some(_) if found == key => i32::MIN,
                Some(old) => i32::from(old.depth) + 2 * i32::from(old.age),
            }
        };
        let same = slots.iter().find(|slot| slot.read().0 == key);
        if let Some(slot) = same.or_else(|| slots.iter().min_by_key(worth)) {
            slot.write(key, entry.pack());
        }
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth: u8, score: i16) -> Entry {
        Entry {
            move_bits: 0xdead_beef,
            score,
            depth,
            bound: Bound::Lower,
            age: 101,
        }
    }

    #[test]
    fn keeps_every_field() {
        for (depth, score, bound) in [
            (0, -32_000, Bound::Exact),
            (120, 32_000, Bound::Upper),
            (7, -1, Bound::Lower),
        ] {
            let entry = Entry {
                bound,
                ..entry(depth, score)
            };
            assert_eq!(Entry::unpack(entry.pack()), Some(entry));
        }
    }

    #[test]
    fn an_empty_slot_is_no_entry_even_for_key_zero() {
        assert_eq!(Transpositions::with_buckets(1).probe(0), None);
    }

    #[test]
    fn a_full_bucket_loses_its_shallowest_entry() {
        let table = Transpositions::with_buckets(1);
        for key in 1..=4 {
            table.store(key, entry(10 + key as u8, 0));
        }
        table.store(5, entry(1, 7));
        assert_eq!(table.probe(1), None);
        assert_eq!(table.probe(5), Some(entry(1, 7)));
        assert_eq!(table.probe(4), Some(entry(14, 0)));
    }

    #[test]
    fn a_position_stands_in_the_table_once() {
        let table = Transpositions::with_buckets(1);
        for depth in 1..=9 {
            table.store(42, entry(depth, 0));
        }
        assert_eq!(table.probe(42), Some(entry(9, 0)));
        for key in 1..=3 {
            table.store(key, entry(1, 0));
        }
        assert_eq!(table.probe(42), Some(entry(9, 0)), "three slots were free");
    }

    #[test]
    fn a_torn_slot_reads_as_a_miss() {
        let table = Transpositions::with_buckets(1);
        table.store(9, entry(3, 3));
        let other = entry(4, 4).pack();
        table.buckets[0].0[0].data.store(other, Ordering::Relaxed);
        assert_eq!(table.probe(9), None);
    }

    #[test]
    fn no_larger_than_the_search_can_fill() {
        assert_eq!(Transpositions::new(16, 0).buckets.len(), (16 << 20) / 64);
        assert_eq!(Transpositions::new(16, 150).buckets.len(), 150);
        assert_eq!(Transpositions::new(0, 0).buckets.len(), 1);
    }
}
