//! The captcha without HTTP: challenges, their one picture and their one check.

use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;

use crate::arena::Error;
use crate::arena::captcha_settings::Captchas;
use crate::captcha;
use crate::captcha::audio;
use crate::captcha::{Drawing, Look, answer_matches};
use crate::ids::ChallengeId;
use crate::store::{Challenge, Ended};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// What came of the one check of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The letters are those of the picture.
    Right,
    /// They are not.
    Wrong,
    /// The challenge was too old.
    Expired,
    /// The challenge had been checked before, or another picture had taken its place.
    AlreadyUsed,
    /// There was no answer, or no such challenge in this session.
    Missing,
}

impl Captchas {
    /// Makes a challenge for a session.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn issue(&self, session: &str) -> Result<ChallengeId, Error> {
        let live = self.current();
        let now_ms = self.now_ms();
        let challenge = Challenge {
            id: ChallengeId::random(),
            session_hash: session.to_owned(),
            preset: live.drawing.settings.preset.as_str().to_owned(),
            settings_version: live.version,
            seed: rand::random(),
            // Whoever can predict the word needs no picture: the operating system's generator, nothing seeded.
            answer_image: live.drawing.code(&mut UnwrapErr(SysRng)),
            answer_audio: live.drawing.audio_code(&mut UnwrapErr(SysRng)),
            created_ms: now_ms,
            expires_ms: now_ms + self.options().life_ms,
            ended: None,
        };
        self.store().create_challenge(&challenge).await?;
        self.count(&challenge.preset, "issued", 0).await?;
        Ok(challenge.id)
    }

    /// Draws the picture of a challenge: the same layout however often it is asked for.
    ///
    /// # Errors
    /// Not found where it is another session's, ended or expired; busy.
    pub async fn image(
        &self,
        id: ChallengeId,
        session: &str,
        look: Look,
    ) -> Result<Drawing, Error> {
        let challenge = self.store().challenge(id).await?.ok_or(Error::NotFound)?;
        let is_open = challenge.ended.is_none() && challenge.expires_ms > self.now_ms();
        if challenge.session_hash != session || !is_open {
            return Err(Error::NotFound);
        }
        let live = self.current();
        let seed = challenge.seed.cast_unsigned();
        self.draw(move || live.drawing.draw(&challenge.answer_image, seed, look))
            .await
    }

    /// Draws on the drawing thread.
    ///
    /// # Errors
    /// Busy, or a defect.
    pub async fn draw<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, captcha::Error> + Send + 'static,
    ) -> Result<T, Error> {
        let ticket = self
            .drawing()
            .submit(None, move |_| job())
            .map_err(|_| Error::busy())?;
        let done = ticket.await.map_err(|e| Error::Internal(e.to_string()))?;
        done.map_err(|e| Error::Internal(e.to_string()))
    }

    /// Checks an answer: the one check of the challenge, whatever comes of it.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn check(&self, id: &str, session: &str, typed: &str) -> Result<Verdict, Error> {
        let Ok(id) = id.parse::<ChallengeId>() else {
            return Ok(Verdict::Missing);
        };
        let Some(challenge) = self.store().challenge(id).await? else {
            return Ok(Verdict::Missing);
        };
        if challenge.session_hash != session || typed.trim().is_empty() {
            return Ok(Verdict::Missing);
        }
        let now_ms = self.now_ms();
        match challenge.ended {
            Some(Ended::Expired) => return Ok(Verdict::Expired),
            Some(Ended::Right | Ended::Wrong | Ended::Replaced) => return Ok(Verdict::AlreadyUsed),
            None => {}
        }
        let test_answer = &self.options().test_answer;
        let is_right = answer_matches(&challenge.answer_image, typed)
            | audio::answer_matches(&challenge.answer_audio, typed)
            | answer_matches(test_answer, typed);
        let (ended, verdict) = if challenge.expires_ms <= now_ms {
            (Ended::Expired, Verdict::Expired)
        } else if is_right {
            (Ended::Right, Verdict::Right)
        } else {
            (Ended::Wrong, Verdict::Wrong)
        };
        // Of many racing checks one statement lets one through.
        if !self
            .store()
            .end_challenge(id, session, ended, now_ms)
            .await?
        {
            return Ok(Verdict::AlreadyUsed);
        }
        let took_ms = now_ms - challenge.created_ms;
        self.count(&challenge.preset, ended.as_str(), took_ms)
            .await?;
        self.count_time(&challenge, ended, took_ms).await?;
        Ok(verdict)
    }

    /// Ends a challenge because the visitor asked for another picture. Unknown ones are passed over.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn replace(&self, id: &str, session: &str) -> Result<(), Error> {
        let Ok(id) = id.parse::<ChallengeId>() else {
            return Ok(());
        };
        let now_ms = self.now_ms();
        if self
            .store()
            .end_challenge(id, session, Ended::Replaced, now_ms)
            .await?
        {
            let preset = self.current().drawing.settings.preset;
            self.count(preset.as_str(), "reloaded", 0).await?;
        }
        Ok(())
    }

    pub(super) async fn count(&self, preset: &str, event: &str, took_ms: i64) -> Result<(), Error> {
        let day = self.now_ms().div_euclid(DAY_MS);
        Ok(self
            .store()
            .count_captcha(day, preset, event, took_ms)
            .await?)
    }
}
