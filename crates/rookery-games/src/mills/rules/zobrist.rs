//! Zobrist numbers for the keys of positions of the mill games.

use crate::mills::rules::points;
use rookery_engine::SplitMix;

/// A number for each fact about a position.
pub struct Zobrist {
    /// A man of a side on a point.
    pub man: [[u64; points::COUNT]; 2],
    /// The number of men in a side's hand.
    pub hand: [[u64; 13]; 2],
    /// A see-saw ban of a side: the point that the man may not go back to,
    pub ban_from: [[u64; points::COUNT]; 2],
    /// and the point it stands on.
    pub ban_to: [[u64; points::COUNT]; 2],
    /// Side 1 is to move.
    pub side: u64,
}

/// The table; the same in every build, so that node counts are too.
pub static ZOBRIST: Zobrist = Zobrist::new(SplitMix::new(0x6d6f_7261_6261_7261));

const fn on_rings(table: &mut [u64; points::COUNT]) -> &mut [u64] {
    table.split_at_mut(points::ON_RINGS).0
}

const fn on_hub(table: &mut [u64; points::COUNT]) -> &mut [u64] {
    table.split_at_mut(points::ON_RINGS).1
}

impl Zobrist {
    const fn new(mut random: SplitMix) -> Self {
        let mut z = Zobrist {
            man: [[0; points::COUNT]; 2],
            hand: [[0; 13]; 2],
            ban_from: [[0; points::COUNT]; 2],
            ban_to: [[0; points::COUNT]; 2],
            side: random.next(),
        };
        let mut side = 0;
        while side < 2 {
            random.fill(on_rings(&mut z.man[side]));
            random.fill(&mut z.hand[side]);
            random.fill(on_rings(&mut z.ban_from[side]));
            random.fill(on_rings(&mut z.ban_to[side]));
            side += 1;
        }
        // The hub's numbers come last, so that the other boards keep the keys that they had before there was a hub.
        while side > 0 {
            side -= 1;
            random.fill(on_hub(&mut z.man[side]));
            random.fill(on_hub(&mut z.ban_from[side]));
            random.fill(on_hub(&mut z.ban_to[side]));
        }
        z
    }
}
