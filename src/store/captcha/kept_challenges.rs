//! Passed challenges that are kept because the account could not be made: its name was taken, say. Each serves a few more names
//! and makes one account.

use crate::ids::ChallengeId;
use crate::store::{Error, Store};

/// A passed challenge that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptChallenge {
    /// The number of further names that it serves.
    pub names_left: u32,
    /// Whether the account has to wait for the owner.
    pub is_held: bool,
}

/// Spends a kept challenge on an account: it makes no other. Binds: id.
pub(in crate::store) const SPEND_KEPT_CHALLENGE: &str =
    "UPDATE captchas SET names_left = -1 WHERE id = $1 AND names_left >= 0";

impl KeptChallenge {
    fn of((names_left, is_held): (i64, i64)) -> Self {
        KeptChallenge {
            names_left: u32::try_from(names_left).unwrap_or(0),
            is_held: is_held != 0,
        }
    }
}

impl Store {
    /// Keeps a challenge that was passed just now. One that is kept already stays as it is.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn keep_challenge(
        &self,
        id: ChallengeId,
        session_hash: &str,
        kept: KeptChallenge,
    ) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                "UPDATE captchas SET names_left = $3, is_held = $4
                 WHERE id = $1 AND session_hash = $2 AND ended = 'right' AND names_left IS NULL",
                id.to_string(), session_hash, i64::from(kept.names_left), i64::from(kept.is_held),
            )
        });
        Ok(())
    }

    /// A kept challenge of this session that was passed after `since_ms` and serves another name.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn kept_challenge(
        &self,
        id: ChallengeId,
        session_hash: &str,
        since_ms: i64,
    ) -> Result<Option<KeptChallenge>, Error> {
        let row: Option<(i64, i64)> = reading!(self, db => {
            sqlx::query_as(
                "SELECT names_left, is_held FROM captchas
                 WHERE id = $1 AND session_hash = $2 AND names_left > 0 AND ended_ms > $3",
            )
            .bind(id.to_string())
            .bind(session_hash)
            .bind(since_ms)
            .fetch_optional(db)
            .await?
        });
        Ok(row.map(KeptChallenge::of))
    }

    /// Takes one of the names of a kept challenge: one statement, so that racing forms ask for no more names than it serves.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn take_name(
        &self,
        id: ChallengeId,
        session_hash: &str,
        since_ms: i64,
    ) -> Result<Option<KeptChallenge>, Error> {
        let row: Option<(i64, i64)> = writing!(self, db => {
            sqlx::query_as(
                "UPDATE captchas SET names_left = names_left - 1
                 WHERE id = $1 AND session_hash = $2 AND names_left > 0 AND ended_ms > $3
                 RETURNING names_left, is_held",
            )
            .bind(id.to_string())
            .bind(session_hash)
            .bind(since_ms)
            .fetch_optional(db)
            .await?
        });
        Ok(row.map(KeptChallenge::of))
    }
}
