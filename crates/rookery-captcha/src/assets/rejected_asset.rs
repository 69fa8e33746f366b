//! Rejected asset files with the reason, which is shown to the owner; drawing continues without them.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::backgrounds::picture_limits::{MAX_PIXELS, MAX_SIDE_PX};

/// A file that is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedAsset {
    /// That of [`AssetFile`](crate::AssetFile).
    pub name: String,
    /// The reason why it is not used.
    pub reason: Reason,
}

/// The reason why a file is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is not a TrueType or OpenType font, or it is damaged.
    NotAFont,
    /// It is a font whose tables reach beyond its end.
    CutShort,
    /// Reading it takes more steps than any usual file needs.
    TooIntricate,
    /// It is a variable font with PostScript outlines (table `CFF2`), which are not read.
    VariablePostScript,
    /// It draws nothing for these letters.
    MissingLetters(String),
    /// A letter has more curves, or is larger, than any text font needs.
    GlyphTooComplex(char),
    /// Its content is neither PNG, JPEG, GIF nor WebP.
    NotAPicture,
    /// It is neither a font nor a supported picture.
    NeitherFontNorPicture,
    /// It begins like a picture but cannot be decoded; the decoder's message.
    Undecodable(String),
    /// It is wider, higher or has more pixels than is accepted.
    TooManyPixels {
        /// Its width in pixels.
        width_px: u32,
        /// Its height in pixels.
        height_px: u32,
    },
    /// The file has more bytes than is accepted.
    TooManyBytes {
        /// The maximum size of a file of this kind.
        max: usize,
    },
    /// Its reader fails on it: it was made to do harm, or the reader has a defect.
    Broke,
    /// The operating system does not let the program read it; its message.
    Unreadable(String),
    /// There are already as many files, or as much memory in use, as is accepted.
    NoMoreRoom,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotAFont => f.write_str("not a TrueType or OpenType font, or damaged"),
            Reason::CutShort => f.write_str("truncated: its end is missing"),
            Reason::TooIntricate => f.write_str("takes far more steps to read than any usual file"),
            Reason::VariablePostScript => f.write_str(
                "a variable font with PostScript outlines (CFF2), which is not supported: use a static one",
            ),
            Reason::MissingLetters(letters) => write!(f, "draws nothing for {letters}"),
            Reason::GlyphTooComplex(letter) => {
                write!(f, "the letter {letter} is too large or too detailed")
            }
            Reason::NotAPicture => f.write_str("neither PNG, JPEG, GIF nor WebP"),
            Reason::NeitherFontNorPicture => {
                f.write_str("neither a TrueType or OpenType font nor PNG, JPEG, GIF or WebP")
            }
            Reason::Undecodable(why) => write!(f, "cannot be decoded: {why}"),
            Reason::TooManyPixels {
                width_px,
                height_px,
            } => write!(
                f,
                "{width_px}×{height_px} pixels are too many: at most {MAX_SIDE_PX} a side and {MAX_PIXELS} in all"
            ),
            Reason::TooManyBytes { max } => write!(f, "larger than {max} bytes"),
            Reason::Broke => f.write_str("the reader of such files fails on it"),
            Reason::Unreadable(why) => write!(f, "cannot be read: {why}"),
            Reason::NoMoreRoom => f.write_str("no more room: remove other files first"),
        }
    }
}

/// Reads a file. A reader that panics takes nothing but this file with it.
pub(crate) fn read_guarded<T>(read: impl FnOnce() -> Result<T, Reason>) -> Result<T, Reason> {
    // Whatever the reader was about to make is gone with it.
    catch_unwind(AssertUnwindSafe(read)).unwrap_or(Err(Reason::Broke))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_breaks_its_reader_is_refused_like_any_other() {
        let broken = read_guarded(|| -> Result<u8, Reason> { panic!("a defect of the reader") });
        assert_eq!(broken, Err(Reason::Broke));
        assert_eq!(read_guarded(|| Ok(7)), Ok(7));
        let refused: Result<u8, Reason> = read_guarded(|| Err(Reason::NotAFont));
        assert_eq!(refused, Err(Reason::NotAFont));
    }
}
