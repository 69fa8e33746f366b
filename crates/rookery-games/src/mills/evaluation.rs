//! The hand-written evaluation of the mill games: a sum of weighted counts for each side.

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::position::MillPosition;
use rookery_engine::{Position, Score};

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

/// The value for the side to move.
pub fn evaluate<K: MillKind>(position: &MillPosition<K>) -> Score {
    let me = position.side();
    let capture = match closing_count(position, me) {
        0 => 0,
        _ => weights(position, me).capture_cp,
    };
    men_cp(position, me) - men_cp(position, 1 - me) + capture
}

fn weights<K: MillKind>(position: &MillPosition<K>, side: usize) -> &'static PhaseWeights {
    if position.hand(side) > 0 {
        &PLACING
    } else if position.flies(side) {
        &FLYING
    } else {
        &MOVING
    }
}

/// The value of one side's men, whoever is to move.
fn men_cp<K: MillKind>(position: &MillPosition<K>, side: usize) -> Score {
    let w = weights(position, side);
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

/// The mills that a side could close at once if it were to move, ignoring bans: counted by points for men that are placed or fly,
/// by lines for men that step.
pub fn closing_count<K: MillKind>(position: &MillPosition<K>, side: usize) -> u32 {
    let (own, empty) = (position.men(side), position.empty());
    match position.hand(side) > 0 || position.flies(side) {
        true => (position.board().closing(own) & empty).count_ones(),
        false => position.board().ready_count(own, empty),
    }
}
