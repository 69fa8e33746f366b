//! Totals for the owner, updated with each change, so that nothing has to be counted.

use crate::matches::Status;
use crate::store::{Error, Store};

/// Maximum count of waiting accounts.
pub const COUNTED_AT_MOST: u64 = 1_000;

/// Counts of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Accounts.
    pub users: u64,
    /// Accounts that wait for approval, up to [`COUNTED_AT_MOST`].
    pub waiting: u64,
    /// Matches.
    pub games: u64,
    /// Matches in progress.
    pub playing: u64,
}

/// Adds to the totals of matches, within the transaction that changes how many there are. It is the transaction's last statement: nobody
/// else starts or ends a match from it to the commit. Binds: matches, matches in progress.
pub(in crate::store) const COUNT_GAMES: &str =
    "UPDATE totals SET n = n + CASE key WHEN 'games' THEN $1 ELSE $2 END
    WHERE key IN ('games', 'playing')";
/// Adds to the total of matches in progress, in the same way. Binds: matches.
pub(in crate::store) const COUNT_PLAYING: &str =
    "UPDATE totals SET n = n + $1 WHERE key = 'playing'";
/// Adds to the total of accounts. Binds: accounts.
pub(in crate::store) const COUNT_USERS: &str = "UPDATE totals SET n = n + $1 WHERE key = 'users'";

/// The number of matches with these statuses, and the number of those in progress.
pub(in crate::store) fn counts_of(statuses: &[String]) -> (i64, i64) {
    let playing = statuses.iter().filter(|s| *s == Status::Playing.as_str());
    (as_column(statuses.len()), as_column(playing.count()))
}

fn as_column(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

impl Store {
    /// All totals.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn totals(&self) -> Result<Totals, Error> {
        let counts: (i64, i64, i64) = reading!(self, db => {
            sqlx::query_as(
                "SELECT (SELECT n FROM totals WHERE key = 'users'),
                        (SELECT n FROM totals WHERE key = 'games'),
                        (SELECT n FROM totals WHERE key = 'playing')",
            )
            .fetch_one(db)
            .await?
        });
        Ok(Totals {
            users: counts.0.unsigned_abs(),
            waiting: self.count_waiting().await?,
            games: counts.1.unsigned_abs(),
            playing: counts.2.unsigned_abs(),
        })
    }
}
