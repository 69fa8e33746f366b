//! The engine's answer to a draw offer: by its values of the last moves, and by the tables.

use crate::matches::MoveRecord;
use crate::matches::score;
use rookery_engine::Value;

/// The number of plies before which the engine agrees only if a table says that it is a draw.
const FIRST_PLIES: usize = 20;
/// Number of its last values that must be bad.
const BAD_VALUES: usize = 3;
/// A bad value: half a pawn down, or the equivalent.
const BAD_CP: i32 = -50;
/// The ply from which a level game is drawn: forty moves of each side.
const LEVEL_PLIES: usize = 80;
/// Number of its last values that must be level.
const LEVEL_VALUES: usize = 10;
/// A level value, either way.
const LEVEL_CP: i32 = 20;

/// Whether the engine agrees to a draw after these moves: if its last three values were bad, if its last ten were level late in the
/// game, or if the position is a proven draw by an endgame table (`table`: its value for the side to move) or by the engine's last
/// value. The table alone counts if it says that the player loses, and while the engine is to move, because its values are then of
/// an earlier position.
pub(super) fn accepts(moves: &[MoveRecord], table: Option<Value>, is_engine_due: bool) -> bool {
    let player_loses = match table {
        Some(Value::Exact(points)) => points < 0,
        Some(value) => matches!(value, Value::Loss(_)),
        None => false,
    };
    if is_engine_due || player_loses {
        return table == Some(Value::Exact(0));
    }
    let mut values = moves.iter().rev().filter_map(|made| {
        let spent = made.spent.as_ref()?;
        // A move whose value was not stored interrupts the sequence.
        Some(score::parse(&spent.score))
    });
    let last: Vec<Option<Value>> = values.by_ref().take(LEVEL_VALUES).collect();
    let is_proven_draw = |value: &Option<Value>| *value == Some(Value::Exact(0));
    if table == Some(Value::Exact(0)) || last.first().is_some_and(is_proven_draw) {
        return true;
    }
    let all_of_last = |count: usize, is: fn(Value) -> bool| {
        last.len() >= count && last[..count].iter().all(|value| value.is_some_and(is))
    };
    moves.len() >= FIRST_PLIES && all_of_last(BAD_VALUES, is_bad)
        || moves.len() >= LEVEL_PLIES && all_of_last(LEVEL_VALUES, is_level)
}

fn is_bad(value: Value) -> bool {
    match value {
        Value::Cp(cp) => cp <= BAD_CP,
        Value::Exact(points) => points < 0,
        Value::Loss(_) => true,
        Value::Win(_) => false,
    }
}

fn is_level(value: Value) -> bool {
    match value {
        Value::Cp(cp) => cp.abs() <= LEVEL_CP,
        Value::Exact(points) => points == 0,
        Value::Win(_) | Value::Loss(_) => false,
    }
}

#[cfg(test)]
mod tests;
