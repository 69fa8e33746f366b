//! The transposition table: results for positions seen before. Lock-free: two relaxed atomics per slot, the first being the
//! key xor the second, so that a slot torn between two threads reads as a miss. The lower quarter of the first word holds the evaluation
//! instead; those bits of the key choose the bucket, provided that there are enough buckets.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::Bound;
use crate::memory::prefetch::{prefer_large_pages, prefetch};

/// Ages are counted modulo this.
const AGES: u8 = 128;

/// An entry of the table for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, as its bits.
    pub move_bits: u32,
    /// The score; forced ends count from the position.
    pub score: i16,
    /// The depth to which the score was searched, in plies, below 128.
    pub depth: u8,
    /// The kind of bound that the score is.
    pub bound: Bound,
    /// The search and iteration that stored it, below [`AGES`].
    pub age: u8,
    /// The evaluation of the position, if it was computed.
    pub eval: Option<i16>,
}

/// No evaluation: further from even than any is.
const NO_EVAL: i16 = i16::MIN;
/// The bits of a slot's first word that hold the evaluation.
const EVAL_BITS: u64 = 0xffff;

impl Entry {
    #[inline]
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

    #[inline]
    fn unpack(data: u64, check: u64) -> Option<Self> {
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
            eval: match (check as u16).cast_signed() {
                NO_EVAL => None,
                eval => Some(eval),
            },
        })
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// Both words.
    #[inline]
    fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed), data)
    }

    /// Whether the words belong to the position with this key.
    #[inline]
    fn is_of(key: u64, (check, data): (u64, u64)) -> bool {
        (check ^ data ^ key) & !EVAL_BITS == 0
    }

    #[inline]
    fn write(&self, key: u64, entry: Entry) {
        let data = entry.pack();
        let eval = u64::from(entry.eval.unwrap_or(NO_EVAL).cast_unsigned());
        let check = (key ^ data) & !EVAL_BITS | eval;
        self.check.store(check, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }

    fn clear(&self) {
        self.check.store(0, Ordering::Relaxed);
        self.data.store(0, Ordering::Relaxed);
    }
}

/// One cache line of slots: a position may be in any of the four.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The age difference between two searches of the same table.
const SEARCH: u8 = 40;

/// A transposition table. Threads may share it, and consecutive searches may reuse it: each finds the entries of those before, so that its
/// result no longer depends on its limits alone.
pub struct Table {
    buckets: Box<[Bucket]>,
    /// The age of the search before the first iteration.
    age: AtomicU8,
    /// The deepest iteration of that search so far, plies.
    deepest: AtomicU8,
}

impl Table {
    /// A table of `size_mb` MiB, or of fewer buckets if a search of at most `nodes` nodes cannot fill it (0 = no limit). If there is
    /// not enough memory it is half as large, or half of that, and so on.
    pub fn new(size_mb: usize, nodes: u64) -> Self {
        let mut count = Table::count(size_mb, nodes);
        while count > 1 {
            match Table::with_buckets(count) {
                Ok(table) => return table,
                Err(_) => count /= 2,
            }
        }
        Table::of(Box::new([Bucket::default()]))
    }

    /// The same table, of this size or none.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn try_new(size_mb: usize, nodes: u64) -> Result<Self, TryReserveError> {
        Table::with_buckets(Table::count(size_mb, nodes))
    }

    /// The buckets of a table, at least one.
    fn count(size_mb: usize, nodes: u64) -> usize {
        let buckets = size_mb.saturating_mul(1 << 20) / size_of::<Bucket>();
        let useful = match usize::try_from(nodes) {
            Ok(nodes) if nodes > 0 => nodes,
            _ => usize::MAX,
        };
        buckets.min(useful).max(1)
    }

    /// A table of `count` buckets of four entries.
    fn with_buckets(count: usize) -> Result<Self, TryReserveError> {
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        prefer_large_pages(buckets.spare_capacity_mut());
        buckets.resize_with(count, Bucket::default);
        Ok(Table::of(buckets.into_boxed_slice()))
    }

    fn of(buckets: Box<[Bucket]>) -> Self {
        Table {
            buckets,
            age: AtomicU8::new(0),
            deepest: AtomicU8::new(0),
        }
    }

    /// Its size in MiB, rounded down.
    pub fn size_mb(&self) -> usize {
        size_of_val(&*self.buckets) >> 20
    }

    /// Clears the table.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.clear();
        }
    }

    /// The share of the table filled by the last search, in permille, estimated from a sample.
    pub fn permille(&self) -> usize {
        let slots = || self.buckets.iter().flat_map(|bucket| &bucket.0).take(1_000);
        let now = self.age.load(Ordering::Relaxed);
        let iterations = 1..=self.deepest.load(Ordering::Relaxed);
        let is_new = |slot: &&Slot| {
            let (check, data) = slot.read();
            let entry = Entry::unpack(data, check);
            entry.is_some_and(|entry| iterations.contains(&(entry.age.wrapping_sub(now) % AGES)))
        };
        slots().filter(is_new).count() * 1_000 / slots().count().max(1)
    }

    /// Begins another search: entries stored from now on are younger than all before.
    pub(crate) fn begin_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age
            .store(age.wrapping_add(SEARCH) % AGES, Ordering::Relaxed);
        self.deepest.store(0, Ordering::Relaxed);
    }

    /// The age of entries stored by the iteration of this depth, which begins.
    pub(crate) fn age(&self, depth: usize) -> u8 {
        let depth = (depth % usize::from(AGES)) as u8;
        self.deepest.fetch_max(depth, Ordering::Relaxed);
        self.age.load(Ordering::Relaxed).wrapping_add(depth) % AGES
    }

    /// Prefetches the bucket of the position with this key.
    #[inline]
    pub(crate) fn touch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let slots = &self.bucket(key).0;
        let mut read = slots.iter().map(Slot::read);
        let (check, data) = read.find(|&words| Slot::is_of(key, words))?;
        Entry::unpack(data, check)
    }

    /// Stores an entry, replacing an earlier one of the same position, or else the shallowest and oldest in the bucket.
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let slots = &self.bucket(key).0;
        let worth = |slot: &&Slot| {
            let (check, data) = slot.read();
            match Entry::unpack(data, check) {
                None => i32::MIN,
                Some(old) => {
                    i32::from(old.depth) - 2 * i32::from(entry.age.wrapping_sub(old.age) % AGES)
                }
            }
        };
        let same = slots.iter().find(|slot| Slot::is_of(key, slot.read()));
        if let Some(slot) = same.or_else(|| slots.iter().min_by_key(worth)) {
            slot.write(key, entry);
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // The bits that the slots leave out come first, so that in a table of 65,536 buckets or more, bucket and slot together
        // contain the whole key. Smaller ones leave some out: that is why a key must be well spread.
        let key = key.rotate_right(EVAL_BITS.count_ones());
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("buckets", &self.buckets.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of a position, by number: the lowest bits choose the bucket, and are not looked at again.
    const fn key(number: u64) -> u64 {
        number << 20
    }

    fn one_bucket() -> Table {
        Table::with_buckets(1).unwrap()
    }

    fn entry(depth: u8, score: i16) -> Entry {
        Entry {
            move_bits: 0xdead_beef,
            score,
            depth,
            bound: Bound::Lower,
            age: 101,
            eval: Some(-77),
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
            for eval in [None, Some(i16::MAX), Some(-1), Some(0)] {
                let (entry, slot) = (Entry { eval, ..entry }, Slot::default());
                slot.write(0x0123_4567_89ab_cdef, entry);
                let (check, data) = slot.read();
                assert_eq!(Entry::unpack(data, check), Some(entry));
            }
        }
    }

    #[test]
    fn an_empty_slot_is_no_entry_even_for_key_zero() {
        assert_eq!(one_bucket().probe(0), None);
    }

    #[test]
    fn a_full_bucket_loses_its_shallowest_entry() {
        let table = one_bucket();
        for n in 1..=4 {
            table.store(key(n), entry(10 + n as u8, 0));
        }
        table.store(key(5), entry(1, 7));
        assert_eq!(table.probe(key(1)), None);
        assert_eq!(table.probe(key(5)), Some(entry(1, 7)));
        assert_eq!(table.probe(key(4)), Some(entry(14, 0)));
    }

    #[test]
    fn a_position_stands_in_the_table_once() {
        let table = one_bucket();
        for depth in 1..=9 {
            table.store(key(42), entry(depth, 0));
        }
        assert_eq!(table.probe(key(42)), Some(entry(9, 0)));
        for n in 1..=3 {
            table.store(key(n), entry(1, 0));
        }
        assert_eq!(
            table.probe(key(42)),
            Some(entry(9, 0)),
            "three slots were free"
        );
    }

    #[test]
    fn a_torn_slot_reads_as_a_miss() {
        let table = one_bucket();
        table.store(key(9), entry(3, 3));
        let other = entry(4, 4).pack();
        table.buckets[0].0[0].data.store(other, Ordering::Relaxed);
        assert_eq!(table.probe(key(9)), None);
    }

    #[test]
    fn an_earlier_search_gives_way_first() {
        let table = one_bucket();
        let stored = |depth, age| Entry {
            age,
            ..entry(depth, 0)
        };
        for n in 1..=4 {
            table.store(key(n), stored(30, table.age(12)));
        }
        table.begin_search();
        for n in 5..=7 {
            table.store(key(n), stored(1, table.age(1)));
        }
        table.store(key(8), stored(1, table.age(2)));
        for n in 5..=8 {
            assert!(table.probe(key(n)).is_some(), "{n}");
        }
        assert_eq!(table.permille(), 1_000);
        table.begin_search();
        assert_eq!(table.permille(), 0);
        table.clear();
        assert_eq!(table.probe(key(5)), None);
    }

    #[test]
    fn entries_of_deep_iterations_are_counted_too() {
        let table = one_bucket();
        for (n, depth) in (1..=4).zip([1, 39, 40, 119]) {
            let age = table.age(depth);
            table.store(key(n), Entry { age, ..entry(1, 0) });
            assert_eq!(table.permille(), 250 * n as usize, "{depth} plies");
        }
        table.begin_search();
        assert_eq!(table.permille(), 0);
    }

    #[test]
    fn no_larger_than_the_search_can_fill() {
        assert_eq!(Table::new(16, 0).buckets.len(), (16 << 20) / 64);
        assert_eq!(Table::new(16, 150).buckets.len(), 150);
        assert_eq!(Table::new(0, 0).buckets.len(), 1);
    }

    /// No machine has so much memory.
    #[test]
    fn without_the_memory_there_is_a_smaller_one_or_none() {
        const TOO_MUCH_MB: usize = 1 << 40;
        assert!(Table::try_new(TOO_MUCH_MB, 0).is_err());
        assert!(Table::try_new(usize::MAX, 0).is_err());
        assert_eq!(Table::try_new(TOO_MUCH_MB, 9).map(|t| t.size_mb()), Ok(0));
        assert_eq!(Table::try_new(3, 0).map(|t| t.size_mb()), Ok(3));
    }
}
