//! Errors of drawing a picture or speaking a code.

/// An error of drawing a picture or speaking a code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The word is empty, too long, or has a character that is not a letter a–z.
    #[error("a captcha word has 1 to {max} letters a–z, not {word:?}")]
    Word {
        /// The word as it was given.
        word: String,
        /// The maximum number of letters of a word.
        max: usize,
    },
    /// The code is empty, too long, or has a word that is not in the vocabulary.
    #[error(
        "a spoken code has 1 to {max} words of the vocabulary, as `audio_code` makes them, not {code:?}"
    )]
    Speech {
        /// The code as it was given.
        code: String,
        /// The maximum number of words of a code.
        max: usize,
    },
    /// The picture could not be written as PNG.
    #[error("the picture could not be written as PNG: {0}")]
    Png(String),
}
