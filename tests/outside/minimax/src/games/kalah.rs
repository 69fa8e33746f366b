//! Kalah with six pits a side and four seeds in each; a side whose move ends in its own store moves again.

use rookery_games::engine::{Knowledge, MoveList, Outcome, Position, Score};

use crate::games::mixed;
use crate::passes::Passes;

/// Pits 0 to 5 and store 6 are side 0's, pits 7 to 12 and store 13 side 1's, in the direction of sowing.
#[derive(Clone)]
pub struct Kalah {
    pub seeds: [u8; 14],
    pub side: usize,
}

const STORES: [usize; 2] = [6, 13];

pub fn start() -> Kalah {
    Kalah {
        seeds: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0],
        side: 0,
    }
}

impl Kalah {
    fn pits(&self, side: usize) -> &[u8] {
        &self.seeds[7 * side..7 * side + 6]
    }

    /// The remaining seeds belong to the side whose pits have them.
    fn collect(&mut self) {
        for side in 0..2 {
            let left: u8 = self.pits(side).iter().sum();
            self.seeds[7 * side..7 * side + 6].fill(0);
            self.seeds[STORES[side]] += left;
        }
    }
}

impl Position for Kalah {
    /// The pit, counted from the side's own first.
    type Move = u8;
    const NAME: &'static str = "kalah";
    const MAX_MOVES: usize = 6;
    const HISTORY: usize = 7;
    const ALTERNATING: bool = false;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        let word = |pits: &[u8]| pits.iter().fold(0, |word, &n| word << 8 | u64::from(n));
        let [first, second] = [word(&self.seeds[..7]), word(&self.seeds[7..])];
        mixed(&[first, second, self.side as u64])
    }

    fn generate(&self, out: &mut MoveList<u8>) {
        let pits = (0..).zip(self.pits(self.side));
        out.extend(pits.filter(|(_, n)| **n > 0).map(|(pit, _)| pit));
    }

    fn play(&mut self, pit: u8) {
        let (own, theirs) = (STORES[self.side], STORES[1 - self.side]);
        let mut at = 7 * self.side + usize::from(pit);
        let mut hand = std::mem::take(&mut self.seeds[at]);
        while hand > 0 {
            at = (at + 1) % 14;
            if at != theirs {
                self.seeds[at] += 1;
                hand -= 1;
            }
        }
        let is_own = (7 * self.side..7 * self.side + 6).contains(&at);
        if is_own && self.seeds[at] == 1 && self.seeds[12 - at] > 0 {
            self.seeds[own] += 1 + self.seeds[12 - at];
            self.seeds[at] = 0;
            self.seeds[12 - at] = 0;
        }
        if at != own {
            self.side = 1 - self.side;
        }
        if (0..2).any(|side| self.pits(side).iter().all(|&n| n == 0)) {
            self.collect();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let [own, other] = [self.side, 1 - self.side].map(|side| self.seeds[STORES[side]]);
        match (own, other) {
            (25.., _) => Some(Outcome::Win),
            (_, 25..) => Some(Outcome::Loss),
            (24, 24) => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }
}

impl Passes for Kalah {
    const PASS: u8 = 6;
}

#[derive(Clone)]
pub struct Stores;

impl Knowledge<Kalah> for Stores {
    type Acc = ();

    fn eval(&self, position: &Kalah, (): &()) -> Score {
        let of = |side: usize| Score::from(position.seeds[STORES[side]]);
        100 * (of(position.side) - of(1 - position.side))
    }
}
