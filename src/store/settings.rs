//! Settings that change while the site runs: JSON texts by key, with one row per version.

use crate::ids::UserId;
use crate::store::accounts::user_rows::parsed;
use crate::store::audit::{AuditEntry, write_entry};
use crate::store::{Error, Store};

/// One version of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The value, JSON text; the store does not look inside.
    pub value: String,
    /// Its version; the first is 1.
    pub version: i64,
    /// The user who made it, if it was one.
    pub changed_by: Option<UserId>,
    /// That user's name, if the account still exists.
    pub changed_by_name: Option<String>,
    /// When, unix milliseconds.
    pub changed_ms: i64,
}

row! {
    struct SettingRow {
        value: String,
        version: i64,
        changed_by: Option<String>,
        changed_by_name: Option<String>,
        changed_ms: i64,
    }
}

impl TryFrom<SettingRow> for Setting {
    type Error = Error;

    fn try_from(row: SettingRow) -> Result<Self, Error> {
        Ok(Setting {
            value: row.value,
            version: row.version,
            changed_by: row
                .changed_by
                .map(|id| parsed("settings.changed_by", &id))
                .transpose()?,
            changed_by_name: row.changed_by_name,
            changed_ms: row.changed_ms,
        })
    }
}

impl Store {
    /// The current value.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn setting(&self, key: &str) -> Result<Option<Setting>, Error> {
        Ok(self.setting_history(key, 1).await?.pop())
    }

    /// The last `limit` versions, the newest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn setting_history(&self, key: &str, limit: u32) -> Result<Vec<Setting>, Error> {
        let rows: Vec<SettingRow> = reading!(self, db => {
            sqlx::query_as(
                "SELECT s.value, s.version, s.changed_by, u.name AS changed_by_name, s.changed_ms
                 FROM settings s LEFT JOIN users u ON u.id = s.changed_by
                 WHERE s.key = $1 ORDER BY s.version DESC LIMIT $2",
            )
            .bind(key)
            .bind(i64::from(limit))
            .fetch_all(db)
            .await?
        });
        rows.into_iter().map(Setting::try_from).collect()
    }

    /// Makes `value` the version after `expected_version` (0 where there is none yet) and writes `audit` in the same
    /// transaction; actor and time are the audit entry's. Returns the new version.
    ///
    /// # Errors
    /// [`Error::Conflict`] for the second of two writers who saw the same version.
    pub async fn save_setting(
        &self,
        key: &str,
        value: &str,
        expected_version: i64,
        audit: &AuditEntry,
    ) -> Result<i64, Error> {
        let version = expected_version.saturating_add(1);
        transaction!(self, tx => {
            // The primary key decides between two simultaneous inserts of the same version.
            let made = execute!(
                &mut *tx,
                "INSERT INTO settings (key, version, value, changed_by, changed_ms)
                 SELECT $1, $2, $3, $4, $5
                 WHERE (SELECT COALESCE(MAX(version), 0) FROM settings WHERE key = $1) = $6
                 ON CONFLICT (key, version) DO NOTHING",
                key, version, value, audit.actor.user().map(|id| id.to_string()), audit.at_ms, expected_version,
            );
            if made == 0 {
                return Err(Error::Conflict);
            }
            write_entry!(tx, audit);
        });
        Ok(version)
    }
}
