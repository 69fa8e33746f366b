//! A game as a file for other programs.

/// What a file says about a match beyond its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credits {
    /// Year, month and day on which it began.
    pub date: (i32, u8, u8),
    /// Who played; index 0 moved first.
    pub players: [String; 2],
    /// How it ended: the winning side, or none for a draw. `None` while it goes on, or where it was broken off.
    pub outcome: Option<Option<usize>>,
}

/// A file with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Export {
    /// How names of such files end, without the dot.
    pub extension: &'static str,
    /// As an HTTP server sends it in `Content-Type`.
    pub media_type: &'static str,
    /// What is in it.
    pub text: String,
}
