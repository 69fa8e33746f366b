//! Nodes on this database, with the time of each one's last heartbeat. A node without a recent one is considered dead: others
//! may claim its rows of `games`, see [`Store::claim_due`].

use crate::store::{Error, Store};

impl Store {
    /// Writes a heartbeat of `node`.
    ///
    /// # Errors
    /// [`Error::Unavailable`], also where the disk is full.
    pub async fn beat(&self, node: &str, now_ms: i64) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                "INSERT INTO nodes (id, heartbeat_ms) VALUES ($1, $2)
                 ON CONFLICT (id) DO UPDATE SET heartbeat_ms = $2",
                node, now_ms,
            )
        });
        Ok(())
    }

    /// Deletes the nodes, except `but`, whose last heartbeat was before `before_ms`; returns their number.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn forget_nodes(&self, before_ms: i64, but: &str) -> Result<u64, Error> {
        Ok(writing!(self, db => {
            execute!(db, "DELETE FROM nodes WHERE heartbeat_ms < $1 AND id <> $2", before_ms, but)
        }))
    }

    /// Deletes a node that shuts down, so that others need not wait for its silence.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn sign_off(&self, node: &str) -> Result<(), Error> {
        writing!(self, db => {
            execute!(db, "DELETE FROM nodes WHERE id = $1", node)
        });
        Ok(())
    }

    /// All nodes with their last heartbeat, by id.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn nodes(&self) -> Result<Vec<(String, i64)>, Error> {
        Ok(reading!(self, db => {
            sqlx::query_as("SELECT id, heartbeat_ms FROM nodes ORDER BY id")
                .fetch_all(db)
                .await?
        }))
    }
}
