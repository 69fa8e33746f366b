//! Moves of Morabaraba as text and as taps.

use crate::morabaraba::rules::cow_move::CowMove;
use crate::morabaraba::rules::points;
use crate::{Change, PlacedPiece, Step};

/// `d6`, `d6xb4`, `d6-d5`, `d6-d5xb4`.
pub fn write(m: CowMove) -> String {
    joined(m, "-")
}

/// Other spellings: `d6d5`, `d6d5xb4`.
pub fn spellings(m: CowMove) -> Vec<String> {
    match m.from() {
        Some(_) => vec![joined(m, "")],
        None => Vec::new(),
    }
}

fn joined(m: CowMove, hyphen: &str) -> String {
    let to = points::name(m.to());
    let mut text = match m.from() {
        Some(from) => format!("{}{hyphen}{to}", points::name(from)),
        None => to.to_owned(),
    };
    if let Some(shot) = m.shot() {
        text.push('x');
        text.push_str(points::name(shot));
    }
    text
}

/// The taps of a move by `side`: `[a1]`, `[a1,f6]`, `[a4,a1]`, `[a4,a1,f6]`.
pub fn steps(m: CowMove, side: usize) -> Vec<Step> {
    let to = points::name(m.to());
    let mut steps = Vec::with_capacity(3);
    if let Some(from) = m.from().map(points::name) {
        let walk = Change::Move {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        steps.push(Step::select(from));
        steps.push(Step::act(to, vec![walk]));
    } else {
        steps.push(Step::act(to, vec![Change::Add(cow(m.to(), side))]));
    }
    if let Some(shot) = m.shot().map(points::name) {
        let gone = Change::Remove {
            at: shot.to_owned(),
        };
        steps.push(Step::act(shot, vec![gone]));
    }
    steps
}

/// A cow of `side` on a point.
pub fn cow(point: u8, side: usize) -> PlacedPiece {
    PlacedPiece::new(points::name(point).to_owned(), side, "cow")
}
