//! Errors of an attack.

use rookery_captcha as captcha;

/// Why an attack could not be carried out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A picture could not be drawn.
    #[error("a picture could not be drawn: {0}")]
    Draw(#[from] captcha::Error),
    /// A picture could not be read.
    #[error("{name} cannot be used: {problem}")]
    Picture {
        /// Its word or the name of its file.
        name: String,
        /// The fault of the file, in words.
        problem: String,
    },
    /// The plan asks for nothing, or for more than there is.
    #[error("{0}")]
    AttackPlan(String),
    /// A word is longer than the network can tell.
    #[error("the word {word:?} is too long for this network: it reads at most {max} letters")]
    Word {
        /// The picture's label.
        word: String,
        /// The most letters.
        max: usize,
    },
    /// It was stopped before it could learn anything.
    #[error("stopped before anything was learned")]
    Stopped,
}
