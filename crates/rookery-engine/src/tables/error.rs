//! Errors of tables, with messages for the user.

use std::io;
use std::path::{Path, PathBuf};

/// An error of building, writing or reading a table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The work was stopped on request.
    #[error("stopped; finished tables are kept")]
    Stopped,
    /// The distance to the end of some position needs more than a byte.
    #[error(
        "a position is more than 253 plies from its end; tables with one byte per position cannot hold that"
    )]
    TooFar,
    /// No material class of this name.
    #[error("there is no table '{name}'; name one of {known}")]
    UnknownSlice {
        /// The requested name.
        name: String,
        /// The known names.
        known: String,
    },
    /// The file system refused.
    #[error("{doing} {}: {error}", path.display())]
    Io {
        /// The failed operation (`cannot read`).
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// The error that it gave.
        error: io::Error,
    },
    /// A file that others need.
    #[error("{} is needed and not there; build it first", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// An invalid file.
    #[error("{} {why}; remove it and build the table again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The fault of the file, in words.
        why: String,
    },
}

impl Error {
    pub(super) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |error| Error::Io {
            doing,
            path: path.to_owned(),
            error,
        }
    }

    pub(super) fn damaged(path: &Path, why: impl Into<String>) -> Error {
        Error::Damaged {
            path: path.to_owned(),
            why: why.into(),
        }
    }
}
