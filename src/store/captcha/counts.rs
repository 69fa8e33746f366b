//! Counts of captchas shown, passed and missed, by day and preset; kept when the challenges themselves are gone.

use std::collections::BTreeMap;

use crate::store::sweep::{CAPTCHA_COUNTS, CAPTCHA_TIMES, FIRST_TRIES};
use crate::store::{Error, SWEPT_AT_ONCE, Store};

/// The day of the rows with the sums of all days that are no longer kept.
const EARLIER: i64 = 0;

/// Events of captchas, counted by day and preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaptchaEvent {
    /// A challenge was issued; the steps [`CaptchaEvent::StepWork`] and [`CaptchaEvent::StepWait`] are counted in addition.
    Issued,
    /// A check was right, by any way in; its time runs from the creation of the challenge.
    Right,
    /// A check was wrong.
    Wrong,
    /// A check came too late.
    Expired,
    /// The visitor asked for another picture.
    Reloaded,
    /// A check came for a challenge that was over: a replay.
    Used,
    /// A check came too early: faster than people type, or before the end of a wait.
    Early,
    /// A challenge was listened to.
    Audio,
    /// A check was right by work, without reading.
    Work,
    /// A check was right by reading and a wait, without work, as from a browser without scripts.
    WithoutScripts,
    /// A check came with too little work.
    MoreWork,
    /// A challenge was issued that requires more work than usual.
    StepWork,
    /// A challenge was issued that requires more work than usual, and a wait.
    StepWait,
    /// An account has to wait for the owner because too many were made.
    Held,
    /// An account was made by an invitation, without a captcha.
    Invite,
    /// An account was made that waits for the owner, without a captcha.
    Approval,
}

impl CaptchaEvent {
    /// Every event.
    pub const ALL: [CaptchaEvent; 16] = [
        CaptchaEvent::Issued,
        CaptchaEvent::Right,
        CaptchaEvent::Wrong,
        CaptchaEvent::Expired,
        CaptchaEvent::Reloaded,
        CaptchaEvent::Used,
        CaptchaEvent::Early,
        CaptchaEvent::Audio,
        CaptchaEvent::Work,
        CaptchaEvent::WithoutScripts,
        CaptchaEvent::MoreWork,
        CaptchaEvent::StepWork,
        CaptchaEvent::StepWait,
        CaptchaEvent::Held,
        CaptchaEvent::Invite,
        CaptchaEvent::Approval,
    ];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            CaptchaEvent::Issued => "issued",
            CaptchaEvent::Right => "right",
            CaptchaEvent::Wrong => "wrong",
            CaptchaEvent::Expired => "expired",
            CaptchaEvent::Reloaded => "reloaded",
            CaptchaEvent::Used => "used",
            CaptchaEvent::Early => "early",
            CaptchaEvent::Audio => "audio",
            CaptchaEvent::Work => "work",
            CaptchaEvent::WithoutScripts => "without-scripts",
            CaptchaEvent::MoreWork => "more-work",
            CaptchaEvent::StepWork => "step-work",
            CaptchaEvent::StepWait => "step-wait",
            CaptchaEvent::Held => "held",
            CaptchaEvent::Invite => "invite",
            CaptchaEvent::Approval => "approval",
        }
    }
}

row! {
    /// One counter of one day.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CaptchaCount {
        /// Days since 1970-01-01, UTC.
        pub day: i64,
        pub preset: String,
        /// The event that is counted, by its word.
        pub event: String,
        /// The number of times that it happened.
        pub n: i64,
    }
}

/// Counts events. Binds: day, preset, event, how many.
pub(in crate::store) const COUNT_CAPTCHA: &str =
    "INSERT INTO captcha_counts (day, preset, event, n) VALUES ($1, $2, $3, $4)
     ON CONFLICT (day, preset, event) DO UPDATE SET n = captcha_counts.n + excluded.n";

impl Store {
    /// Counts one event.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_captcha(
        &self,
        day: i64,
        preset: &str,
        event: CaptchaEvent,
    ) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                COUNT_CAPTCHA,
                day, preset, event.as_str(), 1_i64,
            )
        });
        Ok(())
    }

    /// Removes a batch of the counts, of the times and of the first tries of days before `before_day`; returns the number of rows. The
    /// totals of [`Store::captcha_totals`] stay as they are.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_captcha_figures(&self, before_day: i64) -> Result<u64, Error> {
        let times = self.delete_batch(CAPTCHA_TIMES, before_day).await?;
        let first_tries = self.delete_batch(FIRST_TRIES, before_day).await?;
        let counts = self.sum_up_captcha_counts(before_day).await?;
        Ok(times + first_tries + counts)
    }

    /// Removes a batch of the counts of days before `before_day`, and adds them to those of [`EARLIER`]: one transaction.
    async fn sum_up_captcha_counts(&self, before_day: i64) -> Result<u64, Error> {
        let removed = transaction!(self, tx => {
            // If two nodes do this at once, each row goes to one.
            let counts: Vec<(String, String, i64)> = sqlx::query_as(CAPTCHA_COUNTS)
                .bind(before_day)
                .bind(SWEPT_AT_ONCE.cast_signed())
                .fetch_all(&mut *tx)
                .await?;
            let removed = counts.len() as u64;
            let mut sums: BTreeMap<(String, String), i64> = BTreeMap::new();
            for (preset, event, n) in counts {
                *sums.entry((preset, event)).or_default() += n;
            }
            for ((preset, event), n) in sums {
                execute!(&mut *tx, COUNT_CAPTCHA, EARLIER, preset, event, n);
            }
            removed
        });
        Ok(removed)
    }

    /// The total of each counter over all days, by preset and event; `day` is that of the last one that is kept, or 0 if none is.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn captcha_totals(&self) -> Result<Vec<CaptchaCount>, Error> {
        Ok(reading!(self, db => {
            sqlx::query_as(
                "SELECT MAX(day) AS day, preset, event, CAST(SUM(n) AS BIGINT) AS n
                 FROM captcha_counts GROUP BY preset, event ORDER BY preset, event",
            )
            .fetch_all(db)
            .await?
        }))
    }

    /// All counters from `from_day` on, by day, preset and event. Those of day 0 are the sums of the days that are no longer kept.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn captcha_counts(&self, from_day: i64) -> Result<Vec<CaptchaCount>, Error> {
        Ok(reading!(self, db => {
            sqlx::query_as(
                "SELECT day, preset, event, n FROM captcha_counts
                 WHERE day >= $1 ORDER BY day, preset, event",
            )
            .bind(from_day)
            .fetch_all(db)
            .await?
        }))
    }
}
