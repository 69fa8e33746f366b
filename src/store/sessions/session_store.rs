//! Store of tower-sessions in our own table. That crate reads, changes and writes a record whole, so it may touch only the
//! column `data`, and only when it makes a row: the data are the same in every session, and a request that was still running
//! while the user logged out must not bring the session back.

use async_trait::async_trait;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use time::OffsetDateTime;
use tower_sessions_core::SessionStore;
use tower_sessions_core::session::{Id, Record};
use tower_sessions_core::session_store::{Error as LayerError, Result as LayerResult};

use crate::clock::Clock;
use crate::store::sessions::session_rows::expiry_ms;
use crate::store::{Error, Store};

/// The key under which the session with this cookie value is kept: its SHA-256 in lower-case hex. A copy of the
/// database logs nobody in.
pub fn session_hash(cookie_value: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(cookie_value.as_bytes()))
}

/// The records of the session layer, kept in a [`Store`]. Expiry is ours, by our clock; the layer's is ignored.
#[derive(Clone, Debug)]
pub struct SessionRecords {
    store: Store,
    clock: Clock,
}

impl SessionRecords {
    /// Keeps the records in `store`, by the time of `clock`.
    pub fn new(store: Store, clock: Clock) -> Self {
        SessionRecords { store, clock }
    }

    async fn insert(&self, id: Id, data: &str) -> Result<bool, Error> {
        let now_ms = self.clock.now_ms();
        let made = writing!(&self.store, db => {
            execute!(
                db,
                "INSERT INTO sessions (id_hash, created_ms, seen_ms, expires_ms, data)
                 VALUES ($1, $2, $2, $3, $4) ON CONFLICT (id_hash) DO NOTHING",
                session_hash(&id.to_string()), now_ms, expiry_ms(now_ms, now_ms, true), data,
            )
        });
        Ok(made == 1)
    }

    async fn select(&self, id: Id) -> Result<Option<(String, i64)>, Error> {
        Ok(reading!(&self.store, db => {
            sqlx::query_as("SELECT data, expires_ms FROM sessions WHERE id_hash = $1 AND expires_ms > $2")
                .bind(session_hash(&id.to_string()))
                .bind(self.clock.now_ms())
                .fetch_optional(db)
                .await?
        }))
    }
}

#[async_trait]
impl SessionStore for SessionRecords {
    async fn create(&self, record: &mut Record) -> LayerResult<()> {
        let data = encode(record)?;
        while !self.insert(record.id, &data).await.map_err(backend)? {
            record.id = Id::default();
        }
        Ok(())
    }

    /// Writes nothing: the row has had its data since `create`. The layer saves a new session once more after its log-in; if that
    /// failed, the browser would not get the new cookie, and the former session has ended by then.
    async fn save(&self, _: &Record) -> LayerResult<()> {
        Ok(())
    }

    async fn load(&self, id: &Id) -> LayerResult<Option<Record>> {
        let Some((data, expires_ms)) = self.select(*id).await.map_err(backend)? else {
            return Ok(None);
        };
        Ok(Some(Record {
            id: *id,
            data: serde_json::from_str(&data).map_err(|e| LayerError::Decode(e.to_string()))?,
            expiry_date: OffsetDateTime::from_unix_timestamp(expires_ms / 1_000)
                .map_err(|e| LayerError::Decode(e.to_string()))?,
        }))
    }

    /// Ends nothing. The layer asks for it as soon as a session is to change its id, while there is no row under the new one: a failure
    /// after that would lose the session. [`Store::log_in`] and [`Store::end_session`] end rows.
    async fn delete(&self, _: &Id) -> LayerResult<()> {
        Ok(())
    }
}

fn encode(record: &Record) -> LayerResult<String> {
    serde_json::to_string(&record.data).map_err(|e| LayerError::Encode(e.to_string()))
}

fn backend(error: Error) -> LayerError {
    LayerError::Backend(error.to_string())
}
