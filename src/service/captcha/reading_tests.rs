//! Reading tests: members read pictures for the owner, to measure how well people read them and not only programs. Nothing depends on
//! the answers; they count neither in the statistics of visitors nor as failures.

use rand::SeedableRng;
use rand_chacha::ChaCha12Rng;

use crate::clock::Clock;
use crate::ids::{ReadingTestId, UserId};
use crate::service::Error;
use crate::service::captcha::active_captcha::drawing_version;
use crate::service::captcha::handles::Handles;
use crate::service::captcha::live_settings::LiveSettings;
use crate::service::captcha::threads::CaptchaThreads;
use crate::store::{ReadingTest, ReadingTotals, Store};
use rookery_captcha::{Captcha, Drawing, Look, answer_matches};

pub const PICTURES: u32 = 20;

/// The outcome of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadOutcome {
    Right,
    Wrong {
        /// The word of the picture.
        word: String,
    },
    /// The picture was answered before, in another tab or by going back.
    Stale,
    /// The settings or the drawing have changed, and the test is over.
    Over,
}

/// The reading tests of the site. A clone is the same.
#[derive(Clone)]
pub struct ReadingTests {
    store: Store,
    clock: Clock,
    settings: LiveSettings,
    threads: CaptchaThreads,
}

impl ReadingTests {
    pub(in crate::service::captcha) fn new(handles: &Handles) -> Self {
        ReadingTests {
            store: handles.store.clone(),
            clock: handles.clock.clone(),
            settings: handles.settings.clone(),
            threads: handles.threads.clone(),
        }
    }

    /// The member's last test with the settings in force, finished or not; a new one where there is none.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn last(&self, user: UserId) -> Result<ReadingTest, Error> {
        let last = self.store.last_reading_test(user).await?;
        match self.in_force(last) {
            Some(test) => Ok(test),
            None => self.start(user).await,
        }
    }

    /// Begins a new test, unless another page of the member has just done so.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn start(&self, user: UserId) -> Result<ReadingTest, Error> {
        let live = self.settings.current();
        let test = ReadingTest {
            id: ReadingTestId::random(),
            user,
            settings_version: drawing_version(live.version),
            preset: live.drawing.settings.preset.as_str().to_owned(),
            seed: rand::random(),
            answered: 0,
            correct: 0,
            created_ms: self.clock.now_ms(),
        };
        self.store.create_reading_test(&test, PICTURES).await?;
        let last = self.store.last_reading_test(user).await?;
        Ok(self.in_force(last).unwrap_or(test))
    }

    /// The test, if the settings that draw its pictures are in force, and draw them as when it began.
    fn in_force(&self, test: Option<ReadingTest>) -> Option<ReadingTest> {
        let version = drawing_version(self.settings.current().version);
        test.filter(|test| test.settings_version == version)
    }

    /// Draws the picture after `n` others of a member's test.
    ///
    /// # Errors
    /// Not found where the test is over or another one's; busy.
    pub async fn image(
        &self,
        user: UserId,
        id: ReadingTestId,
        n: u32,
        look: Look,
    ) -> Result<Drawing, Error> {
        let test = self.in_force(self.store.reading_test(user, id).await?);
        let test = test.filter(|_| n < PICTURES);
        let seed = seed_of(&test.ok_or(Error::NotFound)?, n);
        let live = self.settings.current();
        self.threads
            .draw(move || {
                let word = word_of(&live.drawing, seed);
                live.drawing.draw(&word, seed, look)
            })
            .await
    }

    /// Counts an answer to the picture after `n` others of a member's test.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn answer(
        &self,
        user: UserId,
        id: ReadingTestId,
        n: u32,
        typed: &str,
    ) -> Result<ReadOutcome, Error> {
        let test = self.store.reading_test(user, id).await?;
        let Some(test) = test.filter(|_| n < PICTURES) else {
            return Ok(ReadOutcome::Stale);
        };
        let Some(test) = self.in_force(Some(test)) else {
            return Ok(ReadOutcome::Over);
        };
        let word = word_of(&self.settings.current().drawing, seed_of(&test, n));
        let is_right = answer_matches(&word, typed);
        Ok(
            match self.store.answer_reading_test(id, n, is_right).await? {
                false => ReadOutcome::Stale,
                true if is_right => ReadOutcome::Right,
                true => ReadOutcome::Wrong { word },
            },
        )
    }

    /// The results of members with the settings in force.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn totals(&self) -> Result<ReadingTotals, Error> {
        let live = self.settings.current();
        let preset = live.drawing.settings.preset.as_str();
        let version = drawing_version(live.version);
        Ok(self.store.reading_totals(version, preset).await?)
    }
}

fn seed_of(test: &ReadingTest, n: u32) -> u64 {
    test.seed.cast_unsigned().wrapping_add(u64::from(n))
}

fn word_of(captcha: &Captcha, seed: u64) -> String {
    captcha.code(&mut ChaCha12Rng::seed_from_u64(seed))
}
