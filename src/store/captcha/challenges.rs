//! Captcha challenges. Each is bound to a session and ends exactly once: one statement decides among racing checks.

use std::collections::BTreeMap;

use crate::ids::ChallengeId;
use crate::store::accounts::user_rows::{parsed, word};
use crate::store::captcha::counts::COUNT_CAPTCHA;
use crate::store::{Error, SWEPT_AT_ONCE, Store};

/// Maximum number of open challenges per session, so that two tabs work and a collector of images does not.
pub const OPEN_CHALLENGES: i64 = 8;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// The window in which the challenges of a session are counted.
const NEW_WINDOW_MS: i64 = 60_000;

/// The result of requesting a new challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Issued {
    Kept,
    /// The session has had as many as it may have in a minute.
    TooMany {
        /// When the next one may be made, unix milliseconds.
        again_ms: i64,
    },
}

/// The end of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The answer was right.
    Right,
    /// The answer was wrong.
    Wrong,
    /// Nobody answered in time.
    Expired,
    /// A newer one replaced it.
    Replaced,
}

impl Ended {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Ended::Right => "right",
            Ended::Wrong => "wrong",
            Ended::Expired => "expired",
            Ended::Replaced => "replaced",
        }
    }

    /// The inverse of [`Ended::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Ended::Right, Ended::Wrong, Ended::Expired, Ended::Replaced]
            .into_iter()
            .find(|e| e.as_str() == text)
    }
}

/// A challenge: the data to draw it again and to check an answer.
#[derive(Clone, PartialEq, Eq)]
pub struct Challenge {
    /// Its id, in the form's hidden field.
    pub id: ChallengeId,
    /// The session it is bound to.
    pub session_hash: String,
    /// The preset it is drawn by.
    pub preset: String,
    /// The version of the settings it is drawn by.
    pub settings_version: i64,
    /// The seed of its layout.
    pub seed: i64,
    /// The word of the image; empty if there is nothing to read.
    pub answer_image: String,
    /// The code of the recording.
    pub answer_audio: String,
    /// When it was made, unix milliseconds.
    pub created_ms: i64,
    /// When it expires, unix milliseconds.
    pub expires_ms: i64,
    /// The way in which it ended, if it has.
    pub ended: Option<Ended>,
}

impl Challenge {
    /// Whether there is something to read or to listen to.
    pub fn has_reading(&self) -> bool {
        !(self.answer_image.is_empty() && self.answer_audio.is_empty())
    }
}

/// Leaves out the answers, so that they are never logged.
impl std::fmt::Debug for Challenge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Challenge")
            .field("id", &self.id)
            .field("preset", &self.preset)
            .field("expires_ms", &self.expires_ms)
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

row! {
    struct ChallengeRow {
        id: String,
        session_hash: String,
        preset: String,
        settings_version: i64,
        seed: i64,
        answer_image: String,
        answer_audio: String,
        created_ms: i64,
        expires_ms: i64,
        ended: Option<String>,
    }
}

impl TryFrom<ChallengeRow> for Challenge {
    type Error = Error;

    fn try_from(row: ChallengeRow) -> Result<Self, Error> {
        Ok(Challenge {
            id: parsed("captchas.id", &row.id)?,
            session_hash: row.session_hash,
            preset: row.preset,
            settings_version: row.settings_version,
            seed: row.seed,
            answer_image: row.answer_image,
            answer_audio: row.answer_audio,
            created_ms: row.created_ms,
            expires_ms: row.expires_ms,
            ended: row
                .ended
                .map(|text| word("captchas.ended", &text, Ended::parse))
                .transpose()?,
        })
    }
}

/// The columns of a [`ChallengeRow`].
macro_rules! challenge_columns {
    () => {
        "id, session_hash, preset, settings_version, seed, answer_image, answer_audio, \
         created_ms, expires_ms, ended"
    };
}

/// Inserts a challenge over `$db`.
macro_rules! insert {
    ($db:expr, $new:expr) => {{
        let new: &Challenge = $new;
        execute!(
            $db,
            "INSERT INTO captchas (id, session_hash, preset, settings_version, seed,
                                   answer_image, answer_audio, created_ms, expires_ms)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            new.id.to_string(),
            &new.session_hash,
            &new.preset,
            new.settings_version,
            new.seed,
            &new.answer_image,
            &new.answer_audio,
            new.created_ms,
            new.expires_ms,
        )
    }};
}

/// Ends challenges that have expired by `$1`, `$2` at most.
pub(in crate::store) const EXPIRE: &str = "UPDATE captchas SET ended = 'expired', ended_ms = $1
     WHERE id IN (SELECT id FROM captchas WHERE expires_ms <= $1 AND ended IS NULL ORDER BY expires_ms LIMIT $2)
       AND ended IS NULL RETURNING preset";

impl Store {
    /// The newest open challenge of a session with these settings that was made by `made_ms` and expires after `until_ms`; one with a
    /// picture is preferred to one without. One that is from further in the future was made before the clock was put back.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn open_challenge(
        &self,
        session_hash: &str,
        settings_version: i64,
        (made_ms, until_ms): (i64, i64),
    ) -> Result<Option<Challenge>, Error> {
        let row: Option<ChallengeRow> = reading!(self, db => {
            sqlx::query_as(concat!(
                "SELECT ", challenge_columns!(), " FROM captchas
                 WHERE session_hash = $1 AND ended IS NULL AND settings_version = $2 AND created_ms <= $3 AND expires_ms > $4
                 ORDER BY CASE WHEN answer_image = '' THEN 1 ELSE 0 END, created_ms DESC, id LIMIT 1"
            ))
            .bind(session_hash)
            .bind(settings_version)
            .bind(made_ms)
            .bind(until_ms)
            .fetch_optional(db)
            .await?
        });
        row.map(Challenge::try_from).transpose()
    }

    /// Keeps a new challenge (its `ended` is not looked at), unless the session has had `per_minute` of them in the last
    /// minute (0 = no limit; those that only have a recording do not count). Beyond [`OPEN_CHALLENGES`] open ones of the session the oldest end as replaced: one
    /// transaction.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn create_challenge(
        &self,
        new: &Challenge,
        per_minute: u32,
    ) -> Result<Issued, Error> {
        transaction!(self, tx => {
            // Locks the session's row, so that two tabs do not race.
            execute!(&mut *tx, "UPDATE sessions SET seen_ms = seen_ms WHERE id_hash = $1", &new.session_hash);
            if per_minute > 0 {
                // The oldest of the newest `per_minute`: a minute after it there is room again. Another node's clock may be a
                // little ahead; challenges from further in the future, made before the clock was put back, are not counted.
                let oldest_ms: Option<i64> = sqlx::query_scalar(
                    "SELECT created_ms FROM captchas WHERE session_hash = $1 AND created_ms BETWEEN $2 AND $3
                     AND NOT (answer_image = '' AND answer_audio <> '')
                     ORDER BY created_ms DESC LIMIT 1 OFFSET $4",
                )
                .bind(&new.session_hash)
                .bind(new.created_ms - NEW_WINDOW_MS + 1)
                .bind(new.created_ms + NEW_WINDOW_MS)
                .bind(i64::from(per_minute) - 1)
                .fetch_optional(&mut *tx)
                .await?;
                if let Some(oldest_ms) = oldest_ms {
                    return Ok(Issued::TooMany { again_ms: oldest_ms + NEW_WINDOW_MS });
                }
            }
            execute!(
                &mut *tx,
                "UPDATE captchas SET ended = 'replaced', ended_ms = $2
                 WHERE session_hash = $1 AND ended IS NULL AND id NOT IN (
                     SELECT id FROM captchas WHERE session_hash = $1 AND ended IS NULL
                     ORDER BY created_ms DESC, id LIMIT $3)",
                &new.session_hash, new.created_ms, OPEN_CHALLENGES - 1,
            );
            insert!(&mut *tx, new);
        });
        Ok(Issued::Kept)
    }

    /// Stores a challenge whatever others its session has: one statement. For the first one of a new session, and for a
    /// visitor of another site, whose visitors all share one session.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn add_challenge(&self, new: &Challenge) -> Result<(), Error> {
        writing!(self, db => insert!(db, new));
        Ok(())
    }

    /// A challenge by id, open or ended.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, Error> {
        let row: Option<ChallengeRow> = reading!(self, db => {
            sqlx::query_as(
                concat!("SELECT ", challenge_columns!(), " FROM captchas WHERE id = $1"),
            )
            .bind(id.to_string())
            .fetch_optional(db)
            .await?
        });
        row.map(Challenge::try_from).transpose()
    }

    /// Ends a challenge of this session. True for exactly one of any number of racing callers: one statement decides.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn end_challenge(
        &self,
        id: ChallengeId,
        session_hash: &str,
        how: Ended,
        now_ms: i64,
    ) -> Result<bool, Error> {
        let ended = writing!(self, db => {
            execute!(
                db,
                "UPDATE captchas SET ended = $3, ended_ms = $4
                 WHERE id = $1 AND session_hash = $2 AND ended IS NULL",
                id.to_string(), session_hash, how.as_str(), now_ms,
            )
        });
        Ok(ended == 1)
    }

    /// Ends a batch of expired challenges and counts them on the day of `now_ms`; returns their number.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn expire_challenges(&self, now_ms: i64) -> Result<u64, Error> {
        let day = now_ms.div_euclid(DAY_MS);
        let mut count = 0;
        transaction!(self, tx => {
            // If two nodes do this at once, each row goes to one.
            let presets: Vec<String> = sqlx::query_scalar(EXPIRE)
                .bind(now_ms)
                .bind(SWEPT_AT_ONCE.cast_signed())
                .fetch_all(&mut *tx)
                .await?;
            count += presets.len() as u64;
            let mut by_preset: BTreeMap<String, i64> = BTreeMap::new();
            for preset in presets {
                *by_preset.entry(preset).or_default() += 1;
            }
            for (preset, n) in by_preset {
                execute!(&mut *tx, COUNT_CAPTCHA, day, preset, "expired", n);
            }
        });
        Ok(count)
    }
}
