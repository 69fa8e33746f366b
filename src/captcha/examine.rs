//! Looks at a file that somebody offers, before it is kept.

use crate::captcha::backgrounds::{Background, Backgrounds};
use crate::captcha::face::Face;
use crate::captcha::{Fonts, Reason};

/// What a file is, told by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A font that draws every letter.
    Font,
    /// A picture that a captcha can lie on.
    Background,
}

/// How TrueType, OpenType and Apple's TrueType files and collections begin.
const FONT_TAGS: [&[u8; 4]; 4] = [&[0, 1, 0, 0], b"OTTO", b"true", b"ttcf"];

/// Tells by the content what a file is, and whether it can be used: a font is read and its letters are drawn; of a picture
/// the size is read before anything is decoded. The name plays no part.
///
/// # Errors
/// Why the file cannot be used; [`Reason::NeitherFontNorPicture`] where it is something else altogether.
pub fn examine(bytes: &[u8]) -> Result<Content, Reason> {
    if FONT_TAGS.iter().any(|tag| bytes.starts_with(*tag)) {
        within(bytes, Fonts::MAX_FILE_BYTES)?;
        return Face::read(bytes).map(|_| Content::Font);
    }
    within(bytes, Backgrounds::MAX_FILE_BYTES)?;
    match Background::decode(bytes) {
        Ok(_) => Ok(Content::Background),
        Err(Reason::NotAPicture) => Err(Reason::NeitherFontNorPicture),
        Err(reason) => Err(reason),
    }
}

fn within(bytes: &[u8], max: usize) -> Result<(), Reason> {
    match bytes.len() <= max {
        true => Ok(()),
        false => Err(Reason::TooManyBytes { max }),
    }
}
