//! Removal of expired rows in batches: each batch is a short transaction of its own, so that no other writer waits long. The
//! caller repeats the sweep while a batch comes back full.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::clock::Stopwatch;
use crate::store::matches::totals::{COUNT_GAMES, counts_of};
use crate::store::{Error, PageCursor, Store};

/// Maximum number of rows removed at once; for games, [`GameBatches`] also limits the rows of their moves.
pub const SWEPT_AT_ONCE: u64 = 500;
/// The longest time that a batch of games should keep other writers waiting.
const BATCH: Duration = Duration::from_millis(15);
/// Rows of the first batch of games including their moves, and the bounds of the later ones.
const FIRST_ROWS: i64 = 300;
const ROWS: (i64, i64) = (50, 2_000);
/// The game itself and its two seats.
const BESIDE_MOVES: i64 = 3;

/// Sizes of the batches of one sweep of games. Each follows from the time that the one before it took, because a row of a small
/// table in memory is removed a hundred times faster than one of a million matches on a slow disk.
pub struct GameBatches {
    rows: AtomicI64,
}

impl Default for GameBatches {
    fn default() -> Self {
        GameBatches {
            rows: AtomicI64::new(FIRST_ROWS),
        }
    }
}

impl GameBatches {
    /// Maximum number of rows of the next batch, including those of moves; a batch always has at least one game.
    fn rows(&self) -> i64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// Maximum number of games of the next batch.
    fn games(&self) -> i64 {
        (self.rows() / BESIDE_MOVES).min(SWEPT_AT_ONCE.cast_signed())
    }

    /// Takes note that a batch kept the writer for this long: the next one grows by at most half.
    fn took(&self, time: Duration) {
        let rows = self.rows();
        let micros = i64::try_from(time.as_micros()).unwrap_or(i64::MAX).max(1);
        let right = rows.saturating_mul(BATCH.as_micros() as i64) / micros;
        let next = right.min(rows + rows / 2).clamp(ROWS.0, ROWS.1);
        self.rows.store(next, Ordering::Relaxed);
    }
}

/// The places of games with the number of their moves and of the lines of their analysis, by the seats `s`.
macro_rules! places {
    () => {
        "SELECT s.updated_ms, s.game_id, (SELECT COALESCE(MAX(m.ply) + 1, 0) FROM moves m WHERE m.game_id = s.game_id)
             + (SELECT COUNT(*) FROM analysis_lines a WHERE a.game_id = s.game_id) AS plies
         FROM seats s "
    };
}
/// A condition on seats `s`: no account has a seat at this game, and none will get one with its first log-in. An account that was
/// requested more than 90 days before `$before` and was never logged in to no longer counts.
macro_rules! is_unowned {
    ($before:literal) => {
        concat!(
            "NOT EXISTS (SELECT 1 FROM seats o WHERE o.game_id = s.game_id AND o.user_id IS NOT NULL)
               AND NOT EXISTS (SELECT 1 FROM users w WHERE w.guest_id = s.guest_id AND w.created_ms > ",
            $before,
            " - 7776000000)"
        )
    };
}
/// The oldest games without any account. Binds: the time before which they last changed, limit.
pub(in crate::store) const FIND_UNOWNED: &str = concat!(
    places!(),
    "WHERE s.guest_id IS NOT NULL AND s.updated_ms < $1 AND ",
    is_unowned!("$1"),
    " ORDER BY s.updated_ms, s.game_id LIMIT $2"
);
/// Those up to a place, and no more than the limit: more may have become unowned since they were found. Binds: the place (time, id),
/// limit, before when they last changed. The place must be the only bound on the index: with a separate bound on the time, SQLite would
/// scan all rows that are old enough.
macro_rules! unowned_up_to {
    () => {
        concat!(
            "SELECT s.game_id FROM seats s
             WHERE s.guest_id IS NOT NULL AND (s.updated_ms, s.game_id) <= ($1, $2) AND ",
            is_unowned!("$4"),
            " ORDER BY s.updated_ms, s.game_id LIMIT $3"
        )
    };
}
/// Removes them, where nobody else can write meanwhile. Binds: as above.
pub(in crate::store) const DELETE_UNOWNED: &str = concat!(
    "DELETE FROM games WHERE updated_ms < $4 AND id IN (",
    unowned_up_to!(),
    ") RETURNING status"
);
/// Removes them on PostgreSQL. Locks each match and its seats, skips those that others have locked, and checks the owners in the locked
/// rows. A plain `DELETE` would wait for the move or log-in and then delete by its outdated snapshot. Binds: as above.
pub(in crate::store) const DELETE_UNOWNED_AT_REST: &str = concat!(
    "WITH held AS MATERIALIZED (
         SELECT g.id, h.user_id FROM games g JOIN seats h ON h.game_id = g.id
         WHERE g.updated_ms < $4 AND g.id IN (",
    unowned_up_to!(),
    ") FOR UPDATE OF g, h SKIP LOCKED)
     DELETE FROM games WHERE id IN (
         SELECT held.id FROM held GROUP BY held.id
         HAVING COUNT(held.user_id) = 0
            AND COUNT(*) = (SELECT COUNT(*) FROM seats o WHERE o.game_id = held.id))
     RETURNING status"
);
/// The oldest games that deleted accounts had against the engine. Binds: before when they last changed, limit.
pub(in crate::store) const FIND_OF_DELETED: &str = concat!(
    places!(),
    "WHERE s.guest_id = '",
    deleted_user!(),
    "' AND s.updated_ms < $1 ORDER BY s.updated_ms, s.game_id LIMIT $2"
);
/// Removes them up to a place, and no more than the limit: another account may have been deleted since they were found. Binds: the place
/// (time, id), limit.
pub(in crate::store) const DELETE_OF_DELETED: &str = concat!(
    "DELETE FROM games WHERE id IN (
         SELECT s.game_id FROM seats s
         WHERE s.guest_id = '",
    deleted_user!(),
    "' AND (s.updated_ms, s.game_id) <= ($1, $2) ORDER BY s.updated_ms, s.game_id LIMIT $3)
     RETURNING status"
);

/// Removes a batch of the rows of a table that match; `$2` is the limit. Each row must match outside the list as well: where PostgreSQL
/// waits for somebody who is using the row, it looks at this condition again, and not at the list.
macro_rules! batch {
    ($table:literal, $key:literal, $is_over:literal, $order:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE (",
            $key,
            ") IN (SELECT ",
            $key,
            " FROM ",
            $table,
            " WHERE ",
            $is_over,
            " ORDER BY ",
            $order,
            " LIMIT $2) AND ",
            $is_over
        )
    };
}

/// The batches by one moment each, with the table that they are of. Binds: the moment, limit.
pub(in crate::store) const SESSIONS: &str =
    batch!("sessions", "id_hash", "expires_ms <= $1", "expires_ms");
pub(in crate::store) const CAPTCHAS: &str = batch!("captchas", "id", "ended_ms < $1", "ended_ms");
pub(in crate::store) const PASSES: &str = batch!(
    "captcha_passes",
    "token_hash",
    "expires_ms < $1",
    "expires_ms"
);
pub(in crate::store) const TOKENS: &str =
    batch!("tokens", "token_hash", "expires_ms < $1", "expires_ms");
pub(in crate::store) const AUDIT: &str = batch!("audit", "id", "at_ms < $1", "at_ms");
pub(in crate::store) const HITS: &str = batch!(
    "limits",
    "key, window_start_ms",
    "window_start_ms < $1",
    "window_start_ms"
);
pub(in crate::store) const KNOWN_NETWORKS: &str = batch!(
    "known_addresses",
    "user_id, network_hash",
    "seen_ms < $1",
    "seen_ms"
);
/// Those of the site, which are kept for longer, are not among the rows that this one looks at.
pub(in crate::store) const ARRIVALS_OF_NETWORKS: &str = batch!(
    "arrivals",
    "kind, network, minute",
    "network <> '' AND minute < $1",
    "minute"
);
/// Not the rows of minute 0, which arrivals lock.
pub(in crate::store) const ARRIVALS: &str = batch!(
    "arrivals",
    "kind, network, minute",
    "minute > 0 AND minute < $1",
    "minute"
);
/// By the day. Not those of day 0, which keep the sums of the days that are gone.
pub(in crate::store) const CAPTCHA_COUNTS: &str = concat!(
    batch!(
        "captcha_counts",
        "day, preset, event",
        "day > 0 AND day < $1",
        "day"
    ),
    " RETURNING preset, event, n"
);
pub(in crate::store) const CAPTCHA_TIMES: &str = batch!(
    "captcha_times",
    "day, preset, settings_version, ended, bucket",
    "day < $1",
    "day"
);
pub(in crate::store) const FIRST_TRIES: &str = batch!(
    "captcha_first_tries",
    "day, preset, settings_version, ended",
    "day < $1",
    "day"
);

impl Store {
    /// Removes a batch of the games without any account in a seat that last changed before `before_ms`; says how many. Those of a guest
    /// who has asked for an account stay until its first log-in, which gives them to it, or its end, but for 90 days more at most. One
    /// that somebody is changing is left to the next sweep.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_unowned_games(
        &self,
        before_ms: i64,
        batches: &GameBatches,
    ) -> Result<u64, Error> {
        let delete = match self {
            Store::Sqlite(_) => DELETE_UNOWNED,
            Store::Postgres(_) => DELETE_UNOWNED_AT_REST,
        };
        let (statements, bound) = ((FIND_UNOWNED, delete), Some(before_ms));
        self.delete_games(statements, before_ms, bound, batches)
            .await
    }

    /// Removes a batch of the games that deleted accounts had against the engine; says how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_games_of_deleted_users(&self, batches: &GameBatches) -> Result<u64, Error> {
        let statements = (FIND_OF_DELETED, DELETE_OF_DELETED);
        self.delete_games(statements, i64::MAX, None, batches).await
    }

    /// Removes the next batch of the games that one statement finds and another removes, with `bound` as its last value if it has one.
    async fn delete_games(
        &self,
        (find, delete): (&'static str, &'static str),
        before_ms: i64,
        bound: Option<i64>,
        batches: &GameBatches,
    ) -> Result<u64, Error> {
        // Found by a reader, removed by the writer.
        let found: Vec<(i64, String, i64)> = reading!(self, db => {
            sqlx::query_as(find)
                .bind(before_ms)
                .bind(batches.games())
                .fetch_all(db)
                .await?
        });
        let Some(last) = last_of_batch(found, batches.rows()) else {
            return Ok(0);
        };
        let (statuses, since): (Vec<String>, Stopwatch) = transaction!(self, tx => {
            // From here on this transaction blocks other writers.
            let since = Stopwatch::start();
            let mut query = sqlx::query_scalar(delete)
                .bind(last.number)
                .bind(&last.key)
                .bind(SWEPT_AT_ONCE.cast_signed());
            if let Some(bound) = bound {
                query = query.bind(bound);
            }
            let statuses: Vec<String> = query.fetch_all(&mut *tx).await?;
            let (gone, playing) = counts_of(&statuses);
            execute!(&mut *tx, COUNT_GAMES, -gone, -playing);
            (statuses, since)
        });
        batches.took(since.elapsed());
        Ok(statuses.len() as u64)
    }

    /// Removes a batch of the sessions that have expired; says how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_expired_sessions(&self, now_ms: i64) -> Result<u64, Error> {
        self.delete_batch(SESSIONS, now_ms).await
    }

    /// Removes a batch of the challenges that ended before `before_ms`; says how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_ended_challenges(&self, before_ms: i64) -> Result<u64, Error> {
        self.delete_batch(CAPTCHAS, before_ms).await
    }

    /// Removes a batch of the passes that expired before `before_ms`, used or not; says how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_expired_captcha_passes(&self, before_ms: i64) -> Result<u64, Error> {
        self.delete_batch(PASSES, before_ms).await
    }

    /// Removes a batch of the tokens that expired before `before_ms`, used or not; says how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_expired_tokens(&self, before_ms: i64) -> Result<u64, Error> {
        self.delete_batch(TOKENS, before_ms).await
    }

    /// Removes a batch of the audit log's rows from before `before_ms`; returns their number.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_audit(&self, before_ms: i64) -> Result<u64, Error> {
        self.delete_batch(AUDIT, before_ms).await
    }

    /// Removes a batch of the counters of windows that began before `before_ms`; says how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_hits(&self, before_ms: i64) -> Result<u64, Error> {
        self.delete_batch(HITS, before_ms).await
    }

    /// Removes a batch of the networks from which nobody has logged in since `before_ms`; returns their number.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_known_networks(&self, before_ms: i64) -> Result<u64, Error> {
        self.delete_batch(KNOWN_NETWORKS, before_ms).await
    }

    /// Removes a batch of the rows that a statement of `batch!` names.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub(in crate::store) async fn delete_batch(
        &self,
        sql: &'static str,
        before_ms: i64,
    ) -> Result<u64, Error> {
        Ok(writing!(self, db => {
            execute!(db, sql, before_ms, SWEPT_AT_ONCE.cast_signed())
        }))
    }
}

/// The last game of the batch: as many games as fit into the limit of rows, and at least one.
fn last_of_batch(found: Vec<(i64, String, i64)>, limit: i64) -> Option<PageCursor> {
    let mut rows = 0;
    let mut last = None;
    for (number, key, plies) in found {
        rows += plies + BESIDE_MOVES;
        if last.is_some() && rows > limit {
            break;
        }
        last = Some(PageCursor { number, key });
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_bounded_by_rows_and_never_empty() {
        let games = |plies: &[i64]| {
            (0..)
                .zip(plies)
                .map(|(i, n)| (i, format!("{i}"), *n))
                .collect()
        };
        let last = |plies: &[i64]| last_of_batch(games(plies), 2_000).map(|place| place.number);
        assert_eq!(last(&[]), None);
        assert_eq!(last(&[9_000, 1]), Some(0));
        assert_eq!(last(&[10, 20, 30]), Some(2));
        assert_eq!(last(&[997; 5]), Some(1));
        assert_eq!(last(&[0; 500]), Some(499));
    }
    #[test]
    fn a_batch_is_smaller_after_a_slow_one_and_grows_slowly() {
        let batches = GameBatches::default();
        assert_eq!((batches.rows(), batches.games()), (300, 100));
        batches.took(Duration::from_millis(30));
        assert_eq!(batches.rows(), 150, "twice the time: half the rows");
        batches.took(Duration::from_secs(60));
        assert_eq!(batches.rows(), 50, "never fewer");
        batches.took(Duration::ZERO);
        assert_eq!(batches.rows(), 75, "half as many again");
        for _ in 0..20 {
            batches.took(Duration::ZERO);
        }
        assert_eq!((batches.rows(), batches.games()), (2_000, 500));
        batches.took(Duration::from_millis(15));
        assert_eq!(batches.rows(), 2_000, "just the right time");
    }
}
