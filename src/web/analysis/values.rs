//! Values and marks in words.

use crate::matches::{Assessment, Mark, Outlook};
use crate::web::page::Page;
use crate::web::words::notation::in_sentence;
use rookery_games::Message;
use rookery_games::api::view::Side;

/// The names of the sides of a value, and which of them is to move: colours, or players who have not chosen theirs.
pub struct Viewpoint {
    names: [Message; 2],
    mover: usize,
    is_of_colours: bool,
}

impl Viewpoint {
    /// The viewpoint with `player` to move, who has `colour` unless colours are still to be chosen.
    pub fn new(sides: &[Side; 2], player: usize, colour: Option<usize>) -> Self {
        let names = match colour {
            Some(_) => [sides[0].name.clone(), sides[1].name.clone()],
            None => ["analysis-first-player", "analysis-second-player"].map(Message::new),
        };
        Viewpoint {
            names,
            mover: colour.unwrap_or(player),
            is_of_colours: colour.is_some(),
        }
    }
}

/// What a value means, in words.
pub fn say(page: &Page, view: &Viewpoint, assessment: &Assessment) -> String {
    let named =
        |id: &'static str, side: usize| Message::new(id).with("side", view.names[side].clone());
    page.say(&match assessment.outlook(view.mover) {
        Outlook::HasWon(side) => named("analysis-has-won", side),
        Outlook::WinsIn { side, moves } => named("analysis-wins-in", side).with("count", moves),
        Outlook::Wins(side) => named("analysis-wins", side),
        Outlook::Drawn => Message::new("analysis-drawn"),
        Outlook::Even => Message::new("analysis-even"),
        Outlook::SlightlyBetter(side) => named("analysis-slightly-better", side),
        Outlook::Better(side) => named("analysis-better", side),
        Outlook::Winning(side) => named("analysis-winning", side),
    })
}

/// An evaluation as a number, in units of a piece, for colour 0; `None` where the value is proven, or colours are not settled.
pub fn number(assessment: &Assessment, view: &Viewpoint) -> Option<String> {
    let centipawns = assessment.centipawns(view.mover);
    centipawns.filter(|_| view.is_of_colours).map(in_pieces)
}

fn in_pieces(cp: i32) -> String {
    let tenths = (f64::from(cp) / 10.0).round().abs() / 10.0;
    match cp {
        _ if tenths == 0.0 => "0.0".to_owned(),
        cp if cp > 0 => format!("+{tenths:.1}"),
        _ => format!("\u{2212}{tenths:.1}"),
    }
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
    page.t1(id, "move", in_sentence(better))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_decimal_and_a_sign() {
        for (cp, text) in [
            (182, "+1.8"),
            (-182, "\u{2212}1.8"),
            (-4, "0.0"),
            (10, "+0.1"),
            (-4_070, "\u{2212}40.7"),
        ] {
            assert_eq!(in_pieces(cp), text);
        }
    }
}
