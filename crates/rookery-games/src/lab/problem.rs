//! A line of a file of values: a position, and the known values of it and of its moves.

use crate::text::quoted;
use rookery_engine::{Score, Value};

/// A position to solve, with its expected value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The position as text.
    pub position: String,
    /// Its value for the side to move, where the file says it.
    pub value: Option<Expected>,
    /// Moves as text, each with its value for the side that makes it.
    pub moves: Vec<(String, Expected)>,
}

/// A value that a file gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The winner, and no more: 1 the side to move, 0 nobody, -1 the other side.
    Outcome(i8),
    /// The value in the game's own unit, as in [`Value::Exact`].
    Exact(Score),
}

impl Expected {
    /// Whether a value that was found is the one expected.
    pub fn is(self, found: Value) -> bool {
        match self {
            Expected::Outcome(sign) => Score::from(sign) == sign_of(found),
            Expected::Exact(value) => found == Value::Exact(value),
        }
    }

    /// Orders expected values: the better for the side to move, the larger.
    pub fn rank(self) -> Score {
        match self {
            Expected::Outcome(sign) => sign.into(),
            Expected::Exact(value) => value,
        }
    }
}

impl Problem {
    /// Reads `position ; value`, the value being 1 where the side to move wins, 0 for a draw and -1 where it loses; without a
    /// semicolon nothing is known of the position.
    ///
    /// # Errors
    /// The text that is not a value.
    pub fn with_outcome(line: &str) -> Result<Self, String> {
        let Some((position, value)) = line.split_once(';') else {
            return Ok(Problem {
                position: line.trim().to_owned(),
                ..Problem::default()
            });
        };
        let sign = match value.trim() {
            "1" | "+1" => 1,
            "0" => 0,
            "-1" => -1,
            other => {
                return Err(format!(
                    "{} is not a value: write 1, 0 or -1 after the semicolon",
                    quoted(other)
                ));
            }
        };
        Ok(Problem {
            position: position.trim().to_owned(),
            value: Some(Expected::Outcome(sign)),
            moves: Vec::new(),
        })
    }

    /// The best value that the file knows: that of the position, or else that of its best move.
    pub fn best(&self) -> Option<Expected> {
        let of_moves = self.moves.iter().map(|(_, value)| *value);
        self.value.or(of_moves.max_by_key(|value| value.rank()))
    }
}

/// 1 a win of the side to move, 0 a draw, -1 a loss.
fn sign_of(value: Value) -> Score {
    match value {
        Value::Win(_) => 1,
        Value::Loss(_) => -1,
        Value::Cp(n) | Value::Exact(n) => n.signum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_position_and_its_outcome() {
        let problem = Problem::with_outcome(" X../.O./... x ; -1 ").unwrap();
        assert_eq!(problem.position, "X../.O./... x");
        assert_eq!(problem.best(), Some(Expected::Outcome(-1)));
        assert_eq!(Problem::with_outcome("abc").unwrap().best(), None);
        let error = Problem::with_outcome("abc ; 2").unwrap_err();
        assert!(error.starts_with("'2' is not a value"), "{error}");
    }

    #[test]
    fn an_outcome_leaves_the_distance_open() {
        assert!(Expected::Outcome(1).is(Value::Win(7)));
        assert!(Expected::Outcome(-1).is(Value::Exact(-4)));
        assert!(!Expected::Outcome(0).is(Value::Exact(1)));
        assert!(Expected::Exact(3).is(Value::Exact(3)));
        assert!(!Expected::Exact(3).is(Value::Exact(2)));
    }

    #[test]
    fn the_best_move_stands_for_the_position() {
        let moves = [("a1", -4), ("b1", 6), ("c1", 0)];
        let problem = Problem {
            moves: moves
                .map(|(m, n)| (m.to_owned(), Expected::Exact(n)))
                .to_vec(),
            ..Problem::default()
        };
        assert_eq!(problem.best(), Some(Expected::Exact(6)));
    }
}
