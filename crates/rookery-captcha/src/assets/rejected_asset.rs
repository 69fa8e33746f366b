//! Rejected asset files with the reason, which is shown to the owner; drawing continues without them.

use std::fmt;

/// A file that is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The name it came with.
    pub name: String,
    /// Why it is not used.
    pub reason: Reason,
}

/// Why a file is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is no TrueType or OpenType font, or a damaged one.
    NotAFont,
    /// It is a font whose tables reach beyond its end.
    CutShort,
    /// Reading it takes more steps than any usual file needs.
    TooIntricate,
    /// It draws nothing for these letters.
    MissingLetters(String),
    /// A letter is drawn with more curves, or larger, than any text face needs.
    OutrageousLetter(char),
    /// Its content is neither PNG, JPEG, GIF nor WebP.
    NotAPicture,
    /// It is neither a font nor one of the pictures that are read.
    NeitherFontNorPicture,
    /// It begins like a picture but cannot be decoded; the decoder's words.
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
        /// The most bytes a file of this kind may have.
        max: usize,
    },
    /// The operating system does not let the program read it; its words.
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
            Reason::MissingLetters(letters) => write!(f, "draws nothing for {letters}"),
            Reason::OutrageousLetter(letter) => {
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
            } => write!(f, "{width_px}×{height_px} pixels are too many"),
            Reason::TooManyBytes { max } => write!(f, "larger than {max} bytes"),
            Reason::Unreadable(why) => write!(f, "cannot be read: {why}"),
            Reason::NoMoreRoom => f.write_str("no more room: remove other files first"),
        }
    }
}
