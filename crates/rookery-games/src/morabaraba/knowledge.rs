//! The evaluation of Morabaraba, a sum of weighted counts, and its move ordering.

use crate::morabaraba::rules::cow_move::CowMove;
use crate::morabaraba::rules::points::{self, Points};
use crate::morabaraba::rules::position::Morabaraba;
use crate::morabaraba::tables;
use rookery_engine::{Knowledge, Position, Score, Technique, Techniques, Value};

/// Values of one phase, centipawns (a cow is 100).
#[derive(Clone, Copy, Debug)]
struct PhaseWeights {
    cow_cp: Score,
    /// A line that is full.
    mill_cp: Score,
    /// A line with two own cows and an empty point.
    two_cp: Score,
    /// Such a line with a third own cow one step from the gap.
    ready_cp: Score,
    /// A single step that is open.
    step_cp: Score,
    /// A cow with no step at all.
    blocked_cp: Score,
    /// The side to move can close a line at once.
    shot_cp: Score,
}

const PLACING: PhaseWeights = PhaseWeights {
    cow_cp: 100,
    mill_cp: 12,
    two_cp: 14,
    ready_cp: 6,
    step_cp: 3,
    blocked_cp: -6,
    shot_cp: 60,
};

const MOVING: PhaseWeights = PhaseWeights {
    cow_cp: 100,
    mill_cp: 16,
    two_cp: 6,
    ready_cp: 18,
    step_cp: 4,
    blocked_cp: -8,
    shot_cp: 60,
};

/// A flying side is one shot from the end; every line with two of its cows is ready, and steps do not matter to it.
const FLYING: PhaseWeights = PhaseWeights {
    cow_cp: 100,
    mill_cp: 12,
    two_cp: 30,
    ready_cp: 0,
    step_cp: 0,
    blocked_cp: 0,
    shot_cp: 80,
};

/// The selective techniques that are sound here. None is on by itself: at equal nodes none was measured to win games, because the
/// evaluation already counts a shot that is open and the tree of a level is not deep. There are no exchanges to weigh: a shot is never answered on the same point.
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
pub struct MorabarabaKnowledge;

impl MorabarabaKnowledge {
    fn weights(position: &Morabaraba, side: usize) -> &'static PhaseWeights {
        if position.hand(side) > 0 {
            &PLACING
        } else if position.flies(side) {
            &FLYING
        } else {
            &MOVING
        }
    }

    /// The value of one side's cows, whoever is to move.
    fn cows_cp(position: &Morabaraba, side: usize) -> Score {
        let w = MorabarabaKnowledge::weights(position, side);
        let (own, empty) = (position.cows(side), position.empty());
        let count = |n: u32| n as Score;
        let blocked = own & !points::neighbours(empty);
        w.cow_cp * count(position.cow_count(side))
            + w.mill_cp * count(points::mill_count(own))
            + w.two_cp * count(points::two_count(own, empty))
            + w.ready_cp * count(points::ready_count(own, empty))
            + w.step_cp * count(points::step_count(own, empty))
            + w.blocked_cp * count(blocked.count_ones())
    }

    /// Whether the side to move can close a line at once, bans aside.
    fn can_shoot(position: &Morabaraba, side: usize) -> bool {
        let (own, empty) = (position.cows(side), position.empty());
        if position.hand(side) > 0 || position.flies(side) {
            points::closing(own) & empty != 0
        } else {
            points::ready_count(own, empty) > 0
        }
    }
}

impl Knowledge<Morabaraba> for MorabarabaKnowledge {
    type Acc = ();
    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::LOOKED_UP)
        .or(Techniques::HISTORICAL)
        .or(SELECTIVE);
    const USUAL: Techniques = Techniques::EXACT;

    fn probe(&self, position: &Morabaraba) -> Option<Value> {
        tables::probe(position)
    }

    fn eval(&self, position: &Morabaraba, _acc: &()) -> Score {
        let me = position.side();
        let shot = match MorabarabaKnowledge::can_shoot(position, me) {
            true => MorabarabaKnowledge::weights(position, me).shot_cp,
            false => 0,
        };
        MorabarabaKnowledge::cows_cp(position, me) - MorabarabaKnowledge::cows_cp(position, 1 - me)
            + shot
    }

    /// A shot takes a cow, whatever else happens.
    fn is_noisy(&self, _position: &Morabaraba, m: CowMove) -> bool {
        m.shot().is_some()
    }

    fn gain(&self, _position: &Morabaraba, m: CowMove) -> Score {
        if m.shot().is_some() { 100 } else { 0 }
    }

    /// A side that has no cow left to place may be forced to give up a line by having to move: no passing then.
    fn null_ok(&self, position: &Morabaraba) -> bool {
        position.hand(position.side()) > 0
    }

    /// A shot that leaves its victim with three cows, or fewer to come, is a turning point: half a ply more.
    fn extension(&self, _parent: &Morabaraba, m: CowMove, child: &Morabaraba) -> i32 {
        if m.shot().is_some() && child.cow_count(child.side()) <= 3 {
            8
        } else {
            0
        }
    }

    /// Shots first, those at the most useful cows before others; then moves into the enemy's gaps; then own gaps made.
    fn order(&self, position: &Morabaraba, m: CowMove) -> i32 {
        let me = position.side();
        let (own, enemy, empty) = (position.cows(me), position.cows(1 - me), position.empty());
        let to = points::bit(m.to());
        let left: Points = m.from().map_or(0, points::bit);
        let twos = |set: Points| points::two_count(set, empty & !to) as i32;
        let made = 60 * (twos((own ^ left) | to) - twos(own & !left));
        let stopped = if points::closing(enemy) & to != 0 {
            900
        } else {
            0
        };
        let shot = m.shot().map_or(0, |shot| {
            4000 + 100 * (twos(enemy) - twos(enemy & !points::bit(shot)))
        });
        shot + stopped + made
    }
}
