//! Errors of tables, with messages for the user.

use std::io;
use std::path::{Path, PathBuf};

/// Why a table was not built, written or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Somebody asked for it.
    #[error("stopped; what is finished is kept")]
    Stopped,
    /// The distance to the end of some position needs more than a byte.
    #[error(
        "a position is more than 253 plies from its end; tables of one byte a position cannot say so"
    )]
    TooFar,
    /// No material class of this name.
    #[error("there is no table '{name}'; name one of {known}")]
    UnknownSlice {
        /// What was asked for.
        name: String,
        /// All that there are.
        known: String,
    },
    /// The file system refused.
    #[error("{doing} {}: {error}", path.display())]
    Io {
        /// What was being done (`cannot read`).
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// A file that is not what it should be.
    #[error("{} {why}; remove it and build the table again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
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
