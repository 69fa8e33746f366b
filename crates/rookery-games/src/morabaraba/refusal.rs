//! Reasons why a move is not legal, in the order in which a person would check it.

use crate::Message;
use crate::morabaraba::rules::cow_move::CowMove;
use crate::morabaraba::rules::points::{self, Points};
use crate::morabaraba::rules::position::Morabaraba;
use rookery_engine::Position;

/// The rule that forbids the taps of `path`; `None` where all of them are fine so far.
pub fn why_not(position: &Morabaraba, path: &[String]) -> Option<Message> {
    let taps = match junctions(path) {
        Ok(taps) => taps,
        Err(stranger) => return Some(about("morabaraba-no-junction", stranger)),
    };
    let (from, rest) = if position.hand(position.side()) > 0 {
        (None, &taps[..])
    } else {
        let (&from, rest) = taps.split_first()?;
        if let Some(message) = bad_start(position, from) {
            return Some(message);
        }
        (Some(from), rest)
    };
    let (&to, shots) = rest.split_first()?;
    bad_goal(position, from, to, !shots.is_empty()).or_else(|| bad_shot(position, from, to, shots))
}

/// The points of a path; a token may also be a move as it is written, such as `d6-d5xb4` or `d6d5`.
///
/// # Errors
/// The first part that names no point.
fn junctions(path: &[String]) -> Result<Vec<u8>, &str> {
    let parts = path
        .iter()
        .flat_map(|token| token.split(['-', 'x', 'X', ' ']));
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

fn about(id: &'static str, square: &str) -> Message {
    Message::new(id).with("square", square)
}

fn has(set: Points, point: u8) -> bool {
    set & points::bit(point) != 0
}

fn bad_start(position: &Morabaraba, from: u8) -> Option<Message> {
    let name = points::name(from);
    let side = position.side();
    if has(position.empty(), from) {
        Some(about("morabaraba-no-cow", name))
    } else if !has(position.cows(side), from) {
        Some(about("morabaraba-not-your-cow", name))
    } else if !has(position.movable(side), from) {
        Some(about("morabaraba-cow-blocked", name))
    } else {
        None
    }
}

fn bad_goal(position: &Morabaraba, from: Option<u8>, to: u8, more: bool) -> Option<Message> {
    let name = points::name(to);
    let side = position.side();
    let Some(from) = from else {
        return match has(position.cows(side), to) {
            // Two taps that begin on an own cow are meant as a move.
            true if more => Some(Message::new("morabaraba-place-first")),
            _ if !has(position.empty(), to) => Some(about("morabaraba-occupied", name)),
            _ => None,
        };
    };
    if !has(position.empty(), to) {
        Some(about("morabaraba-occupied", name))
    } else if !has(position.reach(from), to) {
        let message = about("morabaraba-not-adjacent", name);
        Some(message.with("from", points::name(from)))
    } else if position
        .ban(side)
        .is_some_and(|b| (b.to, b.from) == (from, to))
    {
        let message = about("morabaraba-see-saw", name);
        Some(message.with("from", points::name(from)))
    } else {
        None
    }
}

fn bad_shot(position: &Morabaraba, from: Option<u8>, to: u8, shots: &[u8]) -> Option<Message> {
    let side = position.side();
    let targets = position.targets(1 - side);
    let stay = position.cows(side) & !from.map_or(0, points::bit);
    let closes = has(points::closing(stay), to) && targets != 0;
    let &shot = match shots {
        [] if closes => return Some(Message::new("morabaraba-must-shoot")),
        [] => return None,
        [_, ..] if !closes => return Some(about("morabaraba-no-line", points::name(to))),
        [shot] => shot,
        [_, ..] => return Some(Message::new("morabaraba-one-shot")),
    };
    let name = points::name(shot);
    let make = |shot| match from {
        Some(from) => CowMove::step(from, to, shot),
        None => CowMove::place(to, shot),
    };
    if position.is_legal(make(Some(shot))) {
        None
    } else if has(position.cows(1 - side), shot) {
        Some(about("morabaraba-protected", name))
    } else if has(stay, shot) || shot == to {
        Some(about("morabaraba-own-cow", name))
    } else {
        Some(about("morabaraba-nothing-to-shoot", name))
    }
}
