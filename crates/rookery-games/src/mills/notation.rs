//! Moves of the mill games as text and as taps.

use crate::mills::rules::mill_move::MillMove;
use crate::mills::rules::points;
use crate::{Change, PlacedPiece, Step};

/// `d6`, `d6xb4`, `d6-d5`, `d6-d5xb4`; with two men removed `d6xb4xa1`.
pub fn write(m: MillMove) -> String {
    joined(m, "-")
}

/// Other spellings: `d6d5`, `d6d5xb4`.
pub fn spellings(m: MillMove) -> Vec<String> {
    match m.from() {
        Some(_) => vec![joined(m, "")],
        None => Vec::new(),
    }
}

fn joined(m: MillMove, hyphen: &str) -> String {
    let to = points::name(m.to());
    let mut text = match m.from() {
        Some(from) => format!("{}{hyphen}{to}", points::name(from)),
        None => to.to_owned(),
    };
    for removed in m.removals() {
        text.push('x');
        text.push_str(points::name(removed));
    }
    text
}

/// The taps of a move by `side`, whose men are drawn as `piece`: `[a1]`, `[a1,f6]`, `[a4,a1]`, `[a4,a1,f6]`.
pub fn steps(m: MillMove, side: usize, piece: &'static str) -> Vec<Step> {
    let to = points::name(m.to());
    let mut steps = Vec::with_capacity(4);
    if let Some(from) = m.from().map(points::name) {
        let walk = Change::Move {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        steps.push(Step::select(from));
        steps.push(Step::act(to, vec![walk]));
    } else {
        steps.push(Step::act(to, vec![Change::Add(man(m.to(), side, piece))]));
    }
    for removed in m.removals().map(points::name) {
        let gone = Change::Remove {
            at: removed.to_owned(),
        };
        steps.push(Step::act(removed, vec![gone]));
    }
    steps
}

/// A man of `side` on a point, drawn as `piece`.
pub fn man(point: u8, side: usize, piece: &'static str) -> PlacedPiece {
    PlacedPiece::new(points::name(point).to_owned(), side, piece)
}
