//! Why a picture could not be drawn.

/// Why a picture could not be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The word is empty, too long, or has a character that is no letter a–z.
    #[error("a captcha word has 1 to {max} letters a–z, not {word:?}")]
    Word {
        /// The word as it was given.
        word: String,
        /// The most letters a word may have.
        max: usize,
    },
    /// The picture could not be written as PNG.
    #[error("the picture could not be written as PNG: {0}")]
    Png(String),
}
