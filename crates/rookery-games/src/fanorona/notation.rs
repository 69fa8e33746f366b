//! Moves of Fanorona as text, such as `d2-e3A-f3W`, and as taps.

use crate::fanorona::rules::capture::{Capture, Means, Trail};
use crate::fanorona::rules::fanorona_move::FanoronaMove;
use crate::fanorona::rules::points::{self, FanoronaBoard, StoneSet};
use crate::fanorona::rules::position::Fanorona;
use crate::{Change, Step};
use rookery_engine::Position;

/// The kind of piece, as pages draw it.
pub const STONE: &str = "pebble";

/// The most paths that are listed for a move in addition to the usual one.
const OTHER_PATHS_MAX: usize = 64;

/// The letter of an approach or a withdrawal.
pub fn letter(means: Means) -> char {
    match means {
        Means::Approach => 'A',
        Means::Withdrawal => 'W',
    }
}

/// The usual notation: `d2-d3`, `d2-e3A`, `d3-e3W-f3A`.
pub fn write(position: &Fanorona, m: FanoronaMove) -> String {
    let captures = position.captures(m);
    let mut text = points::name(m.from());
    if captures.is_empty() {
        text.push('-');
        text.push_str(&points::name(m.to()));
    }
    for capture in captures {
        text.push('-');
        text.push_str(&points::name(capture.to));
        text.push(letter(capture.means));
    }
    text
}

/// The taps of a move: the stone, each point that it comes to, and, after a step that could capture on either side, one of the
/// stones that it takes.
pub fn steps(position: &Fanorona, m: FanoronaMove) -> Vec<Step> {
    let captures = position.captures(m);
    if captures.is_empty() {
        return Step::carry(points::name(m.from()), points::name(m.to()), false);
    }
    let mut steps = vec![Step::select(points::name(m.from()))];
    for capture in captures {
        let to = points::name(capture.to);
        let go = Change::Move {
            from: points::name(capture.from),
            to: to.clone(),
        };
        let remove = |at| Change::Remove {
            at: points::name(at),
        };
        let taken = points::each(capture.taken).map(remove);
        if capture.is_choice {
            steps.push(Step::act(to, vec![go]));
            let stone = points::name(capture.nearest());
            steps.push(Step::act(stone, taken.collect()));
        } else {
            let changes = std::iter::once(go).chain(taken).collect();
            steps.push(Step::act(to, changes));
        }
    }
    steps
}

/// The same taps with other stones of the captured lines: any stone of a line stands for the line.
pub fn other_paths(position: &Fanorona, m: FanoronaMove) -> Vec<Vec<String>> {
    let mut paths = vec![vec![points::name(m.from())]];
    for capture in position.captures(m) {
        for path in &mut paths {
            path.push(points::name(capture.to));
        }
        if !capture.is_choice {
            continue;
        }
        let nearest = capture.nearest();
        let others = points::each(capture.taken & !points::bit(nearest));
        let stones: Vec<_> = std::iter::once(nearest).chain(others).collect();
        let longer = |path: &Vec<String>| {
            let with = |&stone: &u8| [&path[..], &[points::name(stone)]].concat();
            stones.iter().map(with).collect::<Vec<_>>()
        };
        paths = paths.iter().flat_map(longer).collect();
        paths.truncate(1 + OTHER_PATHS_MAX);
    }
    // The first takes the nearest stone everywhere, as the steps do.
    paths.split_off(1)
}

/// A point that a text names, with the means of capture if a letter follows it.
pub type Named = (u8, Option<Means>);

/// The points and means of a typed move or of taps.
///
/// # Errors
/// The first part that names no point of the board.
pub fn read_points(board: FanoronaBoard, path: &[String]) -> Result<Vec<Named>, &str> {
    let parts = path
        .iter()
        .flat_map(|token| token.split(|c: char| !c.is_alphanumeric()));
    let mut named = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        named.extend(points_in(board, part).ok_or(part)?);
    }
    Ok(named)
}

/// The points of names without anything between them, such as `d2e3A`.
fn points_in(board: FanoronaBoard, text: &str) -> Option<Vec<Named>> {
    let plain = text.to_ascii_lowercase();
    let mut rest = plain.as_bytes();
    let mut named = Vec::new();
    while let &[letter, digit, ref after @ ..] = rest {
        let column = letter.checked_sub(b'a')?;
        let point = board.at(column, digit.checked_sub(b'1')?)?;
        let means = match after {
            [b'a', next, ..] if next.is_ascii_digit() => None,
            [b'a', ..] => Some(Means::Approach),
            [b'w', ..] => Some(Means::Withdrawal),
            _ => None,
        };
        named.push((point, means));
        rest = &after[usize::from(means.is_some())..];
    }
    rest.is_empty().then_some(named)
}

/// The moves that a text could name: with any sign between the points or none, and with or without the letters of approach and
/// withdrawal.
pub fn named(position: &Fanorona, text: &str) -> Vec<FanoronaMove> {
    let path = [text.to_owned()];
    let read = read_points(position.rules().board, &path).unwrap_or_default();
    let Some((&(from, None), rest)) = read.split_first() else {
        return Vec::new();
    };
    let agrees = |m: &FanoronaMove| {
        let captures = position.captures(*m);
        if captures.is_empty() {
            return *rest == [(m.to(), None)];
        }
        let is_it = |(capture, named): (&Capture, &Named)| {
            capture.to == named.0 && named.1.is_none_or(|means| means == capture.means)
        };
        captures.len() == rest.len() && captures.iter().zip(rest).all(is_it)
    };
    let moves = position.moves().into_iter();
    moves.filter(|m| m.from() == from && agrees(m)).collect()
}

/// The stage that the taps of a capturing move have reached.
#[derive(Clone, Copy, Debug)]
pub enum ChainStage {
    /// The stone is to go to a point: its first, or the next one of a chain.
    Landing(Trail),
    /// The stone has stepped, and one of these two lines is to be taken.
    Choice(Trail, [Capture; 2]),
}

impl ChainStage {
    /// The stage before the second tap of a capturing move.
    pub fn first(position: &Fanorona, from: u8) -> Self {
        ChainStage::Landing(position.trail(from))
    }

    /// Both captures of a step that waits for the player's choice.
    pub fn choice(self) -> Option<[Capture; 2]> {
        match self {
            ChainStage::Choice(_, captures) => Some(captures),
            ChainStage::Landing(_) => None,
        }
    }

    /// The stage after one more tap; `None` where no capture goes there.
    pub fn tap(self, point: u8) -> Option<Self> {
        match self {
            ChainStage::Landing(trail) => {
                let mut captures = trail.captures().filter(|capture| capture.to == point);
                let first = captures.next()?;
                Some(match captures.next() {
                    Some(second) => ChainStage::Choice(trail, [first, second]),
                    None => ChainStage::Landing(trail.after(&first)),
                })
            }
            ChainStage::Choice(trail, captures) => {
                let has = |capture: &&Capture| capture.taken & points::bit(point) != 0;
                let chosen = captures.iter().find(has)?;
                Some(ChainStage::Landing(trail.after(chosen)))
            }
        }
    }

    /// The stage after these taps of the side to move; `None` where no capture is made by them, or nothing was tapped.
    pub fn after(position: &Fanorona, taps: &[String]) -> Option<Self> {
        let taps = read_points(position.rules().board, taps).ok()?;
        let (&(from, _), rest) = taps.split_first()?;
        if position.capturers(position.side()) & points::bit(from) == 0 {
            return None;
        }
        let first = ChainStage::first(position, from);
        rest.iter()
            .try_fold(first, |stage, (point, _)| stage.tap(*point))
    }
}

/// The names of the points of a set, with commas between them.
pub fn list(set: StoneSet) -> String {
    let names: Vec<_> = points::each(set).map(points::name).collect();
    names.join(", ")
}
