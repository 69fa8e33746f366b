//! Secrets of the site that nobody chooses and no page shows: created once, the same on every node.

use crate::store::{Error, Store};

impl Store {
    /// The secret of this name; `fresh` becomes it if there is none yet. If two nodes ask at once, both get the first one's.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn secret(&self, name: &str, fresh: &str, now_ms: i64) -> Result<String, Error> {
        writing!(self, db => {
            execute!(
                db,
                "INSERT INTO secrets (name, value, made_ms) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
                name, fresh, now_ms,
            )
        });
        Ok(reading!(self, db => {
            sqlx::query_scalar("SELECT value FROM secrets WHERE name = $1")
                .bind(name)
                .fetch_one(db)
                .await?
        }))
    }
}
