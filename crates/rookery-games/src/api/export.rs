//! A game as a file for other programs.

/// The facts about a match that a file has beside its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// The name of the site on which it was played; empty where that is not known.
    pub site: String,
    /// Year, month and day on which it began.
    pub date: (i32, u8, u8),
    /// The names of the players; index 0 moved first.
    pub players: [String; 2],
    /// The result: the winning side, or none for a draw. `None` while the match goes on, or if it was broken off.
    pub outcome: Option<Option<usize>>,
}

/// A file with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Export {
    /// The extension of the names of such files, without the dot.
    pub extension: &'static str,
    /// As an HTTP server sends it in `Content-Type`, without the character set, which is UTF-8.
    pub media_type: &'static str,
    /// The content of the file.
    pub text: String,
}
