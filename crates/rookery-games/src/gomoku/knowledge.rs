//! The search settings of gomoku and the order of its moves, by the threats on free points.

use crate::gomoku::evaluation;
use crate::gomoku::even_openings;
use crate::gomoku::patterns::GomokuInputs;
use crate::gomoku::rules::line_patterns::Threat;
use crate::gomoku::rules::opening::OpeningChoice;
use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::RowRule;
use crate::gomoku::solver::fours::FourSearch;
use rookery_engine::learning::sparse::SparseEvaluation;
use rookery_engine::{Knowledge, MoveList, Params, Position, Score, Technique, Techniques, Value};

/// Stones of the search for a win by fours in each position.
const PROBE_STONES: u64 = 20;
/// Fours of such a win.
const PROBE_FOURS: u32 = 6;

/// The evaluation by threats: a sum by hand, with learned weights on top or alone.
#[derive(Clone, Debug, Default)]
pub struct GomokuKnowledge(pub SparseEvaluation<GomokuInputs>);

impl GomokuKnowledge {
    /// The value for the colour that puts the next stone down. What Black may not do in renju the learned weights do not know.
    fn value_of_next(&self, position: &GomokuPosition) -> Score {
        if let Some(value) = evaluation::decided(position) {
            return value;
        }
        let value = match position.rules().rows {
            RowRule::Renju => evaluation::evaluate(position),
            _ => self.0.evaluate(position),
        };
        value.clamp(-evaluation::QUIET_CP, evaluation::QUIET_CP)
    }
}

/// The moves that are worth a look.
const PARAMS: Params = Params {
    type_b_moves: 14,
    ..Params::DEFAULT
};

impl Knowledge<GomokuPosition> for GomokuKnowledge {
    type Acc = ();

    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::INSTEAD)
        .or(Techniques::HISTORICAL)
        .or(Techniques::of(&[
            Technique::Candidates,
            Technique::Qsearch,
            Technique::Lmr,
            Technique::Lmp,
            Technique::Rfp,
            Technique::Futility,
            Technique::Iir,
            Technique::Extensions,
        ]));
    /// A look at all children in the table costs more than it saves where there are so many.
    const USUAL: Techniques = Techniques::EXACT
        .without(Techniques::of(&[Technique::Etc]))
        .with(Technique::Candidates)
        .with(Technique::TypeB)
        .with(Technique::Lmr);

    fn params(&self) -> &Params {
        &PARAMS
    }

    /// Before the colours are settled, the value of the better one for whoever will choose.
    fn eval(&self, position: &GomokuPosition, _acc: &()) -> Score {
        let value = self.value_of_next(position);
        match position.colours().chooser() {
            None => value,
            Some(chooser) if chooser == position.side() => value.abs(),
            Some(_) => -value.abs(),
        }
    }

    /// Fives, then points where the other side makes five, then straight fours and what prevents them, then by the threats of both sides.
    fn order(&self, position: &GomokuPosition, m: Point) -> i32 {
        if OpeningChoice::of(m).is_some() {
            return 0;
        }
        let (own, other) = (position.colour(), 1 - position.colour());
        let (mine, theirs) = (position.threats(own, m), position.threats(other, m));
        if mine.has(Threat::Five) {
            return 60_000;
        }
        if theirs.has(Threat::Five) {
            return 50_000;
        }
        let central =
            i32::from(position.lattice().size) - i32::from(position.lattice().centre_distance(m));
        let worth = 10 * position.worth(own, m) + 8 * position.worth(other, m) + central;
        if mine.wins_soon() {
            return 20_000 + worth;
        }
        worth
    }

    /// A win at once is the only move; else moves after which the other side wins at once are left out, as long as another is left.
    fn leave_forced(&self, position: &GomokuPosition, moves: &mut MoveList<Point>) {
        if position.is_choosing() {
            return;
        }
        let (own, other) = (position.colour(), 1 - position.colour());
        let wins = position.wins(own);
        if !wins.is_empty() {
            moves.retain(|&m| wins.has(m));
        } else {
            leave_defences(position, other, moves);
        }
    }

    fn is_candidate(&self, position: &GomokuPosition, m: Point) -> bool {
        if OpeningChoice::of(m).is_some() {
            return true;
        }
        if let Some(is_in_table) = even_openings::continues(position, m) {
            return is_in_table;
        }
        match position.count() {
            0 => m == position.lattice().centre(),
            _ => position.worth(0, m) + position.worth(1, m) > 0,
        }
    }

    /// The win with the fewest fours, where a short search finds one.
    fn probe(&self, position: &GomokuPosition) -> Option<Value> {
        if !position.colours().is_settled() {
            return None;
        }
        let mut search = FourSearch::new(position.colour(), PROBE_STONES, &|_| false);
        let win = search.within(position, PROBE_FOURS)?;
        Some(Value::Win(win.plies))
    }

    fn is_noisy(&self, position: &GomokuPosition, m: Point) -> bool {
        if OpeningChoice::of(m).is_some() {
            return false;
        }
        let side = position.colour();
        position.threats(side, m).has_four() || position.threats(1 - side, m).has(Threat::Five)
    }

    fn stand_pat_ok(&self, position: &GomokuPosition) -> bool {
        !position.may_win(1 - position.colour())
    }

    /// A four leaves one reply.
    fn extension(&self, parent: &GomokuPosition, m: Point, _child: &GomokuPosition) -> i32 {
        let is_four =
            OpeningChoice::of(m).is_none() && parent.threats(parent.colour(), m).has_four();
        match is_four {
            true => 15,
            false => 0,
        }
    }
}

/// Keeps the moves after which this side, which has points where it makes five, does not win at once; one, where none of them is.
fn leave_defences(position: &GomokuPosition, attacker: usize, moves: &mut MoveList<Point>) {
    let wins = position.wins(attacker);
    if wins.is_empty() {
        return;
    }
    let is_defence = |m: Point| match position.rules().rows {
        // In caro a stone beside the row may stop it as well.
        RowRule::Caro => position.after(m).wins(attacker).is_empty(),
        _ => wins.len() == 1 && wins.has(m),
    };
    let kept: MoveList<Point> = moves.iter().copied().filter(|&m| is_defence(m)).collect();
    match kept.is_empty() {
        true => moves.truncate(1),
        false => *moves = kept,
    }
}
