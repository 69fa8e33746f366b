//! Other sites that use this server's captcha: their keys, their challenges, and the passes of their visitors.

use crate::ids::SiteKey;
use crate::ids::UserId;
use crate::store::accounts::user_rows::parsed;
use crate::store::audit::{AuditEntry, write_entry};
use crate::store::{Error, Store};

/// A site that may use this server's captcha.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptchaSite {
    /// Its public key.
    pub key: SiteKey,
    /// The name that the owner gave it.
    pub name: String,
    /// The origins of its pages, as browsers send them: `https://forum.example.org`.
    pub origins: Vec<String>,
    /// When it was added, unix milliseconds.
    pub created_ms: i64,
}

/// A site to be added.
#[derive(Clone, Debug)]
pub struct NewCaptchaSite<'a> {
    pub site: &'a CaptchaSite,
    /// The hash of its secret, see `accounts::token_hash`.
    pub secret_hash: &'a str,
    /// The admin who adds it.
    pub created_by: UserId,
}

/// A pass to be kept.
#[derive(Clone, Copy, Debug)]
pub struct NewCaptchaPass<'a> {
    /// The hash of its token, see `accounts::token_hash`.
    pub token_hash: &'a str,
    pub site: SiteKey,
    /// The host of the page on which it was earned; empty if that is not known.
    pub hostname: &'a str,
    /// Now, unix milliseconds.
    pub created_ms: i64,
    /// When it expires, unix milliseconds.
    pub expires_ms: i64,
}

/// The result of redeeming a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Redeemed {
    /// It was valid, and is now used up.
    Passed {
        /// When it was earned, unix milliseconds.
        earned_ms: i64,
        /// The host of the page on which it was earned; empty if that is not known.
        hostname: String,
    },
    /// It had been used up before.
    Used,
    Expired,
    /// There is no such pass of this site.
    Unknown,
}

const SITE: &str = "site:";

/// The key that binds a challenge to a site, in place of a session's key. No session has such a key.
pub fn site_session(key: SiteKey) -> String {
    format!("{SITE}{key}")
}

/// The site that a challenge is bound to; `None` for a challenge of this site's own visitors.
pub fn site_of_session(session_hash: &str) -> Option<SiteKey> {
    session_hash.strip_prefix(SITE)?.parse().ok()
}

row! {
    struct SiteRow {
        key: String,
        name: String,
        origins: String,
        created_ms: i64,
    }
}

impl TryFrom<SiteRow> for CaptchaSite {
    type Error = Error;

    fn try_from(row: SiteRow) -> Result<Self, Error> {
        Ok(CaptchaSite {
            key: parsed("captcha_sites.key", &row.key)?,
            name: row.name,
            origins: row.origins.lines().map(str::to_owned).collect(),
            created_ms: row.created_ms,
        })
    }
}

impl Store {
    /// Adds a site, with a line in the audit log.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn create_captcha_site(
        &self,
        new: &NewCaptchaSite<'_>,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        let site = new.site;
        transaction!(self, tx => {
            execute!(
                &mut *tx,
                "INSERT INTO captcha_sites (key, name, origins, secret_hash, created_by, created_ms)
                 VALUES ($1, $2, $3, $4, $5, $6)",
                site.key.to_string(), &site.name, site.origins.join("\n"), new.secret_hash,
                new.created_by.to_string(), site.created_ms,
            );
            write_entry!(tx, audit);
        });
        Ok(())
    }

    /// All sites, by name.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn captcha_sites(&self) -> Result<Vec<CaptchaSite>, Error> {
        let rows: Vec<SiteRow> = reading!(self, db => {
            sqlx::query_as("SELECT key, name, origins, created_ms FROM captcha_sites ORDER BY name, key")
                .fetch_all(db)
                .await?
        });
        rows.into_iter().map(CaptchaSite::try_from).collect()
    }

    /// A site by its key.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn captcha_site(&self, key: SiteKey) -> Result<Option<CaptchaSite>, Error> {
        let row: Option<SiteRow> = reading!(self, db => {
            sqlx::query_as("SELECT key, name, origins, created_ms FROM captcha_sites WHERE key = $1")
                .bind(key.to_string())
                .fetch_optional(db)
                .await?
        });
        row.map(CaptchaSite::try_from).transpose()
    }

    /// The site whose secret has this hash: the current one, or the one before it while that is still valid.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn captcha_site_by_secret(
        &self,
        secret_hash: &str,
        now_ms: i64,
    ) -> Result<Option<CaptchaSite>, Error> {
        let row: Option<SiteRow> = reading!(self, db => {
            sqlx::query_as(
                "SELECT key, name, origins, created_ms FROM captcha_sites
                 WHERE secret_hash = $1 OR (previous_secret_hash = $1 AND previous_until_ms > $2)",
            )
            .bind(secret_hash)
            .bind(now_ms)
            .fetch_optional(db)
            .await?
        });
        row.map(CaptchaSite::try_from).transpose()
    }

    /// Gives a site a new secret; the current one stays valid until `until_ms`. If the current one is itself less than `tried_ms`
    /// old, it is taken to be unused: then the secret before it stays valid instead, for as long as it would have been. Returns
    /// whether there is such a site; if so, the change is in the audit log.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn rotate_captcha_secret(
        &self,
        key: SiteKey,
        secret_hash: &str,
        (until_ms, tried_ms): (i64, i64),
        audit: &AuditEntry,
    ) -> Result<bool, Error> {
        transaction!(self, tx => {
            let changed = execute!(
                &mut *tx,
                "UPDATE captcha_sites
                 SET previous_secret_hash = CASE WHEN previous_until_ms > $4 THEN previous_secret_hash ELSE secret_hash END,
                     previous_until_ms = CASE WHEN previous_until_ms > $4 THEN previous_until_ms ELSE $3 END,
                     secret_hash = $2
                 WHERE key = $1",
                key.to_string(), secret_hash, until_ms, until_ms - tried_ms,
            );
            if changed == 0 {
                return Ok(false);
            }
            write_entry!(tx, audit);
        });
        Ok(true)
    }

    /// Gives a site another name and other origins, with a line in the audit log; says whether there is such a site.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn change_captcha_site(
        &self,
        key: SiteKey,
        name: &str,
        origins: &[String],
        audit: &AuditEntry,
    ) -> Result<bool, Error> {
        transaction!(self, tx => {
            let changed = execute!(
                &mut *tx,
                "UPDATE captcha_sites SET name = $2, origins = $3 WHERE key = $1",
                key.to_string(), name, origins.join("\n"),
            );
            if changed == 0 {
                return Ok(false);
            }
            write_entry!(tx, audit);
        });
        Ok(true)
    }

    /// Removes a site with its passes, with a line in the audit log, if it is there.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_captcha_site(&self, key: SiteKey, audit: &AuditEntry) -> Result<(), Error> {
        transaction!(self, tx => {
            let removed = execute!(
                &mut *tx,
                "DELETE FROM captcha_sites WHERE key = $1",
                key.to_string(),
            );
            if removed == 0 {
                return Ok(());
            }
            write_entry!(tx, audit);
        });
        Ok(())
    }

    /// Stores a pass by its hash.
    ///
    /// # Errors
    /// [`Error::Unavailable`]; [`Error::NotFound`] where the site is gone.
    pub async fn create_captcha_pass(&self, new: &NewCaptchaPass<'_>) -> Result<(), Error> {
        match self.insert_captcha_pass(new).await {
            Err(Error::Conflict) => Err(Error::NotFound),
            other => other,
        }
    }

    async fn insert_captcha_pass(&self, new: &NewCaptchaPass<'_>) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                "INSERT INTO captcha_passes (token_hash, site_key, hostname, created_ms, expires_ms)
                 VALUES ($1, $2, $3, $4, $5)",
                new.token_hash, new.site.to_string(), new.hostname, new.created_ms, new.expires_ms,
            )
        });
        Ok(())
    }

    /// Uses up a pass of this site. [`Redeemed::Passed`] for exactly one of any number of racing callers: one statement
    /// decides.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn redeem_captcha_pass(
        &self,
        token_hash: &str,
        site: SiteKey,
        now_ms: i64,
    ) -> Result<Redeemed, Error> {
        let earned: Option<(i64, String)> = writing!(self, db => {
            sqlx::query_as(
                "UPDATE captcha_passes SET used_ms = $3
                 WHERE token_hash = $1 AND site_key = $2 AND used_ms IS NULL AND expires_ms > $3
                 RETURNING created_ms, hostname",
            )
            .bind(token_hash)
            .bind(site.to_string())
            .bind(now_ms)
            .fetch_optional(db)
            .await?
        });
        if let Some((earned_ms, hostname)) = earned {
            return Ok(Redeemed::Passed {
                earned_ms,
                hostname,
            });
        }
        let used_ms: Option<Option<i64>> = reading!(self, db => {
            sqlx::query_scalar(
                "SELECT used_ms FROM captcha_passes WHERE token_hash = $1 AND site_key = $2",
            )
            .bind(token_hash)
            .bind(site.to_string())
            .fetch_optional(db)
            .await?
        });
        Ok(match used_ms {
            None => Redeemed::Unknown,
            Some(Some(_)) => Redeemed::Used,
            Some(None) => Redeemed::Expired,
        })
    }
}
