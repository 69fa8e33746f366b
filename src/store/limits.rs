//! Counters that must hold across nodes: failed log-ins, failed captchas, sign-ups. Windows are fixed and follow from the
//! time alone, so that nodes whose clocks differ a little count in the same ones.

use crate::store::{Error, Store};

/// The keys of one statement of [`Store::recent_hits`].
const RECENT_AT_ONCE: usize = 5;

/// The furthest ahead that the clock of another node can be.
const AHEAD_MS: i64 = 60 * 60 * 1000;

/// Counts a hit and returns the new count. Binds: key, the start of the window.
const COUNT_HIT: &str = "INSERT INTO limits (key, window_start_ms, n) VALUES ($1, $2, 1)
     ON CONFLICT (key, window_start_ms) DO UPDATE SET n = limits.n + 1 RETURNING n";

/// A counter that an attempt is charged to before it is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charge<'a> {
    /// The counter.
    pub key: &'a str,
    /// The most hits in a window.
    pub limit: u32,
    /// The first count of the window's row, this hit included, if there is no row yet; `None`: no row is made, and the
    /// caller remembers the hit.
    pub begins_at: Option<u32>,
}

impl Store {
    /// Counts one hit in the window of `window_ms` that `now_ms` falls into, and returns the new count.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_hit(&self, key: &str, window_ms: i64, now_ms: i64) -> Result<u64, Error> {
        let n: i64 = writing!(self, db => {
            sqlx::query_scalar(COUNT_HIT)
                .bind(key)
                .bind(window_start(window_ms, now_ms))
                .fetch_one(db)
                .await?
        });
        Ok(n.unsigned_abs())
    }

    /// The number of hits in the window that `now_ms` falls into.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn hits(&self, key: &str, window_ms: i64, now_ms: i64) -> Result<u64, Error> {
        let n: Option<i64> = reading!(self, db => {
            sqlx::query_scalar("SELECT n FROM limits WHERE key = $1 AND window_start_ms = $2")
                .bind(key)
                .bind(window_start(window_ms, now_ms))
                .fetch_optional(db)
                .await?
        });
        Ok(n.unwrap_or_default().unsigned_abs())
    }

    /// Counts one hit of each key in its window of `window_ms`: one transaction. The hits of `shared` are counted only while the count
    /// of the last of the `own` keys, this hit included, is at most `most` in this window. Keys that many clients share come last, so
    /// that their rows are locked for the shortest time; always pass the keys in the same order.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_hits(
        &self,
        own: &[&str],
        (shared, most): (&[&str], u32),
        window_ms: i64,
        now_ms: i64,
    ) -> Result<(), Error> {
        let start_ms = window_start(window_ms, now_ms);
        transaction!(self, tx => {
            let mut counted = 0_i64;
            for key in own {
                counted = sqlx::query_scalar(COUNT_HIT)
                    .bind(*key)
                    .bind(start_ms)
                    .fetch_one(&mut *tx)
                    .await?;
            }
            let is_counted = counted <= i64::from(most);
            for key in shared.iter().filter(|_| is_counted) {
                execute!(&mut *tx, COUNT_HIT, *key, start_ms);
            }
        });
        Ok(())
    }

    /// The number of hits of each key (five at most) in the window of `now_ms` and the one before it: the last one to two windows,
    /// so that nothing is forgotten at the turn of a window.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn recent_hits<const N: usize>(
        &self,
        keys: [&str; N],
        window_ms: i64,
        now_ms: i64,
    ) -> Result<[u64; N], Error> {
        const { assert!(N <= RECENT_AT_ONCE) };
        let from_ms = window_start(window_ms, now_ms) - window_ms;
        let key = |place: usize| keys.get(place).copied().unwrap_or_default();
        let found: Vec<(String, i64)> = reading!(self, db => {
            // The sum of whole numbers is a decimal in PostgreSQL.
            sqlx::query_as(
                "SELECT key, CAST(SUM(n) AS BIGINT) FROM limits
                 WHERE key IN ($1, $2, $3, $4, $5) AND window_start_ms BETWEEN $6 AND $7 GROUP BY key",
            )
            .bind(key(0))
            .bind(key(1))
            .bind(key(2))
            .bind(key(3))
            .bind(key(4))
            .bind(from_ms)
            // Another node's clock may be up to an hour ahead; rows from further in the future were counted by a wrong clock and are
            // ignored.
            .bind(now_ms + AHEAD_MS)
            .fetch_all(db)
            .await?
        });
        let hits = keys.map(|key| {
            let row = found.iter().find(|(found, _)| found == key);
            row.map_or(0, |(_, n)| n.unsigned_abs())
        });
        Ok(hits)
    }

    /// Charges an attempt to all of these counters, or to none of them: one transaction, exact however many attempts race.
    /// Returns the place of the first counter that is full already.
    ///
    /// Always pass the keys in the same order of kinds (address, pair, account): the rows that two attempts share are then
    /// locked in the same order, and they cannot deadlock.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn charge(
        &self,
        charges: &[Charge<'_>],
        window_ms: i64,
        now_ms: i64,
    ) -> Result<Option<usize>, Error> {
        let start_ms = window_start(window_ms, now_ms);
        transaction!(self, tx => {
            for (place, charge) in charges.iter().enumerate() {
                let limit = i64::from(charge.limit);
                let is_charged = match charge.begins_at {
                    Some(n) if n > charge.limit => false,
                    Some(n) => execute!(
                        &mut *tx,
                        "INSERT INTO limits (key, window_start_ms, n) VALUES ($1, $2, $4)
                         ON CONFLICT (key, window_start_ms) DO UPDATE SET n = limits.n + 1 WHERE limits.n < $3",
                        charge.key, start_ms, limit, i64::from(n),
                    ) > 0,
                    // One too many is rolled back below, with the others.
                    None => {
                        let n: Option<i64> = sqlx::query_scalar(
                            "UPDATE limits SET n = n + 1 WHERE key = $1 AND window_start_ms = $2 RETURNING n",
                        )
                        .bind(charge.key)
                        .bind(start_ms)
                        .fetch_optional(&mut *tx)
                        .await?;
                        n.is_none_or(|n| n <= limit)
                    }
                };
                if !is_charged {
                    return Ok(Some(place));
                }
            }
        });
        Ok(None)
    }

    /// Forgets the hits of a key in the window of `window_ms` that `now_ms` falls into.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn forget_hits(&self, key: &str, window_ms: i64, now_ms: i64) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                "DELETE FROM limits WHERE key = $1 AND window_start_ms = $2",
                key, window_start(window_ms, now_ms),
            )
        });
        Ok(())
    }

    /// Takes back the charges of [`Store::charge`] at `charged_ms`: one transaction, the keys in the same order. Returns the indices
    /// of the counters that have no row, or whose row is at 0 already.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn refund(
        &self,
        keys: &[&str],
        window_ms: i64,
        charged_ms: i64,
    ) -> Result<Vec<usize>, Error> {
        let start_ms = window_start(window_ms, charged_ms);
        let mut without = Vec::new();
        transaction!(self, tx => {
            for (place, key) in keys.iter().enumerate() {
                let n = execute!(
                    &mut *tx,
                    "UPDATE limits SET n = n - 1 WHERE key = $1 AND window_start_ms = $2 AND n > 0",
                    *key, start_ms,
                );
                if n == 0 {
                    without.push(place);
                }
            }
        });
        Ok(without)
    }
}

/// Seconds until the window of `window_ms` that `now_ms` falls into has ended: the wait that a refused visitor is told.
pub fn seconds_left(window_ms: i64, now_ms: i64) -> u32 {
    let left_ms = window_start(window_ms, now_ms) + window_ms - now_ms;
    u32::try_from(left_ms / 1000 + 1).unwrap_or(u32::MAX)
}

/// When the window began that `now_ms` falls into.
fn window_start(window_ms: i64, now_ms: i64) -> i64 {
    now_ms - now_ms.rem_euclid(window_ms.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After the wait the window is over, and a second before it is not.
    #[test]
    fn who_is_refused_waits_until_the_window_has_ended_and_no_longer() {
        for (window_ms, now_ms, end_ms) in [
            (60_000, 0, 60_000),
            (60_000, 59_999, 60_000),
            (60_000, 60_000, 120_000),
            (600_000, 1_790_000_123_456, 1_790_000_400_000),
            (3_600_000, 1_790_000_123_456, 1_790_002_800_000),
        ] {
            let wait_ms = i64::from(seconds_left(window_ms, now_ms)) * 1000;
            assert!(
                now_ms + wait_ms >= end_ms,
                "{window_ms}, {now_ms}: {wait_ms}"
            );
            assert!(
                now_ms + wait_ms - 1000 <= end_ms,
                "{window_ms}, {now_ms}: {wait_ms}"
            );
        }
    }
}
