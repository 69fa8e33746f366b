//! The buttons of the board: an ARIA grid in which every space is labelled with its place, its piece and its state.

use std::collections::{BTreeMap, BTreeSet};

use crate::web::board::art::Frame;
use crate::web::board::walk::Walk;
use rookery_games::Message;
use rookery_games::api::view::{Board, Fx, LegalMove, Mark, Piece, Played, Space};

/// Maximum number of targets that are marked before anything is selected, even where every free space is one.
const TARGETS_MARKED_AT_FIRST: usize = 12;
/// The same where only some free spaces are targets, so that the marks tell the player something, as in Othello.
const CHOICES_MARKED_AT_FIRST: usize = 24;
/// Maximum number of pieces that are marked as those that can move, before one is selected: in check, say, or before a capture that
/// has to be made.
const PIECES_MARKED_AT_FIRST: usize = 4;

/// A row of the grid, from the top as seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number from 1.
    pub number: u8,
    /// Its spaces from the left as seen.
    pub cells: Vec<Cell>,
}

/// A space: one button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The space.
    pub at: String,
    /// The token that a tap sends.
    pub tap: String,
    /// Its column from 1, as seen.
    pub column: u8,
    /// Place, piece and state in words.
    pub label: String,
    /// Classes that draw its state: `can`, `take`, `own`, `selected`, `last`, and `marked` with the kind of each mark of the position (`check`, `line`, `mate`, `mill`).
    pub marks: String,
    /// Whether it is among the tokens tapped so far.
    pub is_selected: bool,
    /// Whether a tap leads anywhere.
    pub is_playable: bool,
    /// Whether a move begins or goes on right here: with this piece, or onto this space.
    pub is_way_on: bool,
    /// Whether it is the grid's one tab stop.
    pub is_tab_stop: bool,
}

/// Input for the buttons.
pub struct Position<'a> {
    /// The geometry.
    pub board: &'a Board,
    /// The pieces, with a half-made move already shown.
    pub pieces: &'a [Piece],
    /// The legal moves of the person who looks.
    pub moves: &'a [LegalMove],
    /// The tokens tapped so far.
    pub prefix: &'a [String],
    /// The move that led here.
    pub last: Option<&'a Played>,
    /// Spaces marked by the position itself.
    pub marked: &'a [Mark],
    /// The colour to move.
    pub turn: usize,
}

/// The contents of spaces, by name or token.
struct Places<'a> {
    pieces: BTreeMap<&'a str, &'a Piece>,
    /// The next tokens.
    next: BTreeSet<&'a str>,
    /// Other tokens that lead somewhere.
    short_cuts: BTreeSet<&'a str>,
}

/// The meaning of a tap on a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    None,
    /// A short cut: the tap is not a next token but decides the whole move.
    ShortCut,
    /// One of the player's own pieces, to be taken up.
    Own,
    /// A free space to go to.
    Go,
    /// A piece of the other side.
    Take,
}

fn free_spaces(position: &Position<'_>) -> usize {
    let spaces = position.board.spaces.len();
    spaces.saturating_sub(position.pieces.len())
}

/// The rows of the grid.
pub fn rows(
    position: &Position<'_>,
    walk: &Walk<'_>,
    frame: Frame,
    say: &dyn Fn(&Message) -> String,
) -> Vec<Row> {
    let next = walk.next(position.prefix);
    let unmarked: &[&str] = match next.len() {
        n if n <= PIECES_MARKED_AT_FIRST || !position.prefix.is_empty() => &[],
        n if n <= TARGETS_MARKED_AT_FIRST => &["own"],
        n if n <= CHOICES_MARKED_AT_FIRST && n < free_spaces(position) => &["own"],
        _ => &["own", "can", "take"],
    };
    let short_cuts = walk.short_cuts(position.prefix);
    let places = Places {
        pieces: position.pieces.iter().map(|p| (&*p.at, p)).collect(),
        next: next.into_iter().collect(),
        short_cuts: short_cuts.into_iter().collect(),
    };
    let mut rows: Vec<Row> = (1..=position.board.rows)
        .map(|number| Row {
            number,
            cells: Vec::new(),
        })
        .collect();
    for space in &position.board.spaces {
        let (c, r) = frame.seen(space.c, space.r);
        let cell = cell(position, &places, space, c + 1, unmarked, say);
        if let Some(row) = rows.get_mut(usize::from(r)) {
            row.cells.push(cell);
        }
    }
    rows.retain(|row| !row.cells.is_empty());
    for row in &mut rows {
        row.cells.sort_by_key(|cell| cell.column);
    }
    choose_tab_stop(&mut rows, position.last);
    rows
}

fn cell(
    position: &Position<'_>,
    places: &Places<'_>,
    space: &Space,
    column: u8,
    unmarked: &[&str],
    say: &dyn Fn(&Message) -> String,
) -> Cell {
    let tap = space.tap.as_ref().unwrap_or(&space.id);
    let piece = places.pieces.get(&*space.id).copied();
    let is_selected = position.prefix.contains(tap);
    let is_last = position
        .last
        .is_some_and(|last| last.squares.contains(&space.id));
    let tap_use = match use_of(position, places, tap, piece) {
        Use::Own | Use::Go | Use::Take if !is_meant(position, tap, &space.id) => Use::ShortCut,
        other => other,
    };
    let what = piece.map_or_else(|| say(&Message::new("cell-empty")), |p| say(&p.name));
    let mut label = format!("{}, {what}", space.label.as_ref().unwrap_or(&space.id));
    let mut marks = Vec::new();
    let mut mark = |is: bool, class: &'static str, message: Message| {
        if is {
            marks.push(class);
            label.push_str(", ");
            label.push_str(&say(&message));
        }
    };
    for found in position.marked.iter().filter(|mark| mark.at == space.id) {
        mark(true, found.kind, found.say.clone());
    }
    mark(is_selected, "selected", Message::new("cell-selected"));
    mark(tap_use == Use::Own, "own", Message::new("cell-own"));
    mark(tap_use == Use::Go, "can", Message::new("cell-can"));
    mark(tap_use == Use::Take, "take", Message::new("cell-take"));
    mark(is_last, "last", Message::new("cell-last"));
    marks.retain(|class| !unmarked.contains(class));
    if position.marked.iter().any(|mark| mark.at == space.id) {
        marks.push("marked");
    }
    Cell {
        at: space.id.clone(),
        tap: tap.clone(),
        column,
        label,
        marks: marks.join(" "),
        is_selected,
        is_playable: is_selected || tap_use != Use::None,
        is_way_on: ![Use::None, Use::ShortCut].contains(&tap_use),
        is_tab_stop: false,
    }
}

/// A space that stands for another (any cell of a column) is marked only where the piece will land.
fn is_meant(position: &Position<'_>, tap: &str, at: &str) -> bool {
    let step = position.prefix.len();
    let lands = |fx: &Fx| match fx {
        Fx::Add { at: to, .. } | Fx::Move { to, .. } => to == at,
        Fx::Remove { .. } | Fx::Turn { .. } | Fx::Morph { .. } => false,
    };
    tap == at
        || position.moves.iter().any(|m| {
            m.paths().any(|path| {
                path.starts_with(position.prefix)
                    && path.get(step).is_some_and(|token| token == tap)
            }) && m.fx.get(step).is_some_and(|fx| fx.iter().any(lands))
        })
}

fn use_of(position: &Position<'_>, places: &Places<'_>, tap: &str, piece: Option<&Piece>) -> Use {
    if places.next.contains(tap) {
        return match piece {
            None => Use::Go,
            // Later in a move, an own piece is a target, such as the rook to castle with.
            Some(piece) if piece.side == position.turn && position.prefix.is_empty() => Use::Own,
            Some(piece) if piece.side == position.turn => Use::Go,
            Some(_) => Use::Take,
        };
    }
    match places.short_cuts.contains(tap) {
        true => Use::ShortCut,
        false => Use::None,
    }
}

/// The grid is one tab stop: the selected space, else the first piece that can move or space that can be played, else the end of
/// the last move, else the first space. `board.js` chooses the same.
fn choose_tab_stop(rows: &mut [Row], last: Option<&Played>) {
    let target = last.and_then(|played| played.squares.last());
    let rank = |cell: &Cell| {
        if cell.is_selected {
            0
        } else if cell.is_way_on {
            1
        } else if Some(&cell.at) == target {
            2
        } else {
            3
        }
    };
    if let Some(cell) = rows
        .iter_mut()
        .flat_map(|row| row.cells.iter_mut())
        .min_by_key(|cell| rank(cell))
    {
        cell.is_tab_stop = true;
    }
}
