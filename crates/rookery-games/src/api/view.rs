//! The parts of a board view: geometry, pieces and legal moves, with texts as messages of the catalogue.
//! `web` puts them together with names and words into the JSON of the board view, version 1.

use crate::Message;

/// What is drawn: squares or points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// Squares are drawn and pieces stand in them.
    Cells,
    /// Lines are drawn and pieces stand on their crossings.
    Points,
}

/// The geometry of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub lines: Vec<(String, String)>,
    /// Names of the columns from the left, for example `abc`.
    pub files: &'static str,
    /// Names of the rows from the top, for example `321`.
    pub ranks: &'static str,
    /// Whether the second player sees the board turned by 180 degrees.
    pub rotates: bool,
}

/// A place where a piece can stand.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub tap: Option<String>,
}

/// How a side's pieces are toned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Dark pieces.
    Dark,
    /// Light pieces.
    Light,
}

/// One of the two sides; side 0 moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What the side is called ("Dark", "Crosses").
    pub name: Message,
    /// The tone of its pieces.
    pub tone: Tone,
    /// A sign that tells the sides apart without colour.
    pub mark: &'static str,
}

/// Pieces beside the board: in hand, captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Its name, for example `hand0`.
    pub id: &'static str,
    /// What it is.
    pub label: Message,
    /// How many pieces lie there.
    pub count: usize,
}

/// A piece on the board. `id` stays with the piece from move to move, so that moves animate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Stable within a game.
    pub id: u16,
    /// The space it stands on.
    pub at: String,
    /// Whose it is.
    pub side: usize,
    /// The drawing: `cross`, `nought`, `cow`, `man`, …
    pub kind: &'static str,
    /// What a screen reader calls it ("dark cow").
    pub name: Message,
}

/// A token that is not a space: a button (pass, promote, swap).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The token, beginning with `#` or `=`.
    pub token: &'static str,
    /// What the button says.
    pub label: Message,
    /// The piece that it draws beside its words: whose, and the drawing.
    pub figure: Option<(usize, &'static str)>,
}

/// A space that the position itself singles out, whoever moved last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The space.
    pub at: String,
    /// How it is drawn: `check` is a double ring.
    pub kind: &'static str,
    /// What it means, in words.
    pub say: Message,
}

/// A legal move: the tokens in the order in which a person taps them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The tokens; no path is a prefix of another unless the player may stop there.
    pub path: Vec<String>,
    /// Other paths for the same move: as many tokens, and each does what the path's own does.
    pub also: Vec<Vec<String>>,
    /// Other spellings that the text box accepts; the first is the usual notation.
    pub alt: Vec<String>,
    /// The move in words.
    pub say: Message,
    /// What happens on the board at each token.
    pub fx: Vec<Vec<Fx>>,
}

impl LegalMove {
    /// All paths of the move, the usual one first.
    pub fn paths(&self) -> impl Iterator<Item = &Vec<String>> {
        std::iter::once(&self.path).chain(&self.also)
    }
}

/// A change on the board, for preview, animation and replay.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        /// Where to.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its tokens.
    pub path: Vec<String>,
    /// The usual notation ("d6-d5xb4").
    pub notation: String,
    /// The move in words, side included.
    pub say: Message,
    /// The spaces to outline.
    pub squares: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winning side, `None` for a draw.
    pub winner: Option<usize>,
    /// A short stable name of the reason, kept in the database (`three-in-a-row`, `blocked`, `repetition`).
    pub reason: &'static str,
    /// The reason in words.
    pub say: Message,
}
