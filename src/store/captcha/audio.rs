//! Challenges whose recording was played.

use crate::ids::ChallengeId;
use crate::store::{Error, Store};

impl Store {
    /// Notes that an open challenge was listened to. Says its preset to exactly one caller, however many ask: the one
    /// statement decides.
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
