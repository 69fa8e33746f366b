//! Memory of positions met in play, with the values that the look-ahead backed up to them (rote learning, Samuel 1959).
//!
//! A position that is used again stays; one that is not grows old and is forgotten.

use std::collections::BTreeMap;

use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::squares::{self, SquareSet};
use rookery_engine::Position;

/// A position as it is kept: Black's pieces, White's, and the kings, with Black to move.
type Standard = [SquareSet; 3];

/// A value with the number of plies that it looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remembered {
    /// For the side to move.
    pub value: i32,
    /// Plies between the position and those that were evaluated, those of remembered values included.
    pub plies: u16,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    remembered: Remembered,
    age: u16,
}

/// The limits of a memory: its size and the age of its positions.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimits {
    /// Positions at most.
    pub positions: usize,
    /// The age of a new position.
    pub first_age: u16,
    /// The age at which a position is forgotten; it grows by one whenever [`RoteMemory::grow_older`] is called.
    pub last_age: u16,
}

/// Positions with their values; a position is also found with the colours exchanged.
#[derive(Clone, Debug)]
pub struct RoteMemory {
    records: BTreeMap<Standard, Record>,
    limits: MemoryLimits,
}

impl RoteMemory {
    pub fn new(limits: MemoryLimits) -> Self {
        RoteMemory {
            records: BTreeMap::new(),
            limits,
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Stores the backed-up value of a position, in place of an earlier one. A memory that has become too large drops the positions that look
    /// ahead the least, the oldest of them first, until an eighth of it is free.
    pub fn store(&mut self, position: &Checkers, remembered: Remembered) {
        let age = self.limits.first_age;
        let fresh = Record { remembered, age };
        self.records
            .entry(standard(position))
            .and_modify(|known| {
                known.remembered = remembered;
                known.age /= 2;
            })
            .or_insert(fresh);
        if self.records.len() > self.limits.positions {
            self.cull();
        }
    }

    /// The value of a position, whose age is halved by that.
    pub fn recall(&mut self, position: &Checkers) -> Option<Remembered> {
        let record = self.records.get_mut(&standard(position))?;
        record.age /= 2;
        Some(record.remembered)
    }

    /// Adds one to the age of every position, and forgets the oldest.
    pub fn grow_older(&mut self) {
        let last = self.limits.last_age;
        self.records.retain(|_, record| {
            record.age += 1;
            record.age < last
        });
    }

    fn cull(&mut self) {
        let kept = self.limits.positions * 7 / 8;
        let mut ranked: Vec<_> = self.records.iter().collect();
        ranked.sort_by_key(|(key, record)| {
            let worth = (record.remembered.plies, u16::MAX - record.age);
            (worth, **key)
        });
        let dropped = ranked.len() - kept;
        let dropped: Vec<Standard> = ranked[..dropped].iter().map(|(key, _)| **key).collect();
        for key in dropped {
            self.records.remove(&key);
        }
    }
}

/// The position with Black to move, by exchange of the colours; of positions of kings alone, which have no direction, the first of the
/// board's four images.
fn standard(position: &Checkers) -> Standard {
    let black = match position.side() {
        0 => position.clone(),
        _ => position.turned(),
    };
    let sets = [black.pieces(0), black.pieces(1), black.kings()];
    if sets[0] | sets[1] != sets[2] {
        return sets;
    }
    let half_turn = sets.map(SquareSet::reverse_bits);
    let mirrored = sets.map(mirror);
    let both = mirrored.map(SquareSet::reverse_bits);
    sets.min(half_turn).min(mirrored).min(both)
}

/// The squares mirrored in the long diagonal of light squares: rows become columns.
fn mirror(set: SquareSet) -> SquareSet {
    squares::each(set).fold(0, |image, square| {
        let (column, row) = squares::place(square);
        image | squares::bit(4 * column + row / 2)
    })
}
