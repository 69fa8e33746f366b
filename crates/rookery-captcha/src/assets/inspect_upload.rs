//! Inspection of an uploaded file before it is kept.

use crate::assets::rejected_asset::read_guarded;
use crate::backgrounds::{Background, Backgrounds};
use crate::fonts::font_file::FontFile;
use crate::fonts::typeface::Face;
use crate::{Fonts, Reason};

/// The kind of a file, recognised by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A font that draws every letter.
    Font,
    /// A picture that can be a background.
    Background,
}

/// A usable file in the form in which to store it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InspectedUpload {
    /// Its kind.
    pub content: Content,
    /// A font unchanged; a picture as a PNG of only its pixels.
    pub bytes: Vec<u8>,
    /// Bytes of memory that a picture holds when it is decoded; 0 for a font.
    pub held_bytes: usize,
}

/// Determines the kind of a file by its content, and whether it can be used: a font is read and its letters are drawn; the size of
/// a picture is read before anything is decoded, and the picture is re-encoded, so that nothing but its pixels is kept. The
/// name does not matter.
///
/// # Errors
/// The reason why the file cannot be used; [`Reason::NeitherFontNorPicture`] if it is something else altogether, [`Reason::Broke`] if its
/// reader panics.
pub fn inspect_upload(bytes: &[u8]) -> Result<InspectedUpload, Reason> {
    read_guarded(|| inspect(bytes))
}

fn inspect(bytes: &[u8]) -> Result<InspectedUpload, Reason> {
    if FontFile::is_meant(bytes) {
        within(bytes, Fonts::MAX_FILE_BYTES)?;
        Face::read(bytes)?;
        return Ok(InspectedUpload {
            content: Content::Font,
            bytes: bytes.to_vec(),
            held_bytes: 0,
        });
    }
    within(bytes, Backgrounds::MAX_FILE_BYTES)?;
    match Background::decode(bytes) {
        Ok(picture) => Ok(InspectedUpload {
            content: Content::Background,
            bytes: picture
                .encode()
                .map_err(|error| Reason::Undecodable(error.to_string()))?,
            held_bytes: picture.held_bytes(),
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
