//! Solve times and outcomes of captchas: counters in time buckets, by day, preset and version of the settings.

use crate::store::accounts::user_rows::word;
use crate::store::{Ended, Error, Store};

/// One counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptchaTime {
    /// Days since 1970-01-01, UTC.
    pub day: i64,
    pub preset: String,
    /// The version of the settings that drew the pictures, with the revision of the drawing.
    pub settings_version: i64,
    /// Right or wrong.
    pub ended: Ended,
    /// The bucket of time; the store does not know how long it is.
    pub bucket: i64,
    pub n: i64,
}

row! {
    struct TimeRow {
        day: i64,
        preset: String,
        settings_version: i64,
        ended: String,
        bucket: i64,
        n: i64,
    }
}

impl TryFrom<TimeRow> for CaptchaTime {
    type Error = Error;

    fn try_from(row: TimeRow) -> Result<Self, Error> {
        Ok(CaptchaTime {
            day: row.day,
            preset: row.preset,
            settings_version: row.settings_version,
            ended: word("captcha_times.ended", &row.ended, Ended::parse)?,
            bucket: row.bucket,
            n: row.n,
        })
    }
}

impl Store {
    /// Counts one check that was right or wrong: adds one to its counter, whatever `counted.n` says.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_captcha_time(&self, counted: &CaptchaTime) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                "INSERT INTO captcha_times (day, preset, settings_version, ended, bucket, n) VALUES ($1, $2, $3, $4, $5, 1)
                 ON CONFLICT (day, preset, settings_version, ended, bucket) DO UPDATE SET n = captcha_times.n + 1",
                counted.day, &counted.preset, counted.settings_version, counted.ended.as_str(), counted.bucket,
            )
        });
        Ok(())
    }

    /// All counters from `from_day` on, by day, preset, version, end and bucket.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn captcha_times(&self, from_day: i64) -> Result<Vec<CaptchaTime>, Error> {
        let rows: Vec<TimeRow> = reading!(self, db => {
            sqlx::query_as(
                "SELECT day, preset, settings_version, ended, bucket, n FROM captcha_times
                 WHERE day >= $1 ORDER BY day, preset, settings_version, ended, bucket",
            )
            .bind(from_day)
            .fetch_all(db)
            .await?
        });
        rows.into_iter().map(CaptchaTime::try_from).collect()
    }
}
