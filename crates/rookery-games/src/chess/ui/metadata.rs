//! The sheet of the game: what the page of the rules says, and the game on the picture.

use crate::Message;

/// The Italian Game to where both sides have castled (Giuoco Pianissimo).
pub const SHOWCASE: &[&str] = &[
    "e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "d3", "Nf6", "O-O", "d6", "c3", "O-O",
];

/// The rules in words, one message a paragraph.
pub fn rules() -> Vec<Message> {
    [
        "chess-rules-aim",
        "chess-rules-start",
        "chess-rules-taking",
        "chess-rules-rook-bishop-queen",
        "chess-rules-knight",
        "chess-rules-pawn",
        "chess-rules-in-passing",
        "chess-rules-promotion",
        "chess-rules-king",
        "chess-rules-castling",
        "chess-rules-check",
        "chess-rules-mate",
        "chess-rules-claims",
        "chess-rules-draws",
        "chess-rules-960",
        "chess-rules-notation",
        "chess-rules-site",
        "chess-rules-source",
    ]
    .map(Message::new)
    .to_vec()
}
