//! The one check of a challenge: the choice among racing ones, the evidence that it takes, and its verdict.

use crate::clock::Clock;
use crate::ids::ChallengeId;
use crate::service::Error;
use crate::service::captcha::challenges::admission::{Admissions, Judged};
use crate::service::captcha::challenges::client::Client;
use crate::service::captcha::challenges::ending::{Endings, FinalAnswer};
use crate::service::captcha::challenges::open::OpenChallenges;
use crate::service::captcha::challenges::prices::Prices;
use crate::service::captcha::challenges::verdict::{Attempt, Verdict};
use crate::service::captcha::challenges::wait::{filled_ms, over_ms, seconds};
use crate::service::captcha::handles::Handles;
use crate::service::captcha::live_settings::LiveSettings;
use crate::service::captcha::statistics::counters::CaptchaCounters;
use crate::service::captcha::threads::CaptchaThreads;
use crate::store::{CaptchaEvent, Challenge, Ended, Store};
use rookery_captcha::answer_matches;
use rookery_captcha::audio;
use rookery_captcha::defence::{CheckOutcome, Evidence, Price, Proof, Settings, judge};

/// The checks of challenges. A clone is the same.
#[derive(Clone)]
pub struct Checks {
    store: Store,
    clock: Clock,
    settings: LiveSettings,
    threads: CaptchaThreads,
    counters: CaptchaCounters,
    prices: Prices,
    endings: Endings,
    admissions: Admissions,
    open: OpenChallenges,
}

impl Checks {
    pub(in crate::service::captcha) fn new(handles: &Handles) -> Self {
        Checks {
            store: handles.store.clone(),
            clock: handles.clock.clone(),
            settings: handles.settings.clone(),
            threads: handles.threads.clone(),
            counters: handles.counters.clone(),
            prices: handles.prices.clone(),
            endings: Endings::new(handles),
            admissions: Admissions::new(handles),
            open: OpenChallenges::new(handles),
        }
    }

    /// Checks an attempt: the one check of the challenge, whatever comes of it, unless it comes too early or with too little work.
    ///
    /// # Errors
    /// The database does not answer, or too many proofs of work wait to be checked.
    pub async fn check(&self, client: &Client, attempt: Attempt<'_>) -> Result<Verdict, Error> {
        let is_empty = attempt.is_empty();
        let unknown = match is_empty {
            true => Verdict::Missing,
            false => Verdict::Unknown,
        };
        let Ok(id) = attempt.challenge.parse::<ChallengeId>() else {
            return Ok(unknown);
        };
        let Some(challenge) = self.store.challenge(id).await? else {
            return Ok(unknown);
        };
        if challenge.session_hash != client.session {
            return Ok(unknown);
        }
        match challenge.ended {
            None => {}
            Some(Ended::Expired) => return Ok(Verdict::Expired),
            Some(Ended::Right | Ended::Wrong | Ended::Replaced) => {
                return Ok(self.endings.already_used(&challenge).await);
            }
        }
        let now_ms = self.clock.now_ms();
        if challenge.expires_ms <= now_ms {
            return self.endings.expired(client, &challenge).await;
        }
        if attempt.is_trapped {
            return self.endings.trapped(client, &challenge).await;
        }
        if is_empty {
            return Ok(Verdict::Missing);
        }
        let live = self.settings.current();
        let defence = &live.drawing.settings.defence;
        let quote = self.prices.quote(defence, client).await?;
        let until_ms = looked_at_ms(&challenge, defence, quote.price, attempt, now_ms);
        if now_ms < until_ms {
            return Ok(self.early(&challenge, until_ms).await);
        }
        if let Some(refused) = self.admissions.no_place(client, quote.volume).await? {
            return Ok(refused);
        }
        let judged = Judged {
            client,
            challenge: &challenge,
            defence,
            step: quote.step,
            volume: quote.volume,
            evidence: self
                .evidence(&challenge, defence, quote.price, attempt)
                .await?,
        };
        let outcome = judge(quote.price, judged.evidence);
        // Checked before the word is judged: otherwise a right word would leave the challenge open and a wrong one would end it, which
        // would reveal the word at no cost.
        if judged.is_without_scripts(quote.price, outcome)
            && let Some(full) = self.admissions.full(&judged).await?
        {
            return Ok(full);
        }
        let outcome = match outcome {
            CheckOutcome::Pass(method) => match self.admissions.admit(&judged, method).await? {
                Ok(verdict) => return Ok(verdict),
                Err(outcome) => outcome,
            },
            outcome => outcome,
        };
        self.refuse(&judged, outcome).await
    }

    /// The verdict on an attempt that comes too early; `None` for any other. It depends on the time alone, so it can be checked before
    /// the attempt is charged to a limit.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn too_early(
        &self,
        client: &Client,
        attempt: Attempt<'_>,
    ) -> Result<Option<Verdict>, Error> {
        let Ok(id) = attempt.challenge.parse::<ChallengeId>() else {
            return Ok(None);
        };
        if attempt.is_trapped || attempt.is_empty() {
            return Ok(None);
        }
        let Some(challenge) = self.open.find(id, &client.session).await? else {
            return Ok(None);
        };
        let live = self.settings.current();
        let defence = &live.drawing.settings.defence;
        let now_ms = self.clock.now_ms();
        let waits = [
            filled_ms(&challenge, defence, now_ms),
            over_ms(&challenge, defence, now_ms),
        ];
        // Both waits are over, so the price does not matter.
        if waits.iter().all(|wait_ms| *wait_ms <= now_ms) {
            return Ok(None);
        }
        let price = self.prices.quote(defence, client).await?.price;
        let until_ms = looked_at_ms(&challenge, defence, price, attempt, now_ms);
        match now_ms < until_ms {
            true => Ok(Some(self.early(&challenge, until_ms).await)),
            false => Ok(None),
        }
    }

    /// The evidence of an attempt, judged by itself. A proof costs milliseconds: it is looked at only where it can change anything.
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
        let now_ms = self.clock.now_ms();
        let waited = over_ms(challenge, defence, now_ms) <= now_ms;
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

    /// The verdict on an attempt that does not pass.
    async fn refuse(&self, judged: &Judged<'_>, outcome: CheckOutcome) -> Result<Verdict, Error> {
        let challenge = judged.challenge;
        match outcome {
            CheckOutcome::TooEarly => {
                let now_ms = self.clock.now_ms();
                let until_ms = over_ms(challenge, judged.defence, now_ms);
                Ok(self.early(challenge, until_ms).await)
            }
            CheckOutcome::MoreWork { .. } => {
                let preset = &challenge.preset;
                self.counters
                    .try_count(preset, CaptchaEvent::MoreWork)
                    .await;
                Ok(Verdict::MoreWork)
            }
            CheckOutcome::Missing => Ok(Verdict::Missing),
            CheckOutcome::Wrong | CheckOutcome::Pass(_) => {
                let wrong = FinalAnswer::Wrong;
                self.endings
                    .end(judged.client, challenge, wrong, Verdict::Wrong)
                    .await
            }
        }
    }

    /// Counts an attempt that comes too early, and says when to come again.
    async fn early(&self, challenge: &Challenge, until_ms: i64) -> Verdict {
        let preset = &challenge.preset;
        self.counters.try_count(preset, CaptchaEvent::Early).await;
        Verdict::TooEarly {
            wait_s: seconds(until_ms - self.clock.now_ms()).max(1),
        }
    }
}

/// When an attempt is looked at, unix milliseconds: a form takes time to fill in, and the wait comes before the word.
fn looked_at_ms(
    challenge: &Challenge,
    defence: &Settings,
    price: Price,
    attempt: Attempt<'_>,
    now_ms: i64,
) -> i64 {
    let filled_ms = filled_ms(challenge, defence, now_ms);
    // Where there is nothing to read, only work is looked at.
    let sends_work = !attempt.proof.is_empty() || !challenge.has_reading();
    match price.has_wait(sends_work) {
        true => filled_ms.max(over_ms(challenge, defence, now_ms)),
        false => filled_ms,
    }
}
