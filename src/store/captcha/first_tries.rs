//! First tries: how the first captcha that each session answered ended, by day, preset and version of the settings.

use crate::store::accounts::user_rows::word;
use crate::store::{Ended, Error, Store};

/// One counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstTries {
    /// Days since 1970-01-01, UTC.
    pub day: i64,
    pub preset: String,
    /// The version of the settings that drew the pictures, with the revision of the drawing.
    pub settings_version: i64,
    /// Right or wrong.
    pub ended: Ended,
    pub n: i64,
}

impl Store {
    /// Notes that a session answered a captcha. True for the first one, also among racing callers; false for a session that has
    /// no row, such as the one that all visitors of another site share.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn is_first_answer(&self, session_hash: &str) -> Result<bool, Error> {
        let first = writing!(self, db => {
            execute!(
                db,
                "UPDATE sessions SET has_answered = 1 WHERE id_hash = $1 AND has_answered = 0",
                session_hash,
            )
        });
        Ok(first == 1)
    }

    /// Adds one to a counter, whatever `counted.n` says.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_first_try(&self, counted: &FirstTries) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                "INSERT INTO captcha_first_tries (day, preset, settings_version, ended, n) VALUES ($1, $2, $3, $4, 1)
                 ON CONFLICT (day, preset, settings_version, ended) DO UPDATE SET n = captcha_first_tries.n + 1",
                counted.day, &counted.preset, counted.settings_version, counted.ended.as_str(),
            )
        });
        Ok(())
    }

    /// All counters from `from_day` on, by day, preset, version and end.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn first_tries(&self, from_day: i64) -> Result<Vec<FirstTries>, Error> {
        let rows: Vec<(i64, String, i64, String, i64)> = reading!(self, db => {
            sqlx::query_as(
                "SELECT day, preset, settings_version, ended, n FROM captcha_first_tries
                 WHERE day >= $1 ORDER BY day, preset, settings_version, ended",
            )
            .bind(from_day)
            .fetch_all(db)
            .await?
        });
        rows.into_iter()
            .map(|(day, preset, settings_version, ended, n)| {
                Ok(FirstTries {
                    day,
                    preset,
                    settings_version,
                    ended: word("captcha_first_tries.ended", &ended, Ended::parse)?,
                    n,
                })
            })
            .collect()
    }
}
