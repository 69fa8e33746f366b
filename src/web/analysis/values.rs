//! Values and marks in words.

use crate::matches::{Assessment, Mark};
use crate::web::page::Page;
use rookery_engine::Value;
use rookery_games::Message;
use rookery_games::api::view::Side;

/// Chances so near to a half are even; beyond the others a side is better, or winning.
const EVEN: f64 = 0.05;
const SLIGHT: f64 = 0.12;
const CLEAR: f64 = 0.30;

/// What a value means, in words; `side` is the side to move, and `chance` that of side 0.
pub fn say(page: &Page, sides: &[Side; 2], side: usize, value: Value, chance: f64) -> String {
    let named =
        |id: &'static str, side: usize| Message::new(id).with("side", sides[side].name.clone());
    let wins = |side: usize, plies: u32| match plies {
        0 => named("analysis-has-won", side),
        // The winner makes every other move of the line, its last one among them.
        plies => named("analysis-wins-in", side).with("count", plies.div_ceil(2) as usize),
    };
    let ahead = usize::from(chance < 0.5);
    let message = match value {
        Value::Win(plies) => wins(side, plies),
        Value::Loss(plies) => wins(1 - side, plies),
        Value::Exact(0) => Message::new("analysis-drawn"),
        Value::Exact(_) => named("analysis-wins", ahead),
        Value::Cp(_) => match (chance - 0.5).abs() {
            lead if lead < EVEN => Message::new("analysis-even"),
            lead if lead < SLIGHT => named("analysis-slightly-better", ahead),
            lead if lead < CLEAR => named("analysis-better", ahead),
            _ => named("analysis-winning", ahead),
        },
    };
    page.say(&message)
}

/// An evaluation as a number, in units of a piece, for side 0; `None` where the value is proven.
pub fn number(assessment: &Assessment, side: usize) -> Option<String> {
    let Value::Cp(cp) = assessment.value else {
        return None;
    };
    let cp = if side == 0 { cp } else { -cp };
    let tenths = (f64::from(cp) / 10.0).round().abs() / 10.0;
    Some(match cp {
        _ if tenths == 0.0 => "0.0".to_owned(),
        cp if cp > 0 => format!("+{tenths:.1}"),
        _ => format!("\u{2212}{tenths:.1}"),
    })
}

/// What a marked move is called.
pub fn mark_name(page: &Page, mark: Mark) -> String {
    page.t(match mark {
        Mark::Inaccuracy => "analysis-inaccuracy",
        Mark::Mistake => "analysis-mistake",
        Mark::Blunder => "analysis-blunder",
    })
}

/// The line about a marked move.
pub fn remark(page: &Page, mark: Mark, better: &str) -> String {
    let id = match mark {
        Mark::Inaccuracy => "analysis-better-than-inaccuracy",
        Mark::Mistake => "analysis-better-than-mistake",
        Mark::Blunder => "analysis-better-than-blunder",
    };
    page.t1(id, "move", better)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_first_side() {
        for (value, side, text) in [
            (Value::Cp(182), 0, Some("+1.8")),
            (Value::Cp(182), 1, Some("\u{2212}1.8")),
            (Value::Cp(-4), 0, Some("0.0")),
            (Value::Cp(-10), 1, Some("+0.1")),
            (Value::Exact(0), 0, None),
            (Value::Win(3), 0, None),
        ] {
            let number = number(&Assessment::over(value), side);
            assert_eq!(number.as_deref(), text, "{value:?}");
        }
    }
}
