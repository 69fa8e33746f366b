//! A game with its tags, moves and annotations.

use crate::chess::notation::fen;
use crate::chess::{Chess, ChessMove};

/// The tags that every game has, in their order; the result is the seventh.
pub(super) const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// Tags that follow from the game itself.
pub(super) const DERIVED: [&str; 3] = ["Result", "SetUp", "FEN"];

/// The tag that names the kind of chess.
const VARIANT: &str = "Variant";

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names and values, beginning with the six that every game has. The result and the first position are not kept as tags.
    tags: Vec<(String, String)>,
    /// The first position.
    pub start: Chess,
    /// The moves that were played.
    pub moves: Passage,
    /// The result of the game.
    pub verdict: GameResult,
}

/// Moves one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// The comments before the first of them.
    pub comments: Vec<String>,
    /// The moves.
    pub nodes: Vec<PgnMove>,
}

/// A move, with its annotations, comments and variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move.
    pub m: ChessMove,
    /// Numeric annotations: 1 a good move, 2 a mistake, 3 a brilliant one, 4 a blunder, …
    pub annotations: Vec<u8>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// The variations that could have been played instead of it.
    pub instead: Vec<Passage>,
}

/// The result of a game, as its file has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or its result is unknown.
    #[default]
    Open,
}

impl Record {
    /// A game that begins at `start`, of which nothing else is known; the tag of the variant is set if castling shows that it is
    /// Chess960.
    pub fn new(start: Chess) -> Self {
        let tags = ROSTER.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut record = Record {
            tags: tags.to_vec(),
            start,
            moves: Passage::default(),
            verdict: GameResult::Open,
        };
        record.name_variant();
        record
    }

    /// Sets the tag of the variant if castling shows that it is Chess960, unless the tag exists.
    pub(super) fn name_variant(&mut self) {
        if !self.start.castles_as_usual() && self.tag(VARIANT).is_none() {
            self.set_tag(VARIANT, "Chess960");
        }
    }

    /// Names and values, the six that every game has first; without the result and the first position.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags().find(|(known, _)| *known == name);
        found.map(|(_, value)| value)
    }

    /// Sets a tag. Characters that a tag cannot hold become blanks. Nothing is set for the result and the first position, nor for
    /// a name with anything but letters, digits and underscores.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let is_name =
            !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name || DERIVED.contains(&name) {
            return;
        }
        let value: String = value
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// Adds a move at the end of those that were played; it must be legal there.
    pub fn push(&mut self, m: ChessMove) {
        self.moves.nodes.push(PgnMove::new(m));
    }

    /// Whether the game begins as usual.
    pub(super) fn has_usual_start(&self) -> bool {
        fen::parse(fen::START).is_ok_and(|start| start == self.start)
    }
}

impl PgnMove {
    /// A move of which nothing is said.
    pub fn new(m: ChessMove) -> Self {
        PgnMove {
            m,
            annotations: Vec::new(),
            comments: Vec::new(),
            instead: Vec::new(),
        }
    }
}

impl GameResult {
    /// All of them.
    pub const ALL: [GameResult; 4] = [
        GameResult::White,
        GameResult::Black,
        GameResult::Draw,
        GameResult::Open,
    ];

    /// The result as PGN writes it.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Open => "*",
        }
    }

    /// The result that PGN writes like this.
    pub fn of_text(text: &str) -> Option<Self> {
        if text == "½-½" {
            return Some(GameResult::Draw);
        }
        GameResult::ALL
            .into_iter()
            .find(|known| known.text() == text)
    }
}
