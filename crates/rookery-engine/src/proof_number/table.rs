//! The table of a proof-number search: proof and disproof numbers of positions that were looked at before.

use crate::memory::alloc::as_many;

/// Infinity: as a proof number, the position is disproven; as a disproof number, proven.
pub(super) const INFINITE: u32 = u32::MAX;
/// The greatest finite number.
pub(super) const MOST: u32 = INFINITE - 1;

/// The state of knowledge about the question whether the attacker wins in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Proof number: the least number of leaves that have yet to be proven won for the attacker for this position to be won.
    pub proof: u32,
    /// Disproof number: the same for the defender.
    pub disproof: u32,
    /// Where it is proven: plies to the end by the proof.
    pub plies: u32,
    /// Where it is disproven: whether only because a position was repeated, which need not be so on another path to this position.
    pub by_repetition: bool,
}

impl Numbers {
    /// The attacker wins within this number of plies.
    pub fn won(plies: u32) -> Self {
        Numbers {
            proof: 0,
            disproof: INFINITE,
            plies,
            by_repetition: false,
        }
    }

    /// The attacker does not win.
    pub fn not_won(by_repetition: bool) -> Self {
        Numbers {
            proof: INFINITE,
            disproof: 0,
            plies: 0,
            by_repetition,
        }
    }

    /// Neither is known.
    pub fn open(proof: u32, disproof: u32) -> Self {
        Numbers {
            proof: proof.clamp(1, MOST),
            disproof: disproof.clamp(1, MOST),
            plies: 0,
            by_repetition: false,
        }
    }

    /// Whether the question is answered.
    pub fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// The bits of a slot's first word that hold the upper 48 bits of the key. The key's lower 32 bits choose the bucket, the higher of them
/// first, so that in a large table the 16 that are not stored count too.
const KEY_BITS: u64 = !0xffff;
/// The bit that says `by_repetition`.
const REPETITION_BIT: u64 = 1 << 7;
/// The lowest of the eight bits that say in which question the entry was stored.
const QUESTION_SHIFT: u32 = 8;

/// An entry: sixteen bytes.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// Key, question, `by_repetition`, and in the lowest seven bits the length of the number of nodes spent, in bits (0: an empty slot).
    head: u64,
    proof: u32,
    /// The disproof number; where the position is proven, the plies.
    disproof: u32,
}

impl Slot {
    fn work(self) -> u64 {
        self.head & (REPETITION_BIT - 1)
    }

    fn is_of(self, key: u64) -> bool {
        self.work() != 0 && (self.head ^ key) & KEY_BITS == 0
    }

    fn question(self) -> u8 {
        (self.head >> QUESTION_SHIFT) as u8
    }

    fn numbers(self) -> Numbers {
        match (self.proof, self.disproof) {
            (0, plies) => Numbers::won(plies),
            (_, 0) => Numbers::not_won(self.head & REPETITION_BIT != 0),
            (proof, disproof) => Numbers::open(proof, disproof),
        }
    }
}

/// Slots of a bucket.
const WAYS: usize = 4;

/// A table of a fixed size: a position may be in any slot of its bucket, and takes the place of the one that cost the least work.
pub(super) struct ProofTable {
    slots: Vec<Slot>,
    /// The number of the question that is being answered.
    question: u8,
}

impl ProofTable {
    /// A table of `entries` slots, or of fewer where there is not enough memory.
    pub fn new(entries: usize) -> Self {
        let buckets = (entries / WAYS).max(1);
        let mut slots = as_many(buckets * WAYS, WAYS);
        slots.truncate((slots.len() / WAYS).max(1) * WAYS);
        ProofTable { slots, question: 0 }
    }

    pub fn clear(&mut self) {
        self.slots.fill(Slot::default());
    }

    /// Begins another question: a position that was disproven only by a repetition on the path to it may be won from another root.
    pub fn begin_question(&mut self) {
        self.question = self.question.wrapping_add(1);
        if self.question == 0 {
            self.clear();
        }
    }

    /// The first slot of the bucket of a key.
    fn bucket(&self, key: u64) -> usize {
        let buckets = (self.slots.len() / WAYS) as u64;
        let index = (u128::from(key << 32) * u128::from(buckets)) >> 64;
        index as usize * WAYS
    }

    pub fn get(&self, key: u64) -> Option<Numbers> {
        let first = self.bucket(key);
        let mut slots = self.slots[first..first + WAYS].iter();
        let slot = slots.find(|slot| slot.is_of(key))?;
        let numbers = slot.numbers();
        let is_of_this_way = !numbers.by_repetition || slot.question() == self.question;
        is_of_this_way.then_some(numbers)
    }

    /// Keeps the numbers of a position on which `nodes` nodes were spent.
    pub fn put(&mut self, key: u64, numbers: Numbers, nodes: u64) {
        let first = self.bucket(key);
        let slots = &mut self.slots[first..first + WAYS];
        let same = slots.iter().position(|slot| slot.is_of(key));
        let least = || (0..WAYS).min_by_key(|&i| slots[i].work());
        let Some(at) = same.or_else(least) else {
            return;
        };
        let work = u64::from((u64::BITS - nodes.leading_zeros()).max(1));
        let repetition = match numbers.by_repetition {
            true => REPETITION_BIT,
            false => 0,
        };
        let question = u64::from(self.question) << QUESTION_SHIFT;
        slots[at] = Slot {
            head: key & KEY_BITS | question | repetition | work,
            proof: numbers.proof,
            disproof: match numbers.proof {
                0 => numbers.plies,
                _ => numbers.disproof,
            },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u64 = 0x1234_5678_9abc_def0;

    #[test]
    fn what_is_put_is_found() {
        let mut table = ProofTable::new(64);
        let all = [
            Numbers::won(7),
            Numbers::not_won(false),
            Numbers::not_won(true),
            Numbers::open(3, 5),
            Numbers::open(u32::MAX, u32::MAX),
        ];
        for numbers in all {
            table.put(KEY, numbers, 9);
            assert_eq!(table.get(KEY), Some(numbers));
            // Each bit of the key counts, down to the lowest of those that are kept.
            for bit in 16..64 {
                assert_eq!(table.get(KEY ^ 1 << bit), None, "{bit}");
            }
        }
        table.clear();
        assert_eq!(table.get(KEY), None);
    }

    #[test]
    fn what_a_repetition_took_away_is_another_question_s_to_ask() {
        let mut table = ProofTable::new(64);
        for numbers in [
            Numbers::not_won(true),
            Numbers::not_won(false),
            Numbers::won(3),
        ] {
            table.put(KEY, numbers, 1);
            table.begin_question();
            let kept = (!numbers.by_repetition).then_some(numbers);
            assert_eq!(table.get(KEY), kept);
        }
        for _ in 0..256 {
            table.begin_question();
        }
        assert_eq!(
            table.get(KEY),
            None,
            "numbers begin again with an empty table"
        );
    }

    #[test]
    fn the_cheapest_entry_of_a_full_bucket_makes_room() {
        let mut table = ProofTable::new(1);
        let key = |n: u64| n << 32;
        for n in 1..=4 {
            table.put(key(n), Numbers::open(1, n as u32), 1 << (9 - n));
        }
        table.put(key(5), Numbers::open(1, 5), 1);
        let left: Vec<u64> = (1..=5).filter(|&n| table.get(key(n)).is_some()).collect();
        assert_eq!(left, [1, 2, 3, 5]);
    }
}
