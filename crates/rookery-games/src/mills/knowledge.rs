//! The search settings of the mill games, and the order of their moves.

use crate::mills::evaluation;
use crate::mills::patterns::{LearnedKind, MillInputs};
use crate::mills::rules::mill_move::MillMove;
use crate::mills::rules::points::{self, Points};
use crate::mills::rules::position::MillPosition;
use crate::mills::tables;
use rookery_engine::learning::sparse::SparseEvaluation;
use rookery_engine::{Knowledge, Position, Score, Technique, Techniques, Value};

/// The selective techniques that are sound here. None is on by itself: at equal nodes none was measured to win games, and reductions
/// lost some. There are no exchanges to weigh: a removal is never answered on the same point.
const SELECTIVE: Techniques = Techniques::of(&[
    Technique::Qsearch,
    Technique::Null,
    Technique::Lmr,
    Technique::Lmp,
    Technique::Rfp,
    Technique::Razor,
    Technique::Futility,
    Technique::ProbCut,
    Technique::Iir,
    Technique::Extensions,
    Technique::Singular,
]);

/// The evaluation of a mill game: learned weights or counts alone under the usual rules, counts under others.
#[derive(Clone, Debug, Default)]
pub struct MillKnowledge<K: LearnedKind>(pub SparseEvaluation<MillInputs<K>>);

impl<K: LearnedKind> Knowledge<MillPosition<K>> for MillKnowledge<K> {
    type Acc = ();
    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::INSTEAD)
        .or(Techniques::HISTORICAL)
        .or(SELECTIVE);
    const USUAL: Techniques = Techniques::EXACT;

    fn probe(&self, position: &MillPosition<K>) -> Option<Value> {
        tables::probe(position)
    }

    fn eval(&self, position: &MillPosition<K>, _acc: &()) -> Score {
        match is_usual(position) {
            true => self.0.evaluate(position),
            false => evaluation::evaluate(position),
        }
    }

    /// A removal takes a man, whatever else happens.
    fn is_noisy(&self, _position: &MillPosition<K>, m: MillMove) -> bool {
        m.removed().is_some()
    }

    fn gain(&self, _position: &MillPosition<K>, m: MillMove) -> Score {
        100 * m.removals().count() as Score
    }

    /// A side that has no man left to place may be forced to give up a mill by having to move: no passing then.
    fn null_ok(&self, position: &MillPosition<K>) -> bool {
        position.hand(position.side()) > 0
    }

    /// A removal that leaves the other side three men or fewer, on the board and in hand, is a turning point: half a ply more.
    fn extension(&self, _parent: &MillPosition<K>, m: MillMove, child: &MillPosition<K>) -> i32 {
        if m.removed().is_some() && child.man_count(child.side()) <= 3 {
            8
        } else {
            0
        }
    }

    /// Removals first, those of the most useful men before others; then moves into the enemy's gaps; then moves by the lines with
    /// two own men and a gap that they make.
    fn order(&self, position: &MillPosition<K>, m: MillMove) -> i32 {
        let me = position.side();
        let (own, enemy, empty) = (position.men(me), position.men(1 - me), position.empty());
        let to = points::bit(m.to());
        let left: Points = m.from().map_or(0, points::bit);
        let twos = |set: Points| position.board().two_count(set, empty & !to) as i32;
        let made = 60 * (twos((own ^ left) | to) - twos(own & !left));
        let stopped = if position.board().closing(enemy) & to != 0 {
            900
        } else {
            0
        };
        let removal = m.removed().map_or(0, |removed| {
            4000 + 100 * (twos(enemy) - twos(enemy & !points::bit(removed)))
        });
        removal + stopped + made
    }
}

/// Whether the board and the rules of moving and removing are the usual ones, for which the weights were learned.
fn is_usual<K: LearnedKind>(position: &MillPosition<K>) -> bool {
    let rules = position.rules();
    rules.moves_as(K::RULES)
        && rules.board.men == K::RULES.board.men
        && rules.moves_while_placing == K::RULES.moves_while_placing
}
