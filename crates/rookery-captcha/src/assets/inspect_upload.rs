//! Inspection of an uploaded file before it is kept.

use crate::backgrounds::{Background, Backgrounds};
use crate::fonts::font_file::FontFile;
use crate::fonts::typeface::Face;
use crate::{Fonts, Reason};

/// What a file is, told by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A font that draws every letter.
    Font,
    /// A picture that a captcha can lie on.
    Background,
}

/// A file that can be used, as it is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// What it is.
    pub content: Content,
    /// A font as it came; a picture as a PNG of its pixels alone.
    pub bytes: Vec<u8>,
}

/// Tells by the content what a file is, and whether it can be used: a font is read and its letters are drawn; of a picture
/// the size is read before anything is decoded, and it is written anew, so that nothing of what came beside its pixels is kept.
/// The name plays no part.
///
/// # Errors
/// Why the file cannot be used; [`Reason::NeitherFontNorPicture`] where it is something else altogether.
pub fn examine(bytes: &[u8]) -> Result<Examined, Reason> {
    if FontFile::is_meant(bytes) {
        within(bytes, Fonts::MAX_FILE_BYTES)?;
        Face::read(bytes)?;
        return Ok(Examined {
            content: Content::Font,
            bytes: bytes.to_vec(),
        });
    }
    within(bytes, Backgrounds::MAX_FILE_BYTES)?;
    match Background::decode(bytes) {
        Ok(picture) => Ok(Examined {
            content: Content::Background,
            bytes: picture
                .encode()
                .map_err(|error| Reason::Undecodable(error.to_string()))?,
        }),
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
