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

/// A square to which no chain goes on, or a chain that goes on from the last square.
fn bad_jump(own: &[CheckersMove], from: u8, rest: &[u8]) -> Option<Message> {
    // Squares in between may have been left out.
    let after = |m: &CheckersMove| {
        let mut landings = m.hops().map(|hop| hop.to);
        let agrees = rest.iter().all(|&stop| landings.any(|to| to == stop));
        landings.next().filter(|_| agrees)
    };
    let onward: BTreeSet<u8> = own.iter().filter_map(after).collect();
    if !onward.is_empty() {
        let reached = rest.last().copied().unwrap_or(from);
        return Some(
            Message::new("checkers-jump-on")
                .with("from", notation::number(reached))
                .with("targets", names(&onward)),
        );
    }
    let mut here = from;
    for (done, &to) in rest.iter().enumerate() {
        let agrees = |m: &&CheckersMove| {
            let mut landings = m.hops().map(|hop| hop.to);
            rest[..done]
                .iter()
                .all(|&stop| landings.next() == Some(stop))
        };
        let next: BTreeSet<u8> = own
            .iter()
            .filter(agrees)
            .filter_map(|m| m.hops().nth(done))
            .map(|hop| hop.to)
            .collect();
        if !next.contains(&to) {
            let id = match (next.is_empty(), done) {
                (true, _) => "checkers-jump-ends",
                (false, 0) => "checkers-not-a-jump",
                (false, _) => "checkers-jump-on",
            };
            let message = about(id, to).with("from", notation::number(here));
            return Some(message.with("targets", names(&next)));
        }
        here = to;
    }
    None
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
