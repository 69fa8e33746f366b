//! Reasons why a field of the look is refused.

/// The fault of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldProblem {
    /// It has to be filled in.
    Missing,
    /// It is longer than it may be, in characters.
    TooLong {
        /// The greatest length.
        max: usize,
        /// Its length, in characters.
        length: usize,
    },
    /// It holds a character that nobody sees: a control character, or one that reorders or hides text.
    Unseen(char),
    /// It is neither a whole address that begins with `https://` or `http://` nor a path of this site.
    NotAnAddress,
    /// There is no text to click on.
    LinkWithoutText,
    /// There is nowhere to go to.
    LinkWithoutAddress,
    /// There is no notice that the link could belong to.
    LinkWithoutNotice,
    /// It is not `#` and six hexadecimal digits.
    NotAColour,
    /// It cannot be read on the page's paper: the contrast, which is less than [`rookery_captcha::ENOUGH_CONTRAST`].
    Faint(f32),
}
