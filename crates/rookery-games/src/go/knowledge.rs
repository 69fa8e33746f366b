//! The evaluation of Go and the order of its moves.

use crate::go::rules::position::GoPosition;
use rookery_engine::{Knowledge, Position, Score};

/// The evaluation by area.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoKnowledge;

impl Knowledge<GoPosition> for GoKnowledge {
    type Acc = ();

    fn eval(&self, position: &GoPosition, _acc: &()) -> Score {
        let lead = 50 * Score::from(position.lead_halves());
        if position.side() == 0 { lead } else { -lead }
    }
}
