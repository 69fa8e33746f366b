//! Reasons why a move is not legal, in the order in which a person would check it.

use crate::Message;
use crate::mills::notation::named_points;
use crate::mills::rules::kind::MillKind;
use crate::mills::rules::points::{self, Points};
use crate::mills::rules::position::{MillPosition, SeeSaw};
use rookery_engine::Position;

/// A rule that forbids a move: the key of its text, and the points that the text names.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The text's id without the name of the game.
    pub key: &'static str,
    square: Option<String>,
    from: Option<u8>,
}

impl Refusal {
    /// The text with its arguments.
    pub fn message(&self, mut text: Message) -> Message {
        if let Some(square) = &self.square {
            text = text.with("square", square.clone());
        }
        if let Some(from) = self.from {
            text = text.with("from", points::name(from));
        }
        text
    }

    fn plain(key: &'static str) -> Self {
        Refusal {
            key,
            square: None,
            from: None,
        }
    }

    fn at(key: &'static str, point: u8) -> Self {
        Refusal {
            square: Some(points::name(point).to_owned()),
            ..Refusal::plain(key)
        }
    }

    fn with_from(self, from: u8) -> Self {
        Refusal {
            from: Some(from),
            ..self
        }
    }
}

/// The rule that forbids the taps of `path`; `None` where all of them are fine so far.
pub fn why_not<K: MillKind>(position: &MillPosition<K>, path: &[String]) -> Option<Refusal> {
    let taps = match named_points(path) {
        Ok(taps) => taps,
        Err(stranger) => {
            return Some(Refusal {
                square: Some(stranger.to_owned()),
                ..Refusal::plain("no-point")
            });
        }
    };
    if let Some(&stranger) = taps.iter().find(|&&tap| !has(position.board().points, tap)) {
        return Some(Refusal::at("no-point", stranger));
    }
    let (from, rest) = if !position.begins_walk(taps.first().copied()) {
        // A hyphen is written between the points of a step alone.
        if path.iter().any(|token| token.contains('-')) {
            return match taps.first() {
                Some(&from) if position.may_walk(position.side()) => bad_start(position, from),
                _ => Some(Refusal::plain("place-first")),
            };
        }
        (None, &taps[..])
    } else {
        let (&from, rest) = taps.split_first()?;
        if let Some(refusal) = bad_start(position, from) {
            return Some(refusal);
        }
        (Some(from), rest)
    };
    let (&to, removals) = rest.split_first()?;
    bad_goal(position, from, to, !removals.is_empty())
        .or_else(|| bad_removal(position, from, to, removals))
}

fn has(set: Points, point: u8) -> bool {
    set & points::bit(point) != 0
}

fn bad_start<K: MillKind>(position: &MillPosition<K>, from: u8) -> Option<Refusal> {
    let side = position.side();
    let key = if has(position.empty(), from) {
        "no-man"
    } else if !has(position.men(side), from) {
        "not-your-man"
    } else if !has(position.movable(side), from) {
        "man-blocked"
    } else {
        return None;
    };
    Some(Refusal::at(key, from))
}

fn bad_goal<K: MillKind>(
    position: &MillPosition<K>,
    from: Option<u8>,
    to: u8,
    more: bool,
) -> Option<Refusal> {
    let side = position.side();
    let Some(from) = from else {
        return match has(position.men(side), to) {
            // Two taps of which the first is on the side's own man are meant as a move.
            true if more => Some(Refusal::plain("place-first")),
            _ if !has(position.empty(), to) => Some(Refusal::at("occupied", to)),
            _ if !has(position.free(), to) => Some(Refusal::at("corner-forbidden", to)),
            _ => None,
        };
    };
    let is_see_saw = |ban: SeeSaw| (ban.to, ban.from) == (from, to);
    if !has(position.empty(), to) {
        Some(Refusal::at("occupied", to))
    } else if !has(position.reach(from), to) {
        let key = match position.rules().flying {
            true => "not-adjacent",
            false => "not-adjacent-no-flying",
        };
        Some(Refusal::at(key, to).with_from(from))
    } else if position.ban(side).is_some_and(is_see_saw) {
        Some(Refusal::at("see-saw", to).with_from(from))
    } else {
        None
    }
}

fn bad_removal<K: MillKind>(
    position: &MillPosition<K>,
    from: Option<u8>,
    to: u8,
    removals: &[u8],
) -> Option<Refusal> {
    let side = position.side();
    let enemy = position.men(1 - side);
    let stay = position.men(side) & !from.map_or(0, points::bit);
    let wins = position.rules().first_mill_wins();
    let closes = has(position.board().closing(stay), to) && enemy != 0;
    let allowed = removals_due(position, stay, to);
    match removals {
        [] if closes && !wins => return Some(Refusal::plain("must-remove")),
        [] => return None,
        _ if !closes => return Some(Refusal::at("no-mill", to)),
        _ if wins => return Some(Refusal::plain("first-mill-wins")),
        _ if removals.len() > allowed => {
            return Some(Refusal::plain(match allowed {
                1 => "one-removal",
                _ => "two-removals",
            }));
        }
        _ => {}
    }
    let mut men = enemy;
    for &removed in removals {
        if !has(position.targets(men), removed) {
            return Some(Refusal::at(bad_target(men, stay, to, removed), removed));
        }
        men ^= points::bit(removed);
    }
    (removals.len() < allowed).then(|| Refusal::plain("must-remove-second"))
}

/// The number of men that leave the board once a man on `to` has closed a mill with `stay`.
fn removals_due<K: MillKind>(position: &MillPosition<K>, stay: Points, to: u8) -> usize {
    let enemy = position.men(1 - position.side());
    let is_double = position.rules().double_removal
        && has(position.board().closing_two(stay), to)
        && enemy.count_ones() > 1;
    if is_double { 2 } else { 1 }
}

/// Why there is no man on `removed` that may be removed; `men` are the remaining men of the other side.
fn bad_target(men: Points, stay: Points, to: u8, removed: u8) -> &'static str {
    if has(men, removed) {
        "protected"
    } else if has(stay, removed) || removed == to {
        "own-man"
    } else {
        "nothing-to-remove"
    }
}
