//! Reasons why a move of gomoku is not legal.

use crate::Message;
use crate::gomoku::rules::forbidden::Foul;
use crate::gomoku::rules::opening::OpeningChoice;
use crate::gomoku::rules::position::GomokuPosition;

/// The rule that forbids the stone or the choice of `path`.
pub fn why_not(position: &GomokuPosition, path: &[String]) -> Option<Message> {
    let lattice = position.lattice();
    let token = path.first()?;
    if OpeningChoice::ALL.iter().any(|c| c.is_named(token)) {
        return Some(Message::new(illegal_choice(position)));
    }
    let point = lattice.find(token)?;
    let about = |id| Message::new(id).with("square", lattice.name(point));
    if position.is_choosing() {
        return Some(Message::new(match position.choices().len() {
            OpeningChoice::COUNT => "gomoku-illegal-stone-or-two",
            _ => "gomoku-illegal-stone",
        }));
    }
    if !position.is_free(point) {
        return Some(about("illegal-occupied"));
    }
    if !position.opens(point) {
        return Some(about(match position.count() {
            0 => "gomoku-illegal-first",
            _ => "gomoku-illegal-near",
        }));
    }
    let foul = position.foul(point)?;
    Some(about(match foul {
        Foul::Overline => "gomoku-illegal-overline",
        Foul::DoubleFour => "gomoku-illegal-double-four",
        Foul::DoubleThree => "gomoku-illegal-double-three",
    }))
}

/// The reason why a choice that the position does not list is not to be made.
fn illegal_choice(position: &GomokuPosition) -> &'static str {
    match position.colours().chooser() {
        _ if !position.rules().first_stones.has_choice() => "gomoku-illegal-no-choice",
        None => "gomoku-illegal-settled",
        Some(_) if position.is_choosing() => "gomoku-illegal-two",
        Some(1) => "gomoku-illegal-before-three",
        Some(_) => "gomoku-illegal-before-five",
    }
}
