//! The recording of a challenge: spoken on the drawing thread, counted once.

use crate::ids::ChallengeId;
use crate::service::Error;
use crate::service::captcha::admin::settings::Captchas;
use crate::store::Event;
use rookery_captcha::audio::Recording;

impl Captchas {
    /// Speaks the code of a challenge: the same recording however often it is asked for.
    ///
    /// # Errors
    /// Not found where it is another session's, ended, expired or has nothing to listen to; busy.
    pub async fn recording(&self, id: ChallengeId, session: &str) -> Result<Recording, Error> {
        let challenge = self.store().challenge(id).await?.ok_or(Error::NotFound)?;
        if challenge.session_hash != session
            || !self.is_open(&challenge)
            || challenge.answer_audio.is_empty()
        {
            return Err(Error::NotFound);
        }
        let live = self.current();
        let seed = challenge.seed.cast_unsigned();
        self.draw(move || live.drawing.speak(&challenge.answer_audio, seed))
            .await
    }

    /// Counts that a challenge was listened to: once, however often its recording is fetched.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn count_listened(&self, id: ChallengeId) -> Result<(), Error> {
        if let Some(preset) = self.store().mark_listened(id, self.now_ms()).await? {
            self.count(&preset, Event::Audio, 0).await?;
        }
        Ok(())
    }
}
