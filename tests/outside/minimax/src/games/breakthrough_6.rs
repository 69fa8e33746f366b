//! Breakthrough on six by six squares: the rules of the example in this tree, with an evaluation by material and progress.

use rookery_games::Stones;
use rookery_games::engine::{Knowledge, Position, Score};

#[path = "../../../../../examples/outside-game/src/rules.rs"]
pub mod rules;

use rules::Breakthrough;

pub fn start() -> Breakthrough {
    let of = [0xfff << 24, 0xfff];
    Breakthrough {
        pieces: Stones { of },
        side: 0,
    }
}

#[derive(Clone)]
pub struct Advance;

impl Knowledge<Breakthrough> for Advance {
    type Acc = ();

    /// A piece is worth the more the further it has come.
    fn eval(&self, position: &Breakthrough, (): &()) -> Score {
        let worth = |side: usize| -> Score {
            let rows = (0..6).map(|row| {
                let steps = if side == 0 { 5 - row } else { row };
                let pieces = position.pieces.of[side] >> (6 * row) & 0x3f;
                (100 + 20 * steps) * pieces.count_ones() as Score
            });
            rows.sum()
        };
        worth(position.side()) - worth(1 - position.side())
    }
}
