//! The search settings of Fanorona: captures are compulsory, and nearly always good for the side that makes them.

use crate::fanorona::evaluation;
use crate::fanorona::patterns::FanoronaInputs;
use crate::fanorona::rules::fanorona_move::FanoronaMove;
use crate::fanorona::rules::points::{self, FanoronaBoard};
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::tables;
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

/// The evaluation of Fanorona: learned weights or counts alone on the large board, counts on the smaller ones.
#[derive(Clone, Debug, Default)]
pub struct FanoronaKnowledge(pub SparseEvaluation<FanoronaInputs>);

impl Knowledge<Fanorona> for FanoronaKnowledge {
    type Acc = ();
    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::INSTEAD)
        .or(Techniques::HISTORICAL)
        .or(SELECTIVE);
    /// Quiescence search is not used: at the beginning nearly every move captures, and it does not finish within 20,000 nodes.
    const USUAL: Techniques = Techniques::EXACT;

    fn probe(&self, position: &Fanorona) -> Option<Value> {
        tables::probe(position)
    }

    fn eval(&self, position: &Fanorona, _acc: &()) -> Score {
        match position.rules().board {
            FanoronaBoard::NineByFive => self.0.evaluate(position),
            _ => evaluation::evaluate(position),
        }
    }

    fn is_noisy(&self, _position: &Fanorona, m: FanoronaMove) -> bool {
        m.is_capture()
    }

    /// A side that can capture must, and gains by it, so it reaches at least the static value. Only a side that is shut in cannot
    /// stand pat: it has lost.
    fn stand_pat_ok(&self, position: &Fanorona) -> bool {
        position.step_count(position.side()) > 0
    }

    /// The other side threatens to capture.
    fn is_unsettled(&self, position: &Fanorona) -> bool {
        position.capturers(1 - position.side()) != 0
    }

    fn gain(&self, _position: &Fanorona, m: FanoronaMove) -> Score {
        m.taken() as Score * evaluation::STONE_CP
    }

    /// A move without an alternative costs a sixteenth of a ply.
    fn extension(&self, parent: &Fanorona, _m: FanoronaMove, _child: &Fanorona) -> i32 {
        if parent.count_moves() == 1 { 15 } else { 0 }
    }

    /// Captures first, those of the most stones before others; then paikas to strong points.
    fn order(&self, position: &Fanorona, m: FanoronaMove) -> i32 {
        if m.is_capture() {
            return 4_000 + self.gain(position, m);
        }
        let strength = |point| i32::from(points::STRONG & points::bit(point) != 0);
        100 * (strength(m.to()) - strength(m.from()))
    }
}
