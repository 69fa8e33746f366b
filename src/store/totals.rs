//! How much there is of everything, for the owner.

use crate::store::{Error, Store};

/// Counts of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Accounts.
    pub users: u64,
    /// Accounts that wait for approval.
    pub waiting: u64,
    /// Matches.
    pub games: u64,
    /// Matches in progress.
    pub playing: u64,
    /// Lines of the audit log.
    pub audit_lines: u64,
}

impl Store {
    /// Counts everything.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn totals(&self) -> Result<Totals, Error> {
        let counts: (i64, i64, i64, i64, i64) = reading!(self, db => {
            sqlx::query_as(
                "SELECT (SELECT COUNT(*) FROM users),
                        (SELECT COUNT(*) FROM users WHERE approved_ms IS NULL),
                        (SELECT COUNT(*) FROM games),
                        (SELECT COUNT(*) FROM games WHERE status = 'playing'),
                        (SELECT COUNT(*) FROM audit)",
            )
            .fetch_one(db)
            .await?
        });
        Ok(Totals {
            users: counts.0.unsigned_abs(),
            waiting: counts.1.unsigned_abs(),
            games: counts.2.unsigned_abs(),
            playing: counts.3.unsigned_abs(),
            audit_lines: counts.4.unsigned_abs(),
        })
    }
}
