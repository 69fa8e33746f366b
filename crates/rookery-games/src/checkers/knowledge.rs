//! The search settings of checkers: captures are compulsory, so a side that can jump cannot stand pat.

use crate::checkers::evaluation;
use crate::checkers::patterns::CheckersInputs;
use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::squares;
use crate::checkers::tables;
use rookery_engine::learning::sparse::SparseEvaluation;
use rookery_engine::{Knowledge, Position, Score, Technique, Techniques, Value};

/// The selective techniques that are sound here: all but those that rest on passing or on weighing exchanges.
const SELECTIVE: Techniques = Techniques::of(&[
    Technique::Qsearch,
    Technique::Lmr,
    Technique::Lmp,
    Technique::Rfp,
    Technique::Razor,
    Technique::Futility,
    Technique::ProbCut,
    Technique::Iir,
    Technique::Extensions,
    Technique::Singular,
    Technique::GoOn,
]);

/// The evaluation of checkers, by learned weights or by counts alone.
#[derive(Clone, Debug, Default)]
pub struct CheckersKnowledge(pub SparseEvaluation<CheckersInputs>);

impl Knowledge<Checkers> for CheckersKnowledge {
    type Acc = ();
    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::INSTEAD)
        .or(Techniques::HISTORICAL)
        .or(SELECTIVE);
    const USUAL: Techniques = Techniques::EXACT.with(Technique::Qsearch);

    fn probe(&self, position: &Checkers) -> Option<Value> {
        tables::probe(position)
    }

    fn eval(&self, position: &Checkers, _acc: &()) -> Score {
        self.0.evaluate(position)
    }

    fn is_noisy(&self, _position: &Checkers, m: CheckersMove) -> bool {
        m.is_jump()
    }

    /// A side that can capture must, and one that is shut in has lost: neither can stand pat.
    fn stand_pat_ok(&self, position: &Checkers) -> bool {
        !position.must_jump() && position.can_step()
    }

    /// The other side threatens to jump.
    fn is_unsettled(&self, position: &Checkers) -> bool {
        position.jumpers(1 - position.side()) != 0
    }

    fn gain(&self, position: &Checkers, m: CheckersMove) -> Score {
        let (_, taken) = m.effect();
        evaluation::material_cp(taken, position.kings())
    }

    /// A move without an alternative costs a sixteenth of a ply.
    fn extension(&self, parent: &Checkers, _m: CheckersMove, _child: &Checkers) -> i32 {
        if parent.count_moves() == 1 { 15 } else { 0 }
    }

    /// Captures first, those of the most pieces before others; then crownings, then men well forward, and last those that leave
    /// the first row.
    fn order(&self, position: &Checkers, m: CheckersMove) -> i32 {
        if m.is_jump() {
            return 4_000 + self.gain(position, m);
        }
        if position.crowns(m) {
            return 1_500;
        }
        let row = |square: u8| match position.side() {
            0 => i32::from(square / 4),
            _ => 7 - i32::from(square / 4),
        };
        if position.kings() & squares::bit(m.from()) != 0 {
            return 0;
        }
        match row(m.from()) {
            0 => -200,
            row => 20 * row,
        }
    }
}
