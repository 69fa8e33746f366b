//! The evaluation of gomoku by hand: the threats on free points, and what they come to together.

use crate::gomoku::rules::line_patterns::Threat;
use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;
use rookery_engine::Score;

/// The side to move makes five.
const WINS_CP: Score = 15_000;
/// The other side has two points where it makes five.
const LOSES_CP: Score = 14_000;
/// The side to move makes a straight four, and the other side has no four.
const WINS_SOON_CP: Score = 12_000;
/// The greatest evaluation without such a threat.
pub const QUIET_CP: Score = 6_000;
/// The right to move.
const TEMPO_CP: Score = 100;
/// The threats of the side to move count so much of those of the other side.
const MOVER_PERCENT: Score = 130;
/// The side to move has a double threat with a four, and the other side no four to answer with.
const DOUBLE_CP: Score = 2_000;
/// The same where the other side has one.
const DISPUTED_CP: Score = 600;
/// The side to move has a double three, and the other side no four.
const DOUBLE_THREE_CP: Score = 800;
/// The other side threatens a straight four.
const STRAIGHT_CP: Score = 200;
/// The other side threatens a double threat.
const THREATENED_CP: Score = 120;
/// It does so on more than one point.
const TWICE_CP: Score = 500;

/// The value for the colour that puts the next stone down where it wins or loses in a few plies, as far as that is seen at a glance.
pub fn decided(position: &GomokuPosition) -> Option<Score> {
    let (own, other) = (position.colour(), 1 - position.colour());
    if !position.wins(own).is_empty() {
        return Some(WINS_CP);
    }
    let theirs = position.wins(other).len();
    if theirs > 1 {
        return Some(-LOSES_CP);
    }
    let is_straight = |point| {
        position.threats(own, point).has(Threat::StraightFour) && may_play(position, own, point)
    };
    let wins_soon = theirs == 0 && position.fours(own).iter().any(is_straight);
    wins_soon.then_some(WINS_SOON_CP)
}

/// The value for the colour that puts the next stone down in other positions.
pub fn evaluate(position: &GomokuPosition) -> Score {
    let (own, other) = (position.colour(), 1 - position.colour());
    let must_answer = !position.wins(other).is_empty();
    let balance = sum(position, own) * MOVER_PERCENT / 100 - sum(position, other);
    balance + TEMPO_CP + attack(position, own, must_answer) - danger(position, other)
}

/// Whether no rule forbids a side a stone on a free point, whoever is to move.
fn may_play(position: &GomokuPosition, side: usize, point: Point) -> bool {
    position.foul_of(side, point).is_none()
}

/// Whether a side may make two open threes at once and has a point for it.
fn has_double_three(position: &GomokuPosition, side: usize) -> bool {
    !position.rules().rows.forbids(side) && position.has_double_three(side)
}

/// The sum of the worth of the free points, without those with a four or an open three that are forbidden.
fn sum(position: &GomokuPosition, side: usize) -> Score {
    let all = position.sum(side);
    if !position.rules().rows.forbids(side) {
        return all;
    }
    let points = position.fours(side).or(position.threes(side));
    let forbidden = points.iter().filter(|&p| !may_play(position, side, p));
    all - forbidden.map(|p| position.worth(side, p)).sum::<Score>()
}

/// The worth of what the side to move may play next beyond the sum of its threats; `must_answer` if the other side has a four.
fn attack(position: &GomokuPosition, side: usize, must_answer: bool) -> Score {
    let is_double = |p| position.threats(side, p).wins_soon() && may_play(position, side, p);
    let has_double = || position.fours(side).iter().any(is_double);
    let can_answer = |p| may_play(position, 1 - side, p);
    let is_calm = !position.fours(1 - side).iter().any(can_answer);
    match is_calm {
        _ if must_answer => 0,
        true if has_double() => DOUBLE_CP,
        true if has_double_three(position, side) => DOUBLE_THREE_CP,
        false if has_double() => DISPUTED_CP,
        _ => 0,
    }
}

/// The worth of what the side that is not to move threatens to play, beyond the sum of its threats.
fn danger(position: &GomokuPosition, side: usize) -> Score {
    let threats = |point| position.threats(side, point);
    let (mut straights, mut doubles) = (0, 0);
    for point in position.fours(side).iter() {
        match threats(point) {
            found if !found.wins_soon() || !may_play(position, side, point) => {}
            found if found.has(Threat::StraightFour) => straights += 1,
            _ => doubles += 1,
        }
    }
    let worth = |is_there: bool, worth| if is_there { worth } else { 0 };
    worth(straights > 0, STRAIGHT_CP)
        + worth(doubles > 0, THREATENED_CP)
        + worth(doubles > 1, TWICE_CP)
        + worth(has_double_three(position, side), THREATENED_CP)
}
