//! Outlook of a position: a value as a statement about the two sides, for whoever puts it into words.

use rookery_engine::Value;

use crate::matches::analysis::chance::winning_chance;

/// Chances so near to a half are even; beyond the others a side is better, or winning.
const EVEN: f64 = 0.05;
const SLIGHT: f64 = 0.12;
const CLEAR: f64 = 0.30;

/// Who will win, and how sure that is; each names the side that is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The game is over.
    HasWon(usize),
    /// A forced win, in this number of the winner's own moves.
    WinsIn {
        side: usize,
        moves: usize,
    },
    /// By force, however long it takes.
    Wins(usize),
    Drawn,
    Even,
    SlightlyBetter(usize),
    Better(usize),
    Winning(usize),
}

impl Outlook {
    /// The outlook of a position with this value for the side to move.
    pub fn of(value: Value, side: usize) -> Self {
        let wins = |side: usize, plies: u32| match plies {
            0 => Outlook::HasWon(side),
            // The winner makes every other move of the line, its last one among them.
            plies => Outlook::WinsIn {
                side,
                moves: plies.div_ceil(2) as usize,
            },
        };
        let lead = winning_chance(value) - 0.5;
        let ahead = if lead < 0.0 { 1 - side } else { side };
        match value {
            Value::Win(plies) => wins(side, plies),
            Value::Loss(plies) => wins(1 - side, plies),
            Value::Exact(0) => Outlook::Drawn,
            Value::Exact(_) => Outlook::Wins(ahead),
            Value::Cp(_) => match lead.abs() {
                lead if lead < EVEN => Outlook::Even,
                lead if lead < SLIGHT => Outlook::SlightlyBetter(ahead),
                lead if lead < CLEAR => Outlook::Better(ahead),
                _ => Outlook::Winning(ahead),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_name_the_side_that_is_ahead() {
        for (value, side, outlook) in [
            (Value::Win(1), 0, Outlook::WinsIn { side: 0, moves: 1 }),
            (Value::Win(5), 1, Outlook::WinsIn { side: 1, moves: 3 }),
            (Value::Loss(4), 0, Outlook::WinsIn { side: 1, moves: 2 }),
            (Value::Loss(0), 0, Outlook::HasWon(1)),
            (Value::Exact(0), 1, Outlook::Drawn),
            (Value::Exact(-6), 1, Outlook::Wins(0)),
            (Value::Cp(-30), 0, Outlook::Even),
            (Value::Cp(100), 1, Outlook::SlightlyBetter(1)),
            (Value::Cp(-250), 1, Outlook::Better(0)),
            (Value::Cp(900), 0, Outlook::Winning(0)),
        ] {
            assert_eq!(Outlook::of(value, side), outlook, "{value:?}");
        }
    }
}
