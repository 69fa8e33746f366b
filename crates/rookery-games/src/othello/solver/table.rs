//! The solver's transposition table: bounds on the values of positions, and their best moves. Private to one thread; a bucket
//! of four entries fills a cache line.

use crate::othello::position::key;
use crate::othello::solver::Discs;
use rookery_engine::as_many;

/// No square.
pub const NO_MOVE: u8 = 64;

/// The bounds of one position, with its best moves.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Slot {
    /// The hash of the position; two positions share all 64 bits about once in 10¹¹ searches of a minute each.
    key: u64,
    lower: i8,
    upper: i8,
    moves: [u8; 2],
    /// The logarithm of the nodes that it took.
    cost: u8,
    /// The search that stored it.
    age: u8,
}

#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
struct Bucket([Slot; 4]);

/// The bounds of a position that the table has, with its best moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value is at least this.
    pub lower: Discs,
    /// The value is at most this.
    pub upper: Discs,
    /// The best move, and the one that was best before it; [`NO_MOVE`] where there is none.
    pub moves: [u8; 2],
}

/// Bounds of positions that were searched, four to a bucket.
pub struct SolverTable {
    /// A power of two of buckets, as many as the largest problem so far needed.
    buckets: Vec<Bucket>,
    /// The most buckets that there may be.
    most: usize,
    /// The number of buckets in use, less one: small problems stay within the cache of the processor.
    mask: usize,
    age: u8,
}

impl SolverTable {
    /// A table of at most `entries` entries, rounded down to a power of two, but of one bucket at least.
    pub fn new(entries: usize) -> Self {
        SolverTable {
            buckets: vec![Bucket::default()],
            most: 1 << (entries / 4).max(1).ilog2(),
            mask: 0,
            age: 1,
        }
    }

    /// Uses as much of the table as a problem with `empty` empty squares needs. Stored bounds remain valid, but not all of them
    /// can still be found.
    pub fn fit(&mut self, empty: u32) {
        let wanted = self.most.min(1 << (empty + 1).clamp(10, 40));
        if wanted > self.buckets.len() {
            self.buckets = Vec::new();
            self.buckets = as_many(wanted, 1);
            // If memory is short, it stays as large as it could be.
            self.most = self.most.min(self.buckets.len());
        }
        self.mask = wanted.min(self.buckets.len()) - 1;
    }

    /// Forgets everything. Entries of another age count as empty, so that this takes no time.
    pub fn forget(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            self.buckets.fill(Bucket::default());
            self.age = 1;
        }
    }

    /// The hash of a position.
    #[inline]
    pub fn key(own: u64, other: u64) -> u64 {
        key(own, other, 0)
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        (key >> 24) as usize & self.mask
    }

    /// The bounds of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        let Bucket(slots) = &self.buckets[self.index(key)];
        let slot = slots.iter().find(|s| s.key == key && s.age == self.age)?;
        Some(Known {
            lower: slot.lower.into(),
            upper: slot.upper.into(),
            moves: slot.moves,
        })
    }

    /// Stores the result of a search with the null window above `alpha`: `value`, reached by `square`, at a cost of `nodes` nodes.
    pub fn store(&mut self, key: u64, alpha: Discs, value: Discs, square: u8, nodes: u64) {
        let index = self.index(key);
        let Bucket(slots) = &mut self.buckets[index];
        let cost = 64 - nodes.leading_zeros() as u8;
        let age = self.age;
        let rank = |s: &Slot| (s.age == age, s.cost);
        let at = slots
            .iter()
            .position(|s| s.key == key && s.age == age)
            .or_else(|| (0..4).min_by_key(|&i| rank(&slots[i])))
            .expect("a bucket has four slots");
        let slot = &mut slots[at];
        if slot.key != key || slot.age != age {
            *slot = Slot {
                key,
                lower: -64,
                upper: 64,
                moves: [NO_MOVE; 2],
                cost,
                age,
            };
        }
        slot.cost = slot.cost.max(cost);
        if value > alpha {
            slot.lower = slot.lower.max(value as i8);
        } else {
            slot.upper = slot.upper.min(value as i8);
        }
        if (value > alpha || slot.moves[0] == NO_MOVE) && slot.moves[0] != square {
            slot.moves = [square, slot.moves[0]];
        }
    }
}
