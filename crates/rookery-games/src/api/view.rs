//! Parts of a board view: geometry, pieces and legal moves. Their texts are messages of the catalogue and, after `in_words`,
//! strings; in that form they are serialised into the JSON of the board view, version 1.

use serde::{Serialize, Serializer};

use crate::Message;

/// Puts a message into words.
pub type Say<'a> = &'a dyn Fn(&Message) -> String;

/// The kind of spaces that are drawn: squares or points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardKind {
    /// Squares are drawn and pieces stand in them.
    Cells,
    /// Lines are drawn and pieces stand on their crossings.
    Points,
}

impl BoardKind {
    /// The word in the view.
    pub fn as_str(self) -> &'static str {
        match self {
            BoardKind::Cells => "cells",
            BoardKind::Points => "points",
        }
    }
}

/// The geometry of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Squares or points.
    pub kind: BoardKind,
    /// Columns of the grid, 1 to 19.
    pub cols: u8,
    /// Rows of the grid, 1 to 19.
    pub rows: u8,
    /// The spaces that exist, row by row from the top.
    pub spaces: Vec<Space>,
    /// Lines from a space to a space (points only).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(String, String)>,
    /// Points that are drawn with a dot; if the list is empty, every crossing has one (points only).
    #[serde(skip)]
    pub dots: Vec<String>,
    /// Names of columns and rows.
    pub coords: Coords,
    /// Whether the second player sees the board turned by 180 degrees: `rotate` or `none` in the view.
    #[serde(rename = "flip", serialize_with = "as_flip")]
    pub rotates: bool,
}

/// Names of columns and rows, a character each, or with spaces between them where some are longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Coords {
    /// Columns from the left, for example `abc`.
    pub files: &'static str,
    /// Rows from the top, for example `321` or `10 9 8`.
    pub ranks: &'static str,
}

impl Coords {
    /// The names of columns from the left.
    pub fn file_names(self) -> Vec<&'static str> {
        names(self.files)
    }

    /// The names of rows from the top.
    pub fn rank_names(self) -> Vec<&'static str> {
        names(self.ranks)
    }
}

fn names(text: &'static str) -> Vec<&'static str> {
    match text.contains(' ') {
        true => text.split(' ').collect(),
        false => text
            .char_indices()
            .map(|(at, c)| &text[at..at + c.len_utf8()])
            .collect(),
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over references"
)]
fn as_flip<S: Serializer>(rotates: &bool, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(if *rotates { "rotate" } else { "none" })
}

/// A place where a piece can stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Space {
    /// Its name, for example `b2`; also the token that a tap on it sends, unless `tap` says otherwise.
    pub id: String,
    /// Column from the left, from 0.
    pub c: u8,
    /// Row from the top, from 0.
    pub r: u8,
    /// 0 light or plain, 1 dark (chequered boards).
    pub shade: u8,
    /// The token of a tap where it is not `id` (a column of Connect Four).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tap: Option<String>,
    /// A second name that players know it by, drawn in its corner (11 for `f6` of checkers).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// The tone of a side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Dark pieces.
    Dark,
    /// Light pieces.
    Light,
}

impl Tone {
    /// The word in the view.
    pub fn as_str(self) -> &'static str {
        match self {
            Tone::Dark => "dark",
            Tone::Light => "light",
        }
    }
}

/// One of the two sides; side 0 moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The name of the side ("Dark", "Crosses").
    pub name: Message,
    /// The tone of its pieces.
    pub tone: Tone,
    /// A sign that tells the sides apart without colour.
    pub mark: &'static str,
}

impl Side {
    /// A side of this name, tone and sign.
    pub fn new(name: Message, tone: Tone, mark: &'static str) -> Self {
        Side { name, tone, mark }
    }
}

/// A part beside the board: pieces in hand, pieces captured, who is ahead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Zone<T = Message> {
    /// Its name, for example `hand0`.
    pub id: &'static str,
    /// The side to which it belongs, if it is one side's: it is shown in the strip of that player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<usize>,
    /// The name of the part.
    pub label: T,
    /// The number of pieces in it.
    pub count: usize,
    /// The text in place of the number ("even").
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<T>,
    /// The kinds of its pieces, if they are drawn one by one; they are drawn in the colours of the other side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<&'static str>,
}

impl Zone {
    /// The same with its text in words.
    pub fn in_words(self, say: Say<'_>) -> Zone<String> {
        Zone {
            label: say(&self.label),
            id: self.id,
            side: self.side,
            count: self.count,
            text: self.text.as_ref().map(say),
            kinds: self.kinds,
        }
    }
}

/// A piece on the board. `id` stays with the piece from move to move, so that moves animate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece<T = Message> {
    /// Stable within a game.
    pub id: u16,
    /// The space it stands on.
    pub at: String,
    /// The side to which it belongs.
    pub side: usize,
    /// The drawing: `cross`, `nought`, `cow`, `man`, …
    pub kind: &'static str,
    /// Its name for screen readers ("dark cow").
    pub name: T,
}

impl Piece {
    /// The same with its text in words.
    pub fn in_words(self, say: Say<'_>) -> Piece<String> {
        Piece {
            name: say(&self.name),
            id: self.id,
            at: self.at,
            side: self.side,
            kind: self.kind,
        }
    }
}

/// A token that is not a space: a button (pass, promote, swap).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The token, beginning with `#` or `=`.
    pub token: &'static str,
    /// The text of the button.
    pub label: Message,
    /// The piece that it draws beside its words: whose, and the drawing.
    pub figure: Option<(usize, &'static str)>,
}

/// A space that the position itself singles out, whoever moved last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark<T = Message> {
    /// The space.
    pub at: String,
    /// The meaning, by which it is drawn: `line` (a row that won), `mill` (a line just closed), `check`, `mate`, `forbidden` (a free point that the rules bar), `threatened`
    /// (a piece of a line that the half-made move can take), `area-dark` and `area-light` (a free point that counts for a side after the game; not announced, since there
    /// may be dozens).
    pub kind: &'static str,
    /// The meaning in words.
    pub say: T,
    /// Whether the piece on it has fallen, such as a mated king.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub falls: bool,
    /// The space from which an arrow leads to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

impl Mark {
    /// A marked space.
    pub fn new(at: String, kind: &'static str, say: Message) -> Self {
        Mark {
            at,
            kind,
            say,
            falls: false,
            from: None,
        }
    }

    /// A space of the row that won, with the text that all games share.
    pub fn line(at: String) -> Self {
        Mark::new(at, "line", Message::new("mark-line"))
    }

    /// The same with its text in words.
    pub fn in_words(self, say: Say<'_>) -> Mark<String> {
        Mark {
            say: say(&self.say),
            at: self.at,
            kind: self.kind,
            falls: self.falls,
            from: self.from,
        }
    }
}

/// A legal move: the tokens in the order in which a person taps them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove<T = Message> {
    /// The tokens; no path is a prefix of another unless the player may stop there.
    pub path: Vec<String>,
    /// Other paths for the same move. Each has as many tokens as `path`, and each token has the effect of its counterpart there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Vec<String>>,
    /// Other spellings that the text box accepts; the first is the usual notation.
    pub alt: Vec<String>,
    /// The move in words.
    pub say: T,
    /// The effects on the board of each token.
    pub fx: Vec<Vec<Fx>>,
}

impl LegalMove {
    /// The same with its text in words.
    pub fn in_words(self, say: Say<'_>) -> LegalMove<String> {
        LegalMove {
            say: say(&self.say),
            path: self.path,
            also: self.also,
            alt: self.alt,
            fx: self.fx,
        }
    }

    /// Whether one of its paths begins with these tokens.
    pub fn begins(&self, prefix: &[String]) -> bool {
        self.paths().any(|path| path.starts_with(prefix))
    }

    /// All paths of the move, the usual one first.
    pub fn paths(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.path).chain(&self.also)
    }
}

/// A change on the board, for preview, animation and replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum Fx {
    /// A new piece appears.
    Add {
        /// Its stable id.
        p: u16,
        /// Where.
        at: String,
        /// Whose.
        side: usize,
        /// Its drawing.
        kind: &'static str,
    },
    /// A piece goes to another space.
    Move {
        /// The piece.
        p: u16,
        /// The space that it goes to.
        to: String,
    },
    /// A piece leaves the board.
    Remove {
        /// The piece.
        p: u16,
    },
    /// A piece changes sides.
    Turn {
        /// The piece.
        p: u16,
        /// Its new side.
        side: usize,
    },
    /// A piece becomes another.
    Morph {
        /// The piece.
        p: u16,
        /// Its new drawing.
        kind: &'static str,
    },
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played<T = Message> {
    /// Its tokens.
    pub path: Vec<String>,
    /// The usual notation ("d6-d5xb4").
    #[serde(skip)]
    pub notation: String,
    /// The move in words, side included.
    pub say: T,
    /// The spaces to outline.
    pub squares: Vec<String>,
    /// The effects on the board of each token, if more than one of them moves a piece: a chain of captures, to be shown hop by hop.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fx: Vec<Vec<Fx>>,
}

impl Played {
    /// The same with its text in words.
    pub fn in_words(self, say: Say<'_>) -> Played<String> {
        Played {
            say: say(&self.say),
            path: self.path,
            notation: self.notation,
            squares: self.squares,
            fx: self.fx,
        }
    }
}

/// The end of a game, with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending<T = Message> {
    /// The winning side, `None` for a draw.
    pub winner: Option<usize>,
    /// A short stable name of the reason, kept in the database (`three-in-a-row`, `blocked`, `repetition`).
    pub reason: &'static str,
    /// The reason in words.
    pub say: T,
    /// The reason in a few words, to be put after a colon (`four in a row`), if the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brief: Option<T>,
}

impl Ending {
    /// The same with its text in words.
    pub fn in_words(self, say: Say<'_>) -> Ending<String> {
        Ending {
            say: say(&self.say),
            brief: self.brief.as_ref().map(say),
            winner: self.winner,
            reason: self.reason,
        }
    }
}
