//! What the engine knows of Othello.

use crate::engine::{Knowledge, Score};
use crate::games::othello::disc_move::DiscMove;
use crate::games::othello::position::Othello;
use crate::games::othello::{bits, mobility};

/// The evaluations to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OthelloKnowledge {
    /// Mobility and corners, weighed by hand.
    #[default]
    Mobility,
}

impl Knowledge<Othello> for OthelloKnowledge {
    type Acc = ();

    fn eval(&self, position: &Othello, _acc: &()) -> Score {
        mobility::evaluate(position.own, position.other)
    }

    /// Corners first; else the fewer replies a move leaves the better.
    fn order(&self, position: &Othello, m: DiscMove) -> i32 {
        if m == DiscMove::PASS {
            return 0;
        }
        let turned = bits::flips(position.own, position.other, m.0);
        let (own, other) = (position.other ^ turned, position.own | turned | 1 << m.0);
        let replies = bits::mobility(own, other);
        let corner = i32::from(bits::CORNERS >> m.0 & 1 == 1);
        let corners_given = (replies & bits::CORNERS).count_ones() as i32;
        1_000 * corner - 100 * (replies.count_ones() as i32 + 3 * corners_given)
    }
}
