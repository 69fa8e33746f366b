//! Errors of the site, sorted by the visitor's remedies.

use std::sync::Arc;

use crate::matches;
use crate::matches::Match;
use crate::matches::Refusal;
use crate::store;
use crate::work::Refused;

/// When to ask again where the engine is busy: about the time of one search.
pub const RETRY_AFTER_S: u32 = 5;

/// An error of the service: why an action was not carried out.
#[derive(thiserror::Error)]
pub enum Error {
    /// There is no such match, or it is somebody else's and private.
    #[error("there is no such match")]
    NotFound,
    /// The match has changed since the visitor saw it; this is its present state.
    #[error("the match has changed meanwhile")]
    Conflict(Arc<Match>),
    /// The rules forbid it; the match stands as it did.
    #[error("{why}")]
    Refused {
        /// The rule that forbids it.
        why: Refusal,
        /// The match, for the page that shows the refusal.
        current: Arc<Match>,
    },
    /// A new match cannot be made like this: the game, variant, option, position or level is not known.
    #[error(transparent)]
    Setup(matches::Error),
    /// The engine has no room for more work now.
    #[error("the engine is busy; try again in {retry_after_s} s")]
    Busy {
        /// When to try again, seconds.
        retry_after_s: u32,
    },
    /// Too many searches of this player are waiting; there may be room for other players.
    #[error("too many searches of this player are waiting; try again in {retry_after_s} s")]
    Limited {
        /// When to try again, seconds.
        retry_after_s: u32,
    },
    /// The engine broke down over this very question; asking again does not help.
    #[error("the engine failed: {0}")]
    EngineFailed(String),
    /// A match in the database cannot be replayed by this build.
    #[error("the match {id} in the database cannot be read: {source}")]
    Damaged {
        id: crate::ids::GameId,
        /// The fault of the match.
        source: matches::Error,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error("{0}")]
    Internal(String),
    /// The operating system refused the threads for the engine.
    #[error("cannot start the engine's threads: {0}")]
    Threads(#[source] std::io::Error),
}

impl Error {
    pub(super) fn busy() -> Self {
        Error::Busy {
            retry_after_s: RETRY_AFTER_S,
        }
    }
}

/// A search that the pool does not take.
impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::KeyFull => Error::Limited {
                retry_after_s: RETRY_AFTER_S,
            },
            Refused::Full | Refused::Closed => Error::busy(),
        }
    }
}

impl From<rookery_games::Error> for Error {
    fn from(error: rookery_games::Error) -> Self {
        Error::Setup(matches::Error::Setup(error))
    }
}

impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // A whole match in a log line helps nobody.
        write!(f, "service::Error({self})")
    }
}
