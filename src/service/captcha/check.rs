//! The one check of a challenge: which of many racing ones counts, what it takes, and what it says.

use crate::ids::ChallengeId;
use crate::service::Error;
use crate::service::captcha::challenge::{Challenges, seconds};
use crate::service::captcha::client::Client;
use crate::store::{Challenge, Ended, Event};
use rookery_captcha::answer_matches;
use rookery_captcha::audio;
use rookery_captcha::defence::{
    CaptchaMethod, CheckOutcome, Evidence, Price, Proof, Settings, Step, judge,
};

/// What came with a form.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attempt<'a> {
    /// The challenge's id, as it was sent.
    pub challenge: &'a str,
    /// What was typed.
    pub typed: &'a str,
    /// The proof of work; empty where there is none.
    pub proof: &'a str,
    /// Whether a field was filled in that only programs see: never right.
    pub is_trapped: bool,
}

/// What came of the one check of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The visitor may pass.
    Right {
        /// Whether the account has to wait for the owner, because too many were made.
        is_held: bool,
    },
    /// The letters are not those of the picture.
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
    /// Too little work for the price of this moment: the answer was not looked at, and the challenge is still open.
    MoreWork,
    /// Too many passes without scripts for now; the challenge is still open.
    TooManyWithoutScripts {
        /// Seconds until there may be room.
        retry_after_s: u32,
    },
}

/// A check that has come so far that its evidence counts.
pub(super) struct Judged<'a> {
    pub(super) client: &'a Client,
    pub(super) challenge: &'a Challenge,
    pub(super) defence: &'a Settings,
    pub(super) step: Step,
    pub(super) evidence: Evidence,
}

impl Challenges {
    /// Checks an attempt: the one check of the challenge, whatever comes of it, unless it comes too early or with too little work.
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
                return self.already_used(&challenge).await;
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
        if attempt.typed.trim().is_empty() && attempt.proof.is_empty() {
            return Ok(Verdict::Missing);
        }
        let live = self.settings.current();
        let defence = &live.drawing.settings.defence;
        let filled_ms = challenge.created_ms + i64::from(defence.fill_s) * 1000;
        if now_ms < filled_ms {
            return self.too_early(&challenge, filled_ms).await;
        }
        let quote = self.prices.quote(defence, client).await?;
        let judged = Judged {
            client,
            challenge: &challenge,
            defence,
            step: quote.step,
            evidence: self
                .evidence(&challenge, defence, quote.price, attempt)
                .await?,
        };
        match judge(quote.price, judged.evidence) {
            CheckOutcome::Pass(method) => self.admit(&judged, method).await,
            other => self.refuse(&judged, other).await,
        }
    }

    /// What was sent, judged by itself. A proof costs milliseconds: it is looked at only where it can change anything.
    async fn evidence(
        &self,
        challenge: &Challenge,
        defence: &Settings,
        price: Price,
        attempt: Attempt<'_>,
    ) -> Result<Evidence, Error> {
        let typed = attempt.typed;
        let read = (challenge.has_reading() && !typed.trim().is_empty()).then(|| {
            answer_matches(&challenge.answer_image, typed)
                | audio::answer_matches(&challenge.answer_audio, typed)
                | answer_matches(&self.settings.options().test_answer, typed)
        });
        let waited = over_ms(challenge, defence) <= self.clock.now_ms();
        let is_of_use = price.tries > 0 && (waited || !price.waits);
        let worked = match (attempt.proof.is_empty(), Proof::parse(attempt.proof)) {
            (true, _) => None,
            (false, Some(proof)) if is_of_use => {
                let least = match read {
                    Some(_) => price.tries,
                    None => price.tries_without_reading(),
                };
                let seed = challenge.id.to_string();
                Some(self.threads.tries_of(proof, seed, least).await?)
            }
            (false, _) => Some(0),
        };
        Ok(Evidence {
            read,
            worked,
            waited,
        })
    }

    /// Tells what is wrong with an attempt that does not pass.
    pub(super) async fn refuse(
        &self,
        judged: &Judged<'_>,
        outcome: CheckOutcome,
    ) -> Result<Verdict, Error> {
        let challenge = judged.challenge;
        match outcome {
            CheckOutcome::TooEarly => {
                self.too_early(challenge, over_ms(challenge, judged.defence))
                    .await
            }
            CheckOutcome::MoreWork { .. } => {
                let preset = &challenge.preset;
                self.counters.count(preset, Event::MoreWork, 0).await?;
                Ok(Verdict::MoreWork)
            }
            CheckOutcome::Missing => Ok(Verdict::Missing),
            CheckOutcome::Wrong | CheckOutcome::Pass(_) => {
                self.end(judged.client, challenge, Ended::Wrong, None, Verdict::Wrong)
                    .await
            }
        }
    }

    /// Counts a check of a challenge that is over.
    pub(super) async fn already_used(&self, challenge: &Challenge) -> Result<Verdict, Error> {
        let preset = &challenge.preset;
        self.counters.count(preset, Event::Used, 0).await?;
        Ok(Verdict::AlreadyUsed)
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
    pub(super) async fn end(
        &self,
        client: &Client,
        challenge: &Challenge,
        how: Ended,
        method: Option<CaptchaMethod>,
        verdict: Verdict,
    ) -> Result<Verdict, Error> {
        let now_ms = self.clock.now_ms();
        if !self
            .store
            .end_challenge(challenge.id, &client.session, how, now_ms)
            .await?
        {
            return self.already_used(challenge).await;
        }
        self.tally(client, challenge, how, method).await;
        Ok(verdict)
    }

    /// Counts the end of a challenge. It is decided: a visitor who has passed is not sent away because that could not be counted.
    pub(super) async fn tally(
        &self,
        client: &Client,
        challenge: &Challenge,
        how: Ended,
        method: Option<CaptchaMethod>,
    ) {
        if let Err(error) = self.try_tally(client, challenge, how, method).await {
            tracing::warn!(%error, "a check of a captcha could not be counted");
        }
    }

    async fn try_tally(
        &self,
        client: &Client,
        challenge: &Challenge,
        how: Ended,
        method: Option<CaptchaMethod>,
    ) -> Result<(), Error> {
        let took_ms = self.clock.now_ms() - challenge.created_ms;
        let event = match how {
            Ended::Right => Event::Right,
            Ended::Wrong => Event::Wrong,
            Ended::Expired => Event::Expired,
            Ended::Replaced => Event::Reloaded,
        };
        let count = |event| self.counters.count(&challenge.preset, event, took_ms);
        count(event).await?;
        match method {
            // How long a computer works says nothing about how people read.
            Some(CaptchaMethod::Work) => count(Event::Work).await?,
            Some(CaptchaMethod::WithoutScripts) => {
                count(Event::WithoutScripts).await?;
                self.counters.count_time(challenge, how, took_ms).await?;
            }
            _ => self.counters.count_time(challenge, how, took_ms).await?,
        }
        let window_s = self.settings.current().drawing.settings.defence.window_s;
        self.prices.rates.count(&client.range, window_s, how).await
    }
}

/// When the wait of a challenge is over, unix milliseconds.
fn over_ms(challenge: &Challenge, defence: &Settings) -> i64 {
    challenge.created_ms + i64::from(defence.wait_s) * 1000
}
