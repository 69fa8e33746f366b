//! Picture and recording of a challenge: drawn and spoken on the drawing thread, always the same for one challenge.

use std::sync::Arc;

use crate::clock::Clock;
use crate::ids::ChallengeId;
use crate::service::Error;
use crate::service::captcha::active_captcha::ActiveCaptcha;
use crate::service::captcha::challenges::open::OpenChallenges;
use crate::service::captcha::handles::Handles;
use crate::service::captcha::live_settings::LiveSettings;
use crate::service::captcha::statistics::counters::CaptchaCounters;
use crate::service::captcha::threads::CaptchaThreads;
use crate::store::{CaptchaEvent, Challenge, Store};
use rookery_captcha::audio::Recording;
use rookery_captcha::{Drawing, Look};

/// Pictures and recordings of challenges. A clone is the same.
#[derive(Clone)]
pub struct ChallengeMedia {
    store: Store,
    clock: Clock,
    settings: LiveSettings,
    threads: CaptchaThreads,
    counters: CaptchaCounters,
    open: OpenChallenges,
}

impl ChallengeMedia {
    pub(in crate::service::captcha) fn new(handles: &Handles) -> Self {
        ChallengeMedia {
            store: handles.store.clone(),
            clock: handles.clock.clone(),
            settings: handles.settings.clone(),
            threads: handles.threads.clone(),
            counters: handles.counters.clone(),
            open: OpenChallenges::new(handles),
        }
    }

    /// Draws the picture of a challenge: the same layout however often it is asked for.
    ///
    /// # Errors
    /// Not found where it is another session's, ended, expired or without a picture, or its settings are no longer known; busy.
    pub async fn image(
        &self,
        id: ChallengeId,
        session: &str,
        look: Look,
    ) -> Result<Drawing, Error> {
        let challenge = self.open.find(id, session).await?.ok_or(Error::NotFound)?;
        if challenge.answer_image.is_empty() {
            return Err(Error::NotFound);
        }
        let live = self.of(&challenge).await?;
        let seed = challenge.seed.cast_unsigned();
        self.threads
            .draw(move || live.drawing.draw(&challenge.answer_image, seed, look))
            .await
    }

    /// Speaks the code of a challenge: the same recording however often it is asked for.
    ///
    /// # Errors
    /// Not found where it is another session's, ended, expired or without a recording, or its settings are no longer known; busy.
    pub async fn recording(&self, id: ChallengeId, session: &str) -> Result<Recording, Error> {
        let challenge = self.open.find(id, session).await?.ok_or(Error::NotFound)?;
        if challenge.answer_audio.is_empty() {
            return Err(Error::NotFound);
        }
        let live = self.of(&challenge).await?;
        let seed = challenge.seed.cast_unsigned();
        self.threads
            .draw(move || live.drawing.speak(&challenge.answer_audio, seed))
            .await
    }

    /// The captcha as it was when the challenge was made: one word is never drawn in two ways, whose noise could be averaged away.
    async fn of(&self, challenge: &Challenge) -> Result<Arc<ActiveCaptcha>, Error> {
        if let Some(known) = self.settings.of(challenge) {
            return Ok(known);
        }
        // The event about settings saved on another node may still be on its way.
        self.settings.refresh_if_old().await?;
        self.settings.of(challenge).ok_or(Error::NotFound)
    }

    /// Counts that a challenge was listened to: once, however often its recording is fetched, and if the database lets it.
    pub async fn count_listened(&self, id: ChallengeId) {
        let now_ms = self.clock.now_ms();
        match self.store.mark_listened(id, now_ms).await {
            Ok(Some(preset)) => self.counters.try_count(&preset, CaptchaEvent::Audio).await,
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a recording could not be counted"),
        }
    }
}
