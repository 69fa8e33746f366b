//! The evaluation of gomoku by hand: the threats on free points, and what they come to together.

use crate::gomoku::rules::line_patterns::Threat;
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
    let is_straight = |point| position.threats(own, point).has(Threat::StraightFour);
    let wins_soon = theirs == 0 && position.fours(own).iter().any(is_straight);
    wins_soon.then_some(WINS_SOON_CP)
}

/// The value for the colour that puts the next stone down in other positions.
pub fn evaluate(position: &GomokuPosition) -> Score {
    let (own, other) = (position.colour(), 1 - position.colour());
    let must_answer = !position.wins(other).is_empty();
    let balance = position.sum(own) * MOVER_PERCENT / 100 - position.sum(other);
    balance + TEMPO_CP + attack(position, own, must_answer) - danger(position, other)
}

/// The worth of what the side to move may play next beyond the sum of its threats; `must_answer` if the other side has a four.
fn attack(position: &GomokuPosition, side: usize, must_answer: bool) -> Score {
    let threats = |point| position.threats(side, point);
    let has_double = || position.fours(side).iter().any(|p| threats(p).wins_soon());
    let is_calm = position.fours(1 - side).is_empty();
    match is_calm {
        _ if must_answer => 0,
        true if has_double() => DOUBLE_CP,
        true if position.has_double_three(side) => DOUBLE_THREE_CP,
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
            found if found.has(Threat::StraightFour) => straights += 1,
            found if found.wins_soon() => doubles += 1,
            _ => {}
        }
    }
    let worth = |is_there: bool, worth| if is_there { worth } else { 0 };
    worth(straights > 0, STRAIGHT_CP)
        + worth(doubles > 0, THREATENED_CP)
        + worth(doubles > 1, TWICE_CP)
        + worth(position.has_double_three(side), THREATENED_CP)
}
