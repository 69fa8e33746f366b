//! Uploaded files: fonts and backgrounds of the captcha, logos of the site. They are in the database, so that every node has
//! them.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::ids::AssetId;
use crate::ids::UserId;
use crate::store::accounts::user_rows::{parsed, word};
use crate::store::audit::{AuditEntry, write_entry};
use crate::store::{Error, Store};

/// Purpose of an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssetKind {
    /// A font of the captcha.
    Font,
    /// A background of the captcha.
    Background,
    /// A logo of the site: the present one, or one of an earlier look.
    Logo,
}

impl AssetKind {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            AssetKind::Font => "font",
            AssetKind::Background => "background",
            AssetKind::Logo => "logo",
        }
    }

    /// The inverse of [`AssetKind::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [AssetKind::Font, AssetKind::Background, AssetKind::Logo]
            .into_iter()
            .find(|k| k.as_str() == text)
    }
}

/// A file to be stored.
#[derive(Clone, Debug)]
pub struct NewAsset<'a> {
    pub id: AssetId,
    pub kind: AssetKind,
    /// Its name, unique within its kind.
    pub name: &'a str,
    pub bytes: &'a [u8],
    /// The user who uploaded it.
    pub added_by: Option<UserId>,
    /// Now, unix milliseconds.
    pub added_ms: i64,
}

/// A stored file.
#[derive(Clone, PartialEq, Eq)]
pub struct Asset {
    pub id: AssetId,
    pub kind: AssetKind,
    pub name: String,
    pub bytes: Vec<u8>,
    /// SHA-256 of the bytes, lower-case hex.
    pub sha256: String,
    /// The user who uploaded it.
    pub added_by: Option<UserId>,
    /// When, unix milliseconds.
    pub added_ms: i64,
}

/// Leaves out the bytes, so that they are never logged.
impl std::fmt::Debug for Asset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asset")
            .field("id", &self.id)
            .field("kind", &self.kind)
            .field("name", &self.name)
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

row! {
    struct AssetRow {
        id: String,
        kind: String,
        name: String,
        bytes: Vec<u8>,
        sha256: String,
        added_by: Option<String>,
        added_ms: i64,
    }
}

impl TryFrom<AssetRow> for Asset {
    type Error = Error;

    fn try_from(row: AssetRow) -> Result<Self, Error> {
        Ok(Asset {
            id: parsed("assets.id", &row.id)?,
            kind: word("assets.kind", &row.kind, AssetKind::parse)?,
            name: row.name,
            bytes: row.bytes,
            sha256: row.sha256,
            added_by: row
                .added_by
                .map(|id| parsed("assets.added_by", &id))
                .transpose()?,
            added_ms: row.added_ms,
        })
    }
}

/// A stored file without its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetInfo {
    pub id: AssetId,
    pub kind: AssetKind,
    pub name: String,
    /// Its size in bytes.
    pub bytes: usize,
    /// SHA-256 of the bytes, lower-case hex.
    pub sha256: String,
    /// The name of the user who uploaded it, if the account still exists.
    pub added_by_name: Option<String>,
    /// When, unix milliseconds.
    pub added_ms: i64,
}

row! {
    struct InfoRow {
        id: String,
        kind: String,
        name: String,
        size: i64,
        sha256: String,
        added_by_name: Option<String>,
        added_ms: i64,
    }
}

impl TryFrom<InfoRow> for AssetInfo {
    type Error = Error;

    fn try_from(row: InfoRow) -> Result<Self, Error> {
        Ok(AssetInfo {
            id: parsed("assets.id", &row.id)?,
            kind: word("assets.kind", &row.kind, AssetKind::parse)?,
            name: row.name,
            bytes: usize::try_from(row.size).unwrap_or_default(),
            sha256: row.sha256,
            added_by_name: row.added_by_name,
            added_ms: row.added_ms,
        })
    }
}

/// SHA-256 of a file's bytes as [`Asset::sha256`] and [`AssetInfo::sha256`] have it.
pub fn asset_hash(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

impl Store {
    /// All files of the captcha, fonts last, by name, without their bytes.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn asset_list(&self) -> Result<Vec<AssetInfo>, Error> {
        self.listed(false).await
    }

    /// All logos by name, without their bytes.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn logo_list(&self) -> Result<Vec<AssetInfo>, Error> {
        self.listed(true).await
    }

    async fn listed(&self, are_logos: bool) -> Result<Vec<AssetInfo>, Error> {
        let rows: Vec<InfoRow> = reading!(self, db => {
            sqlx::query_as(
                "SELECT a.id, a.kind, a.name, CAST(LENGTH(a.bytes) AS BIGINT) AS size, a.sha256,
                        u.name AS added_by_name, a.added_ms
                 FROM assets a LEFT JOIN users u ON u.id = a.added_by
                 WHERE (a.kind = 'logo') = $1 ORDER BY a.kind, a.name",
            )
            .bind(are_logos)
            .fetch_all(db)
            .await?
        });
        rows.into_iter().map(AssetInfo::try_from).collect()
    }

    /// All files of a kind, by name.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn assets(&self, kind: AssetKind) -> Result<Vec<Asset>, Error> {
        let rows: Vec<AssetRow> = reading!(self, db => {
            sqlx::query_as(
                "SELECT id, kind, name, bytes, sha256, added_by, added_ms FROM assets WHERE kind = $1 ORDER BY name",
            )
            .bind(kind.as_str())
            .fetch_all(db)
            .await?
        });
        rows.into_iter().map(Asset::try_from).collect()
    }

    /// The file of a kind with this name.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn asset(&self, kind: AssetKind, name: &str) -> Result<Option<Asset>, Error> {
        let row: Option<AssetRow> = reading!(self, db => {
            sqlx::query_as(
                "SELECT id, kind, name, bytes, sha256, added_by, added_ms FROM assets WHERE kind = $1 AND name = $2",
            )
            .bind(kind.as_str())
            .bind(name)
            .fetch_optional(db)
            .await?
        });
        row.map(Asset::try_from).transpose()
    }

    /// Stores a file, and writes `audit`, if there is to be a line, in the same transaction.
    ///
    /// # Errors
    /// [`Error::NameTaken`] when a file of this kind has the name.
    pub async fn add_asset(
        &self,
        new: &NewAsset<'_>,
        audit: Option<&AuditEntry>,
    ) -> Result<(), Error> {
        transaction!(self, tx => {
            let made = execute!(
                &mut *tx,
                "INSERT INTO assets (id, kind, name, bytes, sha256, added_by, added_ms)
                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (kind, name) DO NOTHING",
                new.id.to_string(), new.kind.as_str(), new.name, new.bytes,
                asset_hash(new.bytes), new.added_by.map(|id| id.to_string()), new.added_ms,
            );
            if made == 0 {
                return Err(Error::NameTaken);
            }
            if let Some(audit) = audit {
                write_entry!(tx, audit);
            }
        });
        Ok(())
    }

    /// Sets the upload time of a file to now; false when there is no such file.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn renew_asset(&self, id: AssetId, now_ms: i64) -> Result<bool, Error> {
        let renewed = writing!(self, db => {
            execute!(db, "UPDATE assets SET added_ms = $2 WHERE id = $1", id.to_string(), now_ms)
        });
        Ok(renewed == 1)
    }

    /// Removes a file if its upload time is still `added_ms`; false when there was none.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_asset_of(&self, id: AssetId, added_ms: i64) -> Result<bool, Error> {
        let removed = writing!(self, db => {
            execute!(
                db,
                "DELETE FROM assets WHERE id = $1 AND added_ms = $2",
                id.to_string(), added_ms,
            )
        });
        Ok(removed == 1)
    }

    /// Removes a file and writes `audit` in the same transaction; false when there was none.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_asset(&self, id: AssetId, audit: &AuditEntry) -> Result<bool, Error> {
        transaction!(self, tx => {
            let gone = execute!(&mut *tx, "DELETE FROM assets WHERE id = $1", id.to_string());
            if gone == 0 {
                return Ok(false);
            }
            write_entry!(tx, audit);
        });
        Ok(true)
    }
}
