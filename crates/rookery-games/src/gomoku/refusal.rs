//! Reasons why a move of gomoku is not legal.

use crate::Message;
use crate::gomoku::rules::forbidden::Foul;
use crate::gomoku::rules::position::GomokuPosition;

/// The rule that forbids a stone on the point of `path`.
pub fn why_not(position: &GomokuPosition, path: &[String]) -> Option<Message> {
    let lattice = position.lattice();
    let point = lattice.find(path.first()?)?;
    let about = |id| Message::new(id).with("square", lattice.name(point));
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
