//! Moves of the mill games as text and as taps.

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::mill_move::MillMove;
use crate::mills::rules::points;
use crate::mills::rules::position::MillPosition;
use crate::{Change, PlacedPiece, Step};
use rookery_engine::Position;

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

/// The points of a path; a token may also be a move as it is written, such as `d6-d5xb4` or `d6d5`.
///
/// # Errors
/// The first part that names no point.
pub fn named_points(path: &[String]) -> Result<Vec<u8>, &str> {
    let parts = path
        .iter()
        .flat_map(|token| token.split(['-', 'x', 'X', ' ', ',']));
    let mut taps = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let pair = part.split_at_checked(2).filter(|(_, to)| !to.is_empty());
        let names = match pair {
            Some((from, to)) => vec![from, to],
            None => vec![part],
        };
        for name in names {
            taps.push(points::by_name(name).ok_or(part)?);
        }
    }
    Ok(taps)
}

/// The moves whose points a text names one after another, with blanks, an `x` or nothing between them: `d7 d6 e3`, `d7-d6 x e3`. A hyphen
/// stands between the points of a step alone.
pub fn named<K: MillKind>(position: &MillPosition<K>, text: &str) -> Vec<MillMove> {
    let typed = [text.to_owned()];
    let named = named_points(&typed).unwrap_or_default();
    let is_step = text.contains('-');
    let is_it = |m: &MillMove| {
        let walk = m.from().into_iter().chain([m.to()]);
        let has_points = walk.chain(m.removals()).eq(named.iter().copied());
        has_points && (m.from().is_some() || !is_step)
    };
    let moves = position.moves().into_iter();
    moves.filter(is_it).collect()
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
