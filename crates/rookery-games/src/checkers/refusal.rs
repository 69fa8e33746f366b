//! Reasons why a move is not legal, in the order in which a person would check it.

use std::collections::BTreeSet;

use crate::Message;
use crate::checkers::notation;
use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::squares::{self, Direction, SquareSet};
use rookery_engine::Position;

/// The rule that forbids the taps of `path`; `None` where all of them are fine so far.
pub fn why_not(position: &Checkers, path: &[String]) -> Option<Message> {
    let taps = match notation::read_squares(path) {
        Ok(taps) => taps,
        Err(stranger) => return Some(no_square(stranger)),
    };
    let (&from, rest) = taps.split_first()?;
    if let Some(message) = bad_start(position, from) {
        return Some(message);
    }
    let moves: Vec<_> = position.moves().into_iter().collect();
    let own: Vec<_> = moves.iter().filter(|m| m.from() == from).copied().collect();
    let Some((&to, more)) = rest.split_first() else {
        let begun = path.join(" ");
        return Some(
            Message::new("illegal-unfinished").with("move", crate::text::in_short(&begun)),
        );
    };
    match own.first() {
        Some(m) if m.is_jump() => bad_jump(&own, from, rest),
        _ => bad_step(position, from, to, more),
    }
}

/// The words about a text that is not the name of a dark square.
fn no_square(text: &str) -> Message {
    let id = match notation::GRID.find(text) {
        Some(_) => "checkers-light-square",
        None => "checkers-no-square",
    };
    Message::new(id).with("square", crate::text::in_short(text))
}

fn about(id: &'static str, square: u8) -> Message {
    Message::new(id).with("square", notation::number(square))
}

fn has(set: SquareSet, square: u8) -> bool {
    set & squares::bit(square) != 0
}

fn bad_start(position: &Checkers, from: u8) -> Option<Message> {
    let side = position.side();
    let jumpers = position.jumpers(side);
    if has(position.empty(), from) {
        Some(about("checkers-no-piece", from))
    } else if !has(position.pieces(side), from) {
        Some(Message::new("illegal-not-your-piece").with("space", notation::number(from)))
    } else if jumpers != 0 && !has(jumpers, from) {
        let names: Vec<_> = squares::each(jumpers).map(notation::number).collect();
        Some(about("checkers-must-jump", from).with("jumpers", names.join(", ")))
    } else if !position.moves().iter().any(|m| m.from() == from) {
        Some(about("checkers-blocked", from))
    } else {
        None
    }
}

/// Reports a square that no chain of jumps reaches next, or a chain that must go on from the last square. Squares in between may
/// have been left out.
fn bad_jump(own: &[CheckersMove], from: u8, rest: &[u8]) -> Option<Message> {
    let reached = (0..=rest.len()).rev().find(|&stops| {
        own.iter()
            .any(|m| landing_after(m, &rest[..stops]).is_some())
    })?;
    let here = rest[..reached].last().copied().unwrap_or(from);
    let next: BTreeSet<u8> = own
        .iter()
        .filter_map(|m| landing_after(m, &rest[..reached])?)
        .collect();
    let why = match rest.get(reached) {
        None if next.is_empty() => return None,
        None => Message::new("checkers-jump-on"),
        Some(&to) if next.is_empty() => about("checkers-jump-ends", to),
        Some(&to) if reached == 0 => about("checkers-not-a-jump", to),
        Some(&to) => about("checkers-jump-on", to),
    };
    Some(
        why.with("from", notation::number(here))
            .with("targets", names(&next)),
    )
}

/// The landing that follows in a chain once it has passed these squares in their order; the inner `None` where it ends there, the
/// outer where it does not pass them.
fn landing_after(chain: &CheckersMove, stops: &[u8]) -> Option<Option<u8>> {
    let mut landings = chain.hops().map(|hop| hop.to);
    stops
        .iter()
        .all(|&stop| landings.any(|to| to == stop))
        .then(|| landings.next())
}

fn names(squares: &BTreeSet<u8>) -> String {
    let names: Vec<_> = squares.iter().copied().map(notation::number).collect();
    names.join(", ")
}

fn bad_step(position: &Checkers, from: u8, to: u8, more: &[u8]) -> Option<Message> {
    let is_man = !has(position.kings(), from);
    let toward = |direction: &Direction| has(direction.step(from) | direction.landing(from), to);
    let backward = Direction::ALL
        .iter()
        .find(|direction| toward(direction))
        .is_some_and(|direction| !direction.is_forward(position.side()));
    let with_from = |message: Message| Some(message.with("from", notation::number(from)));
    if !has(position.empty(), to) {
        Some(Message::new("illegal-occupied").with("square", notation::number(to)))
    } else if is_man && backward {
        with_from(about("checkers-man-backward", to))
    } else if !Direction::ALL.iter().any(|d| has(d.step(from), to)) {
        with_from(about("checkers-too-far", to))
    } else if !more.is_empty() {
        Some(about("checkers-jump-ends", more[0]).with("from", notation::number(to)))
    } else {
        None
    }
}
