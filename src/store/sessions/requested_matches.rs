//! The match that a session's visitor has requested but may not start yet: one per session, taken once.

use crate::store::{Error, SWEPT_AT_ONCE, Store};

/// Forgets matches that were requested before `$1`, in `$2` sessions at most. The condition outside the list is for PostgreSQL: it looks
/// at it again where another match is being requested meanwhile.
pub(in crate::store) const FORGET_REQUESTED: &str =
    "UPDATE sessions SET asked = NULL, asked_ms = NULL
     WHERE id_hash IN (SELECT id_hash FROM sessions WHERE asked_ms < $1 ORDER BY asked_ms LIMIT $2)
       AND asked_ms < $1";

impl Store {
    /// Stores the requested match, replacing an earlier one.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such session.
    pub async fn request_match(&self, id_hash: &str, text: &str, now_ms: i64) -> Result<(), Error> {
        let changed = writing!(self, db => {
            execute!(
                db,
                "UPDATE sessions SET asked = $2, asked_ms = $3 WHERE id_hash = $1",
                id_hash, text, now_ms,
            )
        });
        match changed {
            0 => Err(Error::NotFound),
            _ => Ok(()),
        }
    }

    /// The match requested at `since_ms` or later.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn requested_match(
        &self,
        id_hash: &str,
        since_ms: i64,
    ) -> Result<Option<String>, Error> {
        Ok(reading!(self, db => {
            sqlx::query_scalar(
                "SELECT asked FROM sessions
                 WHERE id_hash = $1 AND asked IS NOT NULL AND asked_ms >= $2",
            )
            .bind(id_hash)
            .bind(since_ms)
            .fetch_optional(db)
            .await?
        }))
    }

    /// Forgets the requested match, if it still is `text`; true for one only of many that race for it.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn take_requested_match(&self, id_hash: &str, text: &str) -> Result<bool, Error> {
        let changed = writing!(self, db => {
            execute!(
                db,
                "UPDATE sessions SET asked = NULL, asked_ms = NULL WHERE id_hash = $1 AND asked = $2",
                id_hash, text,
            )
        });
        Ok(changed == 1)
    }

    /// Forgets a batch of matches that were requested before `before_ms` and never taken; returns the number of sessions.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn forget_requested_matches(&self, before_ms: i64) -> Result<u64, Error> {
        Ok(writing!(self, db => {
            execute!(
                db,
                FORGET_REQUESTED,
                before_ms, SWEPT_AT_ONCE.cast_signed(),
            )
        }))
    }
}
