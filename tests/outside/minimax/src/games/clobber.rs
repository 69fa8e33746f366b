//! Clobber on five columns and six rows: a stone takes a neighbour of the other colour and moves to its place; a side that cannot do so
//! loses.

use rookery_games::engine::{Knowledge, MoveList, Outcome, Position, Score};

use crate::games::mixed;

/// Square 0 is the first of the lowest row.
#[derive(Clone)]
pub struct Clobber {
    pub stones: [u32; 2],
    pub side: usize,
}

const COLUMNS: u32 = 5;
const ALL: u32 = (1 << 30) - 1;
/// The squares of the first column, and of the last.
const FIRST: u32 = 0b00001_00001_00001_00001_00001_00001;
const LAST: u32 = FIRST << 4;

/// The squares beside these, in each direction.
fn beside(stones: u32) -> [u32; 4] {
    let (right, left) = ((stones & !LAST) << 1, (stones & !FIRST) >> 1);
    [right, left, stones << COLUMNS & ALL, stones >> COLUMNS]
}

pub fn start() -> Clobber {
    let even = 0x1555_5555;
    Clobber {
        stones: [even, ALL & !even],
        side: 0,
    }
}

impl Clobber {
    /// The stones of a side that can move.
    fn movable(&self, side: usize) -> u32 {
        let near = beside(self.stones[1 - side]);
        self.stones[side] & near.into_iter().fold(0, |all, squares| all | squares)
    }
}

impl Position for Clobber {
    /// The square and the direction.
    type Move = u8;
    const NAME: &'static str = "clobber";
    const MAX_MOVES: usize = 60;
    const HISTORY: usize = 30 * 4;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        let [first, second] = self.stones.map(u64::from);
        mixed(&[first | second << 30 | (self.side as u64) << 60])
    }

    fn generate(&self, out: &mut MoveList<u8>) {
        let (own, other) = (self.stones[self.side], self.stones[1 - self.side]);
        for square in (0..30).filter(|square| own >> square & 1 == 1) {
            let near = beside(1 << square);
            let takes = (0..4).filter(|way| near[usize::from(*way)] & other != 0);
            out.extend(takes.map(|way| 4 * square + way));
        }
    }

    fn play(&mut self, m: u8) {
        let from = 1 << (m / 4);
        let to = beside(from)[usize::from(m % 4)];
        self.stones[self.side] ^= from | to;
        self.stones[1 - self.side] ^= to;
        self.side = 1 - self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.movable(self.side) == 0).then_some(Outcome::Loss)
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }
}

#[derive(Clone)]
pub struct Movable;

impl Knowledge<Clobber> for Movable {
    type Acc = ();

    /// The stones of each side that can move.
    fn eval(&self, position: &Clobber, (): &()) -> Score {
        let of = |side: usize| position.movable(side).count_ones() as Score;
        20 * (of(position.side) - of(1 - position.side))
    }
}
