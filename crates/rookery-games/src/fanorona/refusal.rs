//! Reasons why a move is not legal, in the order in which a person would check it.

use crate::Message;
use crate::fanorona::notation::{self, ChainStage, Named};
use crate::fanorona::rules::capture::{Capture, Means, Trail};
use crate::fanorona::rules::points::{self, Bearing, StoneSet};
use crate::fanorona::rules::position::Fanorona;
use rookery_engine::Position;

/// The rule that forbids the taps of `path`; `None` where all of them are fine so far.
pub fn why_not(position: &Fanorona, path: &[String]) -> Option<Message> {
    let taps = match notation::read_points(position.rules().board, path) {
        Ok(taps) => taps,
        Err(stranger) => {
            let text = crate::text::in_short(stranger);
            return Some(Message::new("fanorona-no-point").with("square", text));
        }
    };
    let (&(from, _), rest) = taps.split_first()?;
    if let Some(message) = bad_start(position, from) {
        return Some(message);
    }
    if rest.is_empty() {
        let begun = path.join(" ");
        return Some(
            Message::new("illegal-unfinished").with("move", crate::text::in_short(&begun)),
        );
    }
    match position.must_capture() {
        true => bad_chain(position, from, rest),
        false => bad_paika(position, from, rest),
    }
}

fn about(id: &'static str, point: u8) -> Message {
    Message::new(id).with("square", points::name(point))
}

fn between(id: &'static str, from: u8, to: u8) -> Message {
    about(id, to).with("from", points::name(from))
}

fn has(set: StoneSet, point: u8) -> bool {
    set & points::bit(point) != 0
}

fn bad_start(position: &Fanorona, from: u8) -> Option<Message> {
    let side = position.side();
    let capturers = position.capturers(side);
    let can_step = |bearing: Bearing| {
        let here = points::bit(from) & bearing.origins();
        bearing.shift(here) & position.empty() != 0
    };
    if has(position.empty(), from) {
        Some(about("fanorona-no-stone", from))
    } else if !has(position.stones(side), from) {
        Some(Message::new("illegal-not-your-piece").with("space", points::name(from)))
    } else if capturers != 0 && !has(capturers, from) {
        Some(about("fanorona-must-capture", from).with("capturers", notation::list(capturers)))
    } else if !Bearing::ALL.into_iter().any(can_step) {
        Some(about("fanorona-blocked", from))
    } else {
        None
    }
}

/// Why no line leads from one point to another that is empty; `None` where one does.
fn bad_line(from: u8, to: u8) -> Option<Message> {
    let ((column, row), (to_column, to_row)) = (points::place(from), points::place(to));
    let (across, up) = (column.abs_diff(to_column), row.abs_diff(to_row));
    match (across, up) {
        (1, 1) if !has(points::STRONG, from) => Some(between("fanorona-weak-point", from, to)),
        (0..=1, 0..=1) if from != to => None,
        _ => Some(between("fanorona-too-far", from, to)),
    }
}

fn bad_paika(position: &Fanorona, from: u8, rest: &[Named]) -> Option<Message> {
    let (to, means) = rest[0];
    if !has(position.empty(), to) {
        return Some(Message::new("illegal-occupied").with("square", points::name(to)));
    }
    if let Some(message) = bad_line(from, to) {
        return Some(message);
    }
    if means.is_some() {
        return Some(between("fanorona-takes-nothing", from, to));
    }
    let (after, _) = rest.get(1)?;
    Some(between("fanorona-paika-ends", to, *after))
}

fn bad_chain(position: &Fanorona, from: u8, rest: &[Named]) -> Option<Message> {
    let mut stage = ChainStage::first(position, from);
    let mut stood_on = points::bit(from);
    for &(point, means) in rest {
        if let ChainStage::Landing(trail) = stage {
            if let Some(message) = bad_landing(position, &trail, stood_on, point) {
                return Some(message);
            }
            stood_on |= points::bit(point);
        }
        let Some(next) = stage.tap(point) else {
            return stage.choice().map(open_choice);
        };
        stage = match (next, means) {
            (ChainStage::Choice(trail, captures), Some(means)) => {
                let chosen = captures.iter().find(|capture| capture.means == means)?;
                ChainStage::Landing(trail.after(chosen))
            }
            (next, Some(means)) => {
                if let Some(message) = other_means(stage, point, means) {
                    return Some(message);
                }
                next
            }
            (next, None) => next,
        };
    }
    stage.choice().map(open_choice)
}

/// Why the stone may not capture on its way to this point; `None` where it may.
fn bad_landing(position: &Fanorona, trail: &Trail, stood_on: StoneSet, to: u8) -> Option<Message> {
    let from = trail.here();
    let own = position.stones(position.side()) & !stood_on;
    let direction = || {
        let is_there = |bearing: &Bearing| bearing.shift(points::bit(from)) == points::bit(to);
        Bearing::ALL.into_iter().find(is_there)
    };
    if has(stood_on, to) {
        return Some(about("fanorona-been-there", to));
    }
    if has(own | trail.enemy(), to) {
        return Some(Message::new("illegal-occupied").with("square", points::name(to)));
    }
    if let Some(message) = bad_line(from, to) {
        return Some(message);
    }
    if trail.last().is_some() && trail.last() == direction() {
        return Some(between("fanorona-same-direction", from, to));
    }
    if trail.captures().any(|capture| capture.to == to) {
        return None;
    }
    let targets = trail
        .captures()
        .fold(0, |all, capture| all | points::bit(capture.to));
    let id = match (targets, trail.last()) {
        (0, _) => "fanorona-chain-ends",
        (_, None) => "fanorona-not-a-capture",
        (_, Some(_)) => "fanorona-no-further-capture",
    };
    Some(between(id, from, to).with("targets", notation::list(targets)))
}

/// Both ways to capture, by name.
fn open_choice([approach, withdrawal]: [Capture; 2]) -> Message {
    Message::new("fanorona-choose")
        .with("to", points::name(approach.to))
        .with("approach", notation::list(approach.taken))
        .with("withdrawal", notation::list(withdrawal.taken))
}

/// The message for a letter that names the wrong means of capture; `None` if it names the right one.
fn other_means(stage: ChainStage, to: u8, means: Means) -> Option<Message> {
    let ChainStage::Landing(trail) = stage else {
        return None;
    };
    let capture = trail.captures().find(|capture| capture.to == to)?;
    let id = match means {
        Means::Approach => "fanorona-no-approach",
        Means::Withdrawal => "fanorona-no-withdrawal",
    };
    (capture.means != means).then(|| between(id, trail.here(), to))
}
