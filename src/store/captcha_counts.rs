//! How often captchas were shown, passed, missed, a day and preset; kept when the challenges themselves are gone.

use crate::store::{Error, Store};

/// One counter of one day.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct CaptchaCount {
    /// Days since 1970-01-01, UTC.
    pub day: i64,
    /// The preset.
    pub preset: String,
    /// What happened.
    pub event: String,
    /// How often.
    pub n: i64,
    /// Milliseconds it took, summed.
    pub ms_sum: i64,
}

/// Counts events. Binds: day, preset, event, how many, milliseconds.
pub(in crate::store) const COUNT_CAPTCHA: &str =
    "INSERT INTO captcha_counts (day, preset, event, n, ms_sum) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (day, preset, event) DO UPDATE
     SET n = captcha_counts.n + excluded.n, ms_sum = captcha_counts.ms_sum + excluded.ms_sum";

impl Store {
    /// Counts one event; `took_ms` is added to the sum (0 where time means nothing).
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_captcha(
        &self,
        day: i64,
        preset: &str,
        event: &str,
        took_ms: i64,
    ) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                COUNT_CAPTCHA,
                day, preset, event, 1_i64, took_ms,
            )
        });
        Ok(())
    }

    /// What each counter comes to over all days, by preset and event; `day` is that of the last one.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn captcha_totals(&self) -> Result<Vec<CaptchaCount>, Error> {
        Ok(reading!(self, db => {
            sqlx::query_as(
                "SELECT MAX(day) AS day, preset, event, CAST(SUM(n) AS BIGINT) AS n, CAST(SUM(ms_sum) AS BIGINT) AS ms_sum
                 FROM captcha_counts GROUP BY preset, event ORDER BY preset, event",
            )
            .fetch_all(db)
            .await?
        }))
    }

    /// All counters from `from_day` on, by day, preset and event.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn captcha_counts(&self, from_day: i64) -> Result<Vec<CaptchaCount>, Error> {
        Ok(reading!(self, db => {
            sqlx::query_as(
                "SELECT day, preset, event, n, ms_sum FROM captcha_counts
                 WHERE day >= $1 ORDER BY day, preset, event",
            )
            .bind(from_day)
            .fetch_all(db)
            .await?
        }))
    }
}
