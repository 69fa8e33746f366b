//! Reading tests of members: which pictures, how many were answered, how many right.

use crate::ids::{ReadingTestId, UserId};
use crate::store::accounts::user_rows::{LOCK_USER, parsed};
use crate::store::{Error, Store};

/// A test of one member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingTest {
    pub id: ReadingTestId,
    /// The member who takes it.
    pub user: UserId,
    /// The version of the settings that draw the pictures, with the revision of the drawing.
    pub settings_version: i64,
    pub preset: String,
    /// The seed of the first picture.
    pub seed: i64,
    /// The number of pictures that were answered.
    pub answered: u32,
    /// The number of right answers.
    pub correct: u32,
    /// When it began, unix milliseconds.
    pub created_ms: i64,
}

/// All tests with some settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingTotals {
    /// Members who answered at least one picture.
    pub readers: u64,
    /// Pictures that were answered.
    pub answered: u64,
    /// Right answers.
    pub correct: u64,
}

row! {
    struct ReadingRow {
        id: String,
        user_id: String,
        settings_version: i64,
        preset: String,
        seed: i64,
        answered: i64,
        correct: i64,
        created_ms: i64,
    }
}

impl TryFrom<ReadingRow> for ReadingTest {
    type Error = Error;

    fn try_from(row: ReadingRow) -> Result<Self, Error> {
        let number = |n: i64| u32::try_from(n).unwrap_or(0);
        Ok(ReadingTest {
            id: parsed("reading_tests.id", &row.id)?,
            user: parsed("reading_tests.user_id", &row.user_id)?,
            settings_version: row.settings_version,
            preset: row.preset,
            seed: row.seed,
            answered: number(row.answered),
            correct: number(row.correct),
            created_ms: row.created_ms,
        })
    }
}

impl Store {
    /// Keeps a new test, unless the member has one with the same settings and fewer than `pictures` answers: two pages that are
    /// opened at once show one test.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn create_reading_test(&self, new: &ReadingTest, pictures: u32) -> Result<(), Error> {
        let user = new.user.to_string();
        transaction!(self, tx => {
            // Two at once would not see each other's test.
            execute!(&mut *tx, LOCK_USER, &user);
            execute!(
                &mut *tx,
                "INSERT INTO reading_tests (id, user_id, settings_version, preset, seed, answered, correct, created_ms)
                 SELECT $1, $2, $3, $4, $5, $6, $7, $8
                 WHERE NOT EXISTS (SELECT 1 FROM reading_tests WHERE user_id = $2 AND settings_version = $3 AND answered < $9)",
                new.id.to_string(), &user, new.settings_version, &new.preset, new.seed,
                i64::from(new.answered), i64::from(new.correct), new.created_ms, i64::from(pictures),
            );
        });
        Ok(())
    }

    /// A test of a member by its id.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn reading_test(
        &self,
        user: UserId,
        id: ReadingTestId,
    ) -> Result<Option<ReadingTest>, Error> {
        let row: Option<ReadingRow> = reading!(self, db => {
            sqlx::query_as(
                "SELECT id, user_id, settings_version, preset, seed, answered, correct, created_ms FROM reading_tests
                 WHERE id = $1 AND user_id = $2",
            )
            .bind(id.to_string())
            .bind(user.to_string())
            .fetch_optional(db)
            .await?
        });
        row.map(ReadingTest::try_from).transpose()
    }

    /// The newest test of a member.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn last_reading_test(&self, user: UserId) -> Result<Option<ReadingTest>, Error> {
        let row: Option<ReadingRow> = reading!(self, db => {
            sqlx::query_as(
                "SELECT id, user_id, settings_version, preset, seed, answered, correct, created_ms FROM reading_tests
                 WHERE user_id = $1 ORDER BY created_ms DESC, answered, id LIMIT 1",
            )
            .bind(user.to_string())
            .fetch_optional(db)
            .await?
        });
        row.map(ReadingTest::try_from).transpose()
    }

    /// Counts the answer to the picture after `answered` others. False where it was answered before: one statement decides.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn answer_reading_test(
        &self,
        id: ReadingTestId,
        answered: u32,
        is_correct: bool,
    ) -> Result<bool, Error> {
        let counted = writing!(self, db => {
            execute!(
                db,
                "UPDATE reading_tests SET answered = answered + 1, correct = correct + $3 WHERE id = $1 AND answered = $2",
                id.to_string(), i64::from(answered), i64::from(is_correct),
            )
        });
        Ok(counted == 1)
    }

    /// The results of members with the pictures of these settings.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn reading_totals(
        &self,
        settings_version: i64,
        preset: &str,
    ) -> Result<ReadingTotals, Error> {
        let (readers, answered, correct): (i64, i64, i64) = reading!(self, db => {
            sqlx::query_as(
                "SELECT COUNT(DISTINCT user_id), CAST(COALESCE(SUM(answered), 0) AS BIGINT),
                        CAST(COALESCE(SUM(correct), 0) AS BIGINT)
                 FROM reading_tests WHERE settings_version = $1 AND preset = $2 AND answered > 0",
            )
            .bind(settings_version)
            .bind(preset)
            .fetch_one(db)
            .await?
        });
        Ok(ReadingTotals {
            readers: readers.unsigned_abs(),
            answered: answered.unsigned_abs(),
            correct: correct.unsigned_abs(),
        })
    }
}
