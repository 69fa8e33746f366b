//! Nim with one heap: the shortest game, for examples.

use crate::{MoveList, Outcome, Position, SplitMix};

/// A heap of matches: a player takes one to three of them per turn, and whoever takes the last one wins.
#[derive(Clone, Debug)]
pub struct Heap {
    /// Matches that are left.
    pub matches: u8,
    /// The side to move, 0 or 1.
    pub side: usize,
}

impl Position for Heap {
    type Move = u8;
    const NAME: &'static str = "nim";
    const MAX_MOVES: usize = 3;
    const HISTORY: usize = 4;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        SplitMix::new(u64::from(self.matches) << 1 | self.side as u64).next()
    }

    fn generate(&self, out: &mut MoveList<u8>) {
        out.extend(1..=self.matches.min(3));
    }

    fn play(&mut self, taken: u8) {
        self.matches -= taken;
        self.side ^= 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.matches == 0).then_some(Outcome::Loss)
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }

    fn history_index(taken: u8) -> usize {
        taken.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Search, Value};

    /// Whoever is to move wins unless the matches are a multiple of four. A search of so few nodes has a table of so few buckets, in
    /// which keys that are not spread are mistaken for one another.
    #[test]
    fn small_searches_prove_nothing_that_is_wrong() {
        let mut proven = 0;
        for (matches, nodes) in (1..=16).flat_map(|n| [20, 50, 100, 400].map(|nodes| (n, nodes))) {
            let heap = Heap { matches, side: 0 };
            let value = Search::new(&heap).nodes(nodes).exact().run().value();
            let is_won = match value {
                Some(Value::Win(_)) => true,
                Some(Value::Loss(_)) => false,
                _ => continue,
            };
            assert_eq!(is_won, matches % 4 != 0, "{matches}, {nodes} nodes");
            proven += 1;
        }
        assert!(proven >= 32, "only {proven} of 64 searches proved anything");
    }
}
