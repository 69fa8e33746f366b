//! Networks from which users have logged in, by keyed hash, so that a copy of the database does not reveal where people live.

use crate::ids::UserId;
use crate::store::{Error, Store};

impl Store {
    /// Notes that a user has logged in from a network.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn remember_network(
        &self,
        user: UserId,
        network_hash: &str,
        now_ms: i64,
    ) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                "INSERT INTO known_addresses (user_id, network_hash, seen_ms) VALUES ($1, $2, $3)
                 ON CONFLICT (user_id, network_hash) DO UPDATE SET seen_ms = excluded.seen_ms",
                user.to_string(), network_hash, now_ms,
            )
        });
        Ok(())
    }

    /// Whether the user with this name, case folded, has logged in from the network since `since_ms`.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn knows_network(
        &self,
        name_key: &str,
        network_hash: &str,
        since_ms: i64,
    ) -> Result<bool, Error> {
        let found: Option<i64> = reading!(self, db => {
            sqlx::query_scalar(
                "SELECT k.seen_ms FROM known_addresses k JOIN users u ON u.id = k.user_id
                 WHERE u.name_key = $1 AND k.network_hash = $2 AND k.seen_ms >= $3",
            )
            .bind(name_key)
            .bind(network_hash)
            .bind(since_ms)
            .fetch_optional(db)
            .await?
        });
        Ok(found.is_some())
    }
}
