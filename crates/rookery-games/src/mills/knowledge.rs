//! The evaluation of the mill games, a sum of weighted counts, and their move ordering.

use std::marker::PhantomData;

use crate::mills::rules::mill_move::MillMove;
use crate::mills::rules::points::{self, Points};
use crate::mills::rules::position::MillPosition;
use crate::mills::tables::{self, TabledKind};
use rookery_engine::{Knowledge, Position, Score, Technique, Techniques, Value};

/// Values of one phase, centipawns (a man is 100).
#[derive(Clone, Copy, Debug)]
struct PhaseWeights {
    man_cp: Score,
    /// A line with three own men.
    mill_cp: Score,
    /// A line with two own men and an empty point.
    two_cp: Score,
    /// Such a line with a third own man one step from the gap.
    ready_cp: Score,
    /// A single step that is open.
    step_cp: Score,
    /// A man with no step at all.
    blocked_cp: Score,
    /// The side to move can close a mill at once.
    capture_cp: Score,
}

const PLACING: PhaseWeights = PhaseWeights {
    man_cp: 100,
    mill_cp: 12,
    two_cp: 14,
    ready_cp: 6,
    step_cp: 3,
    blocked_cp: -6,
    capture_cp: 60,
};

const MOVING: PhaseWeights = PhaseWeights {
    man_cp: 100,
    mill_cp: 16,
    two_cp: 6,
    ready_cp: 18,
    step_cp: 4,
    blocked_cp: -8,
    capture_cp: 60,
};

/// A flying side is one mill from the end; every line with two of its men is ready, and steps do not matter to it.
const FLYING: PhaseWeights = PhaseWeights {
    man_cp: 100,
    mill_cp: 12,
    two_cp: 30,
    ready_cp: 0,
    step_cp: 0,
    blocked_cp: 0,
    capture_cp: 80,
};

/// The selective techniques that are sound here. None is on by itself: at equal nodes none was measured to win games, because the
/// evaluation already counts a mill that is open and the tree of a level is not deep. There are no exchanges to weigh: a removal is never answered on the same point.
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

/// The evaluation by hand-set weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct MillKnowledge<K>(PhantomData<K>);

impl<K: TabledKind> MillKnowledge<K> {
    fn weights(position: &MillPosition<K>, side: usize) -> &'static PhaseWeights {
        if position.hand(side) > 0 {
            &PLACING
        } else if position.flies(side) {
            &FLYING
        } else {
            &MOVING
        }
    }

    /// The value of one side's men, whoever is to move.
    fn men_cp(position: &MillPosition<K>, side: usize) -> Score {
        let w = Self::weights(position, side);
        let (own, empty) = (position.men(side), position.empty());
        let count = |n: u32| n as Score;
        let blocked = own & !position.board().neighbours(empty);
        w.man_cp * count(position.man_count(side))
            + w.mill_cp * count(position.board().mill_count(own))
            + w.two_cp * count(position.board().two_count(own, empty))
            + w.ready_cp * count(position.board().ready_count(own, empty))
            + w.step_cp * count(position.board().step_count(own, empty))
            + w.blocked_cp * count(blocked.count_ones())
    }

    /// Whether the side to move can close a mill at once, bans aside.
    fn can_remove(position: &MillPosition<K>, side: usize) -> bool {
        let (own, empty) = (position.men(side), position.empty());
        if position.hand(side) > 0 || position.flies(side) {
            position.board().closing(own) & empty != 0
        } else {
            position.board().ready_count(own, empty) > 0
        }
    }
}

impl<K: TabledKind> Knowledge<MillPosition<K>> for MillKnowledge<K> {
    type Acc = ();
    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::LOOKED_UP)
        .or(Techniques::HISTORICAL)
        .or(SELECTIVE);
    const USUAL: Techniques = Techniques::EXACT;

    fn probe(&self, position: &MillPosition<K>) -> Option<Value> {
        tables::probe(position)
    }

    fn eval(&self, position: &MillPosition<K>, _acc: &()) -> Score {
        let me = position.side();
        let capture = match Self::can_remove(position, me) {
            true => Self::weights(position, me).capture_cp,
            false => 0,
        };
        Self::men_cp(position, me) - Self::men_cp(position, 1 - me) + capture
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

    /// A removal that leaves its victim with three men, or fewer to come, is a turning point: half a ply more.
    fn extension(&self, _parent: &MillPosition<K>, m: MillMove, child: &MillPosition<K>) -> i32 {
        if m.removed().is_some() && child.man_count(child.side()) <= 3 {
            8
        } else {
            0
        }
    }

    /// Removals first, those of the most useful men before others; then moves into the enemy's gaps; then own gaps made.
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
