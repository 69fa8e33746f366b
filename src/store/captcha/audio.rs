//! Challenges whose recording was played.

use crate::ids::ChallengeId;
use crate::store::{Error, Store};

impl Store {
    /// Marks an open challenge as listened to. Returns its preset to exactly one of any number of callers: one statement
    /// decides.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn mark_listened(
        &self,
        id: ChallengeId,
        now_ms: i64,
    ) -> Result<Option<String>, Error> {
        Ok(writing!(self, db => {
            sqlx::query_scalar(
                "UPDATE captchas SET listened_ms = $2
                 WHERE id = $1 AND listened_ms IS NULL AND ended IS NULL RETURNING preset",
            )
            .bind(id.to_string())
            .bind(now_ms)
            .fetch_optional(db)
            .await?
        }))
    }
}
