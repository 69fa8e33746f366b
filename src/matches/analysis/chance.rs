//! Winning chances, and the marks of moves that gave some away.
//!
//! The curve and the thresholds are those of Lichess (<https://lichess.org/page/accuracy>; `scalachess`, `eval.scala`; `lila`,
//! `modules/tree/src/main/Advice.scala`). There chances go from -1 to 1, and a move is marked if they fall by 0.1, 0.2 or 0.3; from 0
//! to 1, as here, that is half as much. The curve was fitted to games of chess; the other games count in hundredths of a piece, too.

use rookery_engine::Value;

/// How fast chances rise with an advantage, for each centipawn.
const STEEPNESS: f64 = 0.003_682_08;

/// The chances of the side for which the value holds, 0 to 1: a proven win is 1, a proven draw a half, and an evaluation something
/// between a loss and a win.
pub fn winning_chance(value: Value) -> f64 {
    match value {
        Value::Cp(cp) => 1.0 / (1.0 + (-STEEPNESS * f64::from(cp)).exp()),
        Value::Win(_) => 1.0,
        Value::Loss(_) => 0.0,
        Value::Exact(points) => f64::from(points.signum() + 1) / 2.0,
    }
}

/// What a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Mark {
    /// All of them, the smallest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark of a move after which the chances of its side are `after`, where they were `before`.
    pub fn of(before: f64, after: f64) -> Option<Self> {
        // What is just on a threshold counts, whatever the rounding.
        let drop = before - after + 1e-9;
        let marks = Mark::ALL.into_iter().rev();
        marks.into_iter().find(|mark| drop >= mark.least_drop())
    }

    /// The least drop of winning chances that is marked so.
    fn least_drop(self) -> f64 {
        match self {
            Mark::Inaccuracy => 0.05,
            Mark::Mistake => 0.10,
            Mark::Blunder => 0.15,
        }
    }

    /// The sign behind the move, as books on chess write it.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the published curve, rounded to a tenth of a percent.
    #[test]
    fn chances_follow_the_published_curve() {
        for (cp, percent) in [
            (0, 50.0),
            (100, 59.1),
            (-100, 40.9),
            (300, 75.1),
            (1000, 97.5),
        ] {
            let chance = winning_chance(Value::Cp(cp)) * 100.0;
            assert!((chance - percent).abs() < 0.05, "{cp}: {chance}");
        }
    }

    #[test]
    fn what_is_proven_is_certain() {
        for (value, chance) in [
            (Value::Win(7), 1.0),
            (Value::Loss(0), 0.0),
            (Value::Exact(0), 0.5),
            (Value::Exact(12), 1.0),
            (Value::Exact(-2), 0.0),
        ] {
            assert!((winning_chance(value) - chance).abs() < 1e-12, "{value:?}");
        }
    }

    #[test]
    fn marks_go_by_the_drop() {
        for (before, after, mark) in [
            (0.50, 0.50, None),
            (0.50, 0.60, None),
            (0.50, 0.451, None),
            (0.50, 0.45, Some(Mark::Inaccuracy)),
            (0.50, 0.401, Some(Mark::Inaccuracy)),
            (0.50, 0.40, Some(Mark::Mistake)),
            (0.50, 0.351, Some(Mark::Mistake)),
            (0.50, 0.35, Some(Mark::Blunder)),
            (1.00, 0.50, Some(Mark::Blunder)),
            (0.04, 0.00, None),
        ] {
            assert_eq!(Mark::of(before, after), mark, "{before} to {after}");
        }
    }
}
