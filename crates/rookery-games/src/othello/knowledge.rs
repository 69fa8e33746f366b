//! The evaluation and search settings of Othello.

use std::sync::Arc;

use crate::othello::bits;
use crate::othello::disc_move::DiscMove;
use crate::othello::evaluation::weights::PatternWeights;
use crate::othello::evaluation::{mobility, probcut};
use crate::othello::position::Othello;
use rookery_engine::{Knowledge, Score, Technique, Techniques};

/// The evaluations to choose from.
#[derive(Clone, Debug)]
pub enum OthelloKnowledge {
    /// Patterns with weights that were learned from the engine's own games.
    Learned(Arc<PatternWeights>),
    /// Mobility and corners, weighed by hand.
    Mobility,
}

impl Default for OthelloKnowledge {
    fn default() -> Self {
        OthelloKnowledge::Learned(PatternWeights::built_in())
    }
}

/// The selective techniques that are sound here: not those that rest on passing, which is not a choice in Othello, nor those that know
/// material or exchanges, of which there are none.
const SELECTIVE: Techniques = Techniques::of(&[Technique::Lmr, Technique::Iir, Technique::Mpc]);

impl OthelloKnowledge {
    /// Their names, the usual one first.
    pub const NAMES: &'static [&'static str] = &["learned", "mobility"];

    /// The evaluation of this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "learned" => Some(OthelloKnowledge::Learned(PatternWeights::built_in())),
            "mobility" => Some(OthelloKnowledge::Mobility),
            _ => None,
        }
    }

    /// The value for the side of `own`, centidiscs.
    #[inline]
    pub fn evaluate(&self, own: u64, other: u64) -> Score {
        match self {
            OthelloKnowledge::Learned(weights) => weights.evaluate(own, other),
            OthelloKnowledge::Mobility => mobility::evaluate(own, other),
        }
    }
}

impl Knowledge<Othello> for OthelloKnowledge {
    type Acc = ();
    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::LOOKED_UP)
        .or(Techniques::HISTORICAL)
        .or(SELECTIVE);
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, position: &Othello, _acc: &()) -> Score {
        self.evaluate(position.own, position.other)
    }

    fn shallow_check(&self, position: &Othello, depth: i32) -> Option<(i32, Score)> {
        match self {
            OthelloKnowledge::Learned(_) => probcut::check(position.empty().count_ones(), depth),
            OthelloKnowledge::Mobility => None,
        }
    }

    /// With the learned evaluation, by the position after the move; without it corners go first, and a move is better the fewer
    /// replies it leaves.
    fn order(&self, position: &Othello, m: DiscMove) -> i32 {
        if m == DiscMove::PASS {
            return 0;
        }
        let turned = bits::flips(position.own, position.other, m.0);
        let (own, other) = (position.other ^ turned, position.own | turned | 1 << m.0);
        if let OthelloKnowledge::Learned(weights) = self {
            return -weights.evaluate(own, other) / 2;
        }
        let replies = bits::mobility(own, other);
        let corner = i32::from(bits::CORNERS >> m.0 & 1 == 1);
        let corners_given = (replies & bits::CORNERS).count_ones() as i32;
        1_000 * corner - 100 * (replies.count_ones() as i32 + 3 * corners_given)
    }
}
