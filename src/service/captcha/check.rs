//! The one check of a challenge: which of many racing ones counts, what it takes, and what it says.

use crate::ids::ChallengeId;
use crate::service::Error;
use crate::service::captcha::challenge::{Challenges, Client, seconds};
use crate::store::{Challenge, Ended, Event};
use rookery_captcha::answer_matches;
use rookery_captcha::audio;
use rookery_captcha::defence::{CaptchaMethod, CheckOutcome, Evidence, Requirement, Step, judge};

/// What came with a form.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attempt<'a> {
    /// The challenge's id, as it was sent.
    pub challenge: &'a str,
    /// What was typed.
    pub typed: &'a str,
    /// The number that proves work; empty where there is none.
    pub nonce: &'a str,
    /// Whether a field was filled in that only programs see: never right.
    pub is_trapped: bool,
}

/// What came of the one check of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The visitor may pass.
    Right,
    /// The letters are not those of the picture, or the work is not right.
    Wrong,
    /// The challenge was too old.
    Expired,
    /// The challenge had been checked before, or another picture had taken its place.
    AlreadyUsed,
    /// There was no answer, or no such challenge in this session.
    Missing,
    /// Faster than a form can be filled in, or before the end of a wait: the answer was not looked at, and the challenge is
    /// still open.
    TooEarly {
        /// Seconds until it is looked at.
        wait_s: u32,
    },
}

impl Challenges {
    /// Checks an attempt: the one check of the challenge, whatever comes of it, unless it comes too early.
    ///
    /// # Errors
    /// The database does not answer, or too many proofs of work wait to be checked.
    pub async fn check(&self, client: &Client, attempt: Attempt<'_>) -> Result<Verdict, Error> {
        let Ok(id) = attempt.challenge.parse::<ChallengeId>() else {
            return Ok(Verdict::Missing);
        };
        let Some(challenge) = self.store.challenge(id).await? else {
            return Ok(Verdict::Missing);
        };
        if challenge.session_hash != client.session {
            return Ok(Verdict::Missing);
        }
        match challenge.ended {
            None => {}
            Some(Ended::Expired) => return Ok(Verdict::Expired),
            Some(Ended::Right | Ended::Wrong | Ended::Replaced) => {
                self.counters
                    .count(&challenge.preset, Event::Used, 0)
                    .await?;
                return Ok(Verdict::AlreadyUsed);
            }
        }
        let now_ms = self.clock.now_ms();
        if challenge.expires_ms <= now_ms {
            return self
                .end(client, &challenge, Ended::Expired, None, Verdict::Expired)
                .await;
        }
        if attempt.is_trapped {
            return self
                .end(client, &challenge, Ended::Wrong, None, Verdict::Wrong)
                .await;
        }
        let is_empty = attempt.typed.trim().is_empty() && attempt.nonce.is_empty();
        if is_empty && challenge.step == Step::Read {
            return Ok(Verdict::Missing);
        }
        let fill_s = self.settings.current().drawing.settings.defence.fill_s;
        let filled_ms = challenge.created_ms + i64::from(fill_s) * 1000;
        if now_ms < filled_ms {
            return self.too_early(&challenge, filled_ms).await;
        }
        match self.judge(&challenge, attempt).await? {
            CheckOutcome::TooEarly => self.too_early(&challenge, challenge.not_before_ms).await,
            CheckOutcome::Missing => Ok(Verdict::Missing),
            CheckOutcome::Wrong => {
                self.end(client, &challenge, Ended::Wrong, None, Verdict::Wrong)
                    .await
            }
            CheckOutcome::Pass(way) => {
                self.end(client, &challenge, Ended::Right, Some(way), Verdict::Right)
                    .await
            }
        }
    }

    async fn judge(
        &self,
        challenge: &Challenge,
        attempt: Attempt<'_>,
    ) -> Result<CheckOutcome, Error> {
        let typed = attempt.typed;
        let has_reading = challenge.has_reading();
        let read = (has_reading && !typed.trim().is_empty()).then(|| {
            answer_matches(&challenge.answer_image, typed)
                | audio::answer_matches(&challenge.answer_audio, typed)
                | answer_matches(&self.settings.options().test_answer, typed)
        });
        let waited = challenge.not_before_ms <= self.clock.now_ms();
        let asked = Requirement {
            step: challenge.step,
            work: challenge.work.is_some(),
        };
        let given = |worked| Evidence {
            read,
            worked,
            waited,
        };
        // A proof costs milliseconds: it is looked at only where it can change anything.
        let (without, with) = (judge(asked, given(None)), judge(asked, given(Some(true))));
        match &challenge.work {
            Some(work) if !attempt.nonce.is_empty() && without != with => {
                let is_done = self
                    .threads
                    .proves(work.clone(), attempt.nonce.to_owned())
                    .await?;
                Ok(judge(asked, given(Some(is_done))))
            }
            _ => Ok(without),
        }
    }

    async fn too_early(&self, challenge: &Challenge, until_ms: i64) -> Result<Verdict, Error> {
        self.counters
            .count(&challenge.preset, Event::Early, 0)
            .await?;
        Ok(Verdict::TooEarly {
            wait_s: seconds(until_ms - self.clock.now_ms()).max(1),
        })
    }

    /// Ends the challenge and counts what came of it. Of many racing checks one statement lets one through.
    async fn end(
        &self,
        client: &Client,
        challenge: &Challenge,
        how: Ended,
        way: Option<CaptchaMethod>,
        verdict: Verdict,
    ) -> Result<Verdict, Error> {
        let now_ms = self.clock.now_ms();
        if !self
            .store
            .end_challenge(challenge.id, &client.session, how, now_ms)
            .await?
        {
            self.counters
                .count(&challenge.preset, Event::Used, 0)
                .await?;
            return Ok(Verdict::AlreadyUsed);
        }
        // The check is decided: a visitor who passed is not sent away because that could not be counted.
        if let Err(error) = self.tally(client, challenge, how, way).await {
            tracing::warn!(%error, "a check of a captcha could not be counted");
        }
        Ok(verdict)
    }

    async fn tally(
        &self,
        client: &Client,
        challenge: &Challenge,
        how: Ended,
        way: Option<CaptchaMethod>,
    ) -> Result<(), Error> {
        let took_ms = self.clock.now_ms() - challenge.created_ms;
        let event = match how {
            Ended::Right => Event::Right,
            Ended::Wrong => Event::Wrong,
            Ended::Expired => Event::Expired,
            Ended::Replaced => Event::Reloaded,
        };
        self.counters
            .count(&challenge.preset, event, took_ms)
            .await?;
        match way {
            Some(CaptchaMethod::Work) => {
                self.counters
                    .count(&challenge.preset, Event::Work, took_ms)
                    .await?
            }
            // How long a computer works says nothing about how people read.
            _ => self.counters.count_time(challenge, how, took_ms).await?,
        }
        let window_s = self.settings.current().drawing.settings.defence.window_s;
        self.rates.count(&client.range, window_s, how, way).await
    }
}
