//! Picture and recording of a challenge: drawn and spoken on the drawing thread, always the same for one challenge.

use crate::ids::ChallengeId;
use crate::service::Error;
use crate::service::captcha::challenge::Challenges;
use crate::store::{Challenge, Event};
use rookery_captcha::audio::Recording;
use rookery_captcha::{Drawing, Look};

impl Challenges {
    /// Draws the picture of a challenge: the same layout however often it is asked for.
    ///
    /// # Errors
    /// Not found where it is another session's, ended, expired or without a picture; busy.
    pub async fn image(
        &self,
        id: ChallengeId,
        session: &str,
        look: Look,
    ) -> Result<Drawing, Error> {
        let challenge = self.open_of(id, session).await?;
        if challenge.answer_image.is_empty() {
            return Err(Error::NotFound);
        }
        let live = self.settings.current();
        let seed = challenge.seed.cast_unsigned();
        self.threads
            .draw(move || live.drawing.draw(&challenge.answer_image, seed, look))
            .await
    }

    /// Speaks the code of a challenge: the same recording however often it is asked for.
    ///
    /// # Errors
    /// Not found where it is another session's, ended, expired or without a recording; busy.
    pub async fn recording(&self, id: ChallengeId, session: &str) -> Result<Recording, Error> {
        let challenge = self.open_of(id, session).await?;
        if challenge.answer_audio.is_empty() {
            return Err(Error::NotFound);
        }
        let live = self.settings.current();
        let seed = challenge.seed.cast_unsigned();
        self.threads
            .draw(move || live.drawing.speak(&challenge.answer_audio, seed))
            .await
    }

    /// Counts that a challenge was listened to: once, however often its recording is fetched.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn count_listened(&self, id: ChallengeId) -> Result<(), Error> {
        let now_ms = self.clock.now_ms();
        if let Some(preset) = self.store.mark_listened(id, now_ms).await? {
            self.counters.count(&preset, Event::Audio, 0).await?;
        }
        Ok(())
    }

    /// The open challenge of this session that has this id.
    async fn open_of(&self, id: ChallengeId, session: &str) -> Result<Challenge, Error> {
        let challenge = self.store.challenge(id).await?;
        challenge
            .filter(|challenge| challenge.session_hash == session && self.is_open(challenge))
            .ok_or(Error::NotFound)
    }
}
