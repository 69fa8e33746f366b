//! The evaluation of Go and the order of its moves.

use crate::go::patterns::GoInputs;
use crate::go::rules::position::{GoPosition, PASS};
use rookery_engine::learning::sparse::SparseEvaluation;
use rookery_engine::{EVAL_MAX, Knowledge, Position, Score, Technique, Techniques};

/// The evaluation by stones, liberties and shape, with learned weights on top or by itself.
#[derive(Clone, Debug, Default)]
pub struct GoKnowledge(pub SparseEvaluation<GoInputs>);

impl GoKnowledge {
    /// Whether a point is an eye of the side to move that it should keep: all neighbours are its stones, none of them in atari, and the
    /// enemy has at most one of the diagonal points, none at the edge.
    fn is_own_eye(position: &GoPosition, point: u8) -> bool {
        let (goban, own) = (position.goban(), position.side());
        let bit = 1_u128 << point;
        let beside = goban.beside(bit);
        if beside & !position.stones(own) != 0 || beside & position.in_atari(own) != 0 {
            return false;
        }
        let around = goban.diagonal(bit);
        let enemies = (around & position.stones(1 - own)).count_ones();
        enemies < if around.count_ones() == 4 { 2 } else { 1 }
    }
}

impl Knowledge<GoPosition> for GoKnowledge {
    type Acc = ();

    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::LOOKED_UP)
        .or(Techniques::HISTORICAL)
        .or(Techniques::of(&[
            Technique::Candidates,
            Technique::Null,
            Technique::Qsearch,
            Technique::Lmr,
            Technique::Lmp,
            Technique::Rfp,
            Technique::Razor,
            Technique::Futility,
            Technique::ProbCut,
            Technique::Iir,
            Technique::Singular,
        ]));
    /// Late moves are worth skipping: 66 wins to 48 of 120 games at 3,000 nodes a move, on boards of seven and nine. The null move is sound,
    /// too, for a pass is legal, and brought nothing: 29 wins to 26.
    const USUAL: Techniques = Techniques::GENERAL
        .with(Technique::Candidates)
        .with(Technique::Lmp);

    fn eval(&self, position: &GoPosition, _acc: &()) -> Score {
        self.0.evaluate(position).clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// Captures, rescues from atari, then points near the last stone and in contact with stones; the edge and eyes late.
    fn order(&self, position: &GoPosition, m: u8) -> i32 {
        if m == PASS {
            return if position.passes() == 1 { 0 } else { -600 };
        }
        let (goban, own) = (position.goban(), position.side());
        let bit = 1_u128 << m;
        let beside = goban.beside(bit);
        let mut worth = 0;
        if position.last_liberties(1 - own) & bit != 0 {
            worth += 2_000 + 60 * (beside & position.in_atari(1 - own)).count_ones() as i32;
        }
        if position.last_liberties(own) & bit != 0 {
            worth += 900;
        }
        if beside & position.with_two_liberties(1 - own) != 0 {
            worth += 350;
        }
        if beside & position.with_two_liberties(own) != 0 {
            worth += 250;
        }
        if let Some(last) = position.last()
            && last != PASS
        {
            let near = goban.beside(1 << last);
            if near & bit != 0 {
                worth += 250;
            } else if goban.diagonal(1 << last) & bit != 0 {
                worth += 200;
            } else if goban.beside(near) & bit != 0 {
                worth += 100;
            }
        }
        let contact = beside & (position.stones(0) | position.stones(1));
        worth += 40 * contact.count_ones().min(3) as i32;
        match beside.count_ones() {
            2 => worth -= 300,
            3 => worth -= 150,
            _ => {}
        }
        if GoKnowledge::is_own_eye(position, m) {
            worth -= 1_500;
        }
        worth
    }

    /// All points but the own eyes that a beginner learns to keep. A pass is always looked at.
    fn is_candidate(&self, position: &GoPosition, m: u8) -> bool {
        m == PASS || !GoKnowledge::is_own_eye(position, m)
    }

    /// A stone that takes, or one that saves a chain from being taken.
    fn is_noisy(&self, position: &GoPosition, m: u8) -> bool {
        m != PASS && (position.last_liberties(0) | position.last_liberties(1)) >> m & 1 == 1
    }
}
