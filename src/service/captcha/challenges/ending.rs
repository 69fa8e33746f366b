//! The end of a challenge: decided once by the database, and counted.

use crate::clock::Clock;
use crate::service::Error;
use crate::service::captcha::challenges::client::Client;
use crate::service::captcha::challenges::verdict::Verdict;
use crate::service::captcha::handles::Handles;
use crate::service::captcha::live_settings::LiveSettings;
use crate::service::captcha::statistics::counters::CaptchaCounters;
use crate::service::captcha::statistics::failure_rates::FailureRates;
use crate::store::{CaptchaEvent, Challenge, Ended, Store};
use rookery_captcha::defence::CaptchaMethod;

/// The answer that ends a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FinalAnswer {
    Right(CaptchaMethod),
    Wrong,
}

impl FinalAnswer {
    fn ended(self) -> Ended {
        match self {
            FinalAnswer::Right(_) => Ended::Right,
            FinalAnswer::Wrong => Ended::Wrong,
        }
    }

    /// Whether nobody read anything.
    fn is_by_work(self) -> bool {
        self == FinalAnswer::Right(CaptchaMethod::Work)
    }
}

/// The ends of challenges. A clone is the same.
#[derive(Clone)]
pub(super) struct Endings {
    store: Store,
    clock: Clock,
    settings: LiveSettings,
    counters: CaptchaCounters,
    rates: FailureRates,
}

impl Endings {
    pub(in crate::service::captcha) fn new(handles: &Handles) -> Self {
        Endings {
            store: handles.store.clone(),
            clock: handles.clock.clone(),
            settings: handles.settings.clone(),
            counters: handles.counters.clone(),
            rates: FailureRates::new(handles.store.clone(), handles.clock.clone()),
        }
    }

    /// Counts a check of a challenge that is over.
    pub(super) async fn already_used(&self, challenge: &Challenge) -> Verdict {
        let preset = &challenge.preset;
        self.counters.try_count(preset, CaptchaEvent::Used).await;
        Verdict::AlreadyUsed
    }

    /// Ends the challenge by an answer, and counts it. One statement lets one of many racing checks through.
    pub(super) async fn end(
        &self,
        client: &Client,
        challenge: &Challenge,
        answer: FinalAnswer,
        verdict: Verdict,
    ) -> Result<Verdict, Error> {
        if !self.ends(client, challenge, answer.ended()).await? {
            return Ok(self.already_used(challenge).await);
        }
        self.tally(client, challenge, answer).await;
        Ok(verdict)
    }

    /// Ends a challenge whose answer came too late, which says nothing about how people read, nor about the sender.
    pub(super) async fn expired(
        &self,
        client: &Client,
        challenge: &Challenge,
    ) -> Result<Verdict, Error> {
        let counted = (CaptchaEvent::Expired, Verdict::Expired);
        self.end_unread(client, challenge, Ended::Expired, counted)
            .await
    }

    /// Ends a challenge whose trap field was filled in. It does not count as a failure that raises the price, since a program could
    /// send it at no cost and make others pay. Nor does it count in the statistics of how people read and how long they take.
    pub(super) async fn trapped(
        &self,
        client: &Client,
        challenge: &Challenge,
    ) -> Result<Verdict, Error> {
        let counted = (CaptchaEvent::Wrong, Verdict::Wrong);
        self.end_unread(client, challenge, Ended::Wrong, counted)
            .await
    }

    /// Ends a challenge whose answer is not looked at: only the event is counted.
    async fn end_unread(
        &self,
        client: &Client,
        challenge: &Challenge,
        how: Ended,
        (event, verdict): (CaptchaEvent, Verdict),
    ) -> Result<Verdict, Error> {
        if !self.ends(client, challenge, how).await? {
            return Ok(self.already_used(challenge).await);
        }
        self.counters.try_count(&challenge.preset, event).await;
        Ok(verdict)
    }

    async fn ends(
        &self,
        client: &Client,
        challenge: &Challenge,
        how: Ended,
    ) -> Result<bool, Error> {
        let now_ms = self.clock.now_ms();
        let ended = self
            .store
            .end_challenge(challenge.id, &client.session, how, now_ms);
        Ok(ended.await?)
    }

    /// Counts the answer that ended a challenge. The end is decided already: a visitor who has passed is not refused because the count
    /// failed.
    pub(super) async fn tally(&self, client: &Client, challenge: &Challenge, answer: FinalAnswer) {
        if let Err(error) = self.try_tally(client, challenge, answer).await {
            tracing::warn!(%error, "a check of a captcha could not be counted");
        }
    }

    async fn try_tally(
        &self,
        client: &Client,
        challenge: &Challenge,
        answer: FinalAnswer,
    ) -> Result<(), Error> {
        let took_ms = self.clock.now_ms() - challenge.created_ms;
        let (ended, preset) = (answer.ended(), &challenge.preset);
        // The price depends on these, so they do not wait for figures that may fail.
        let live = self.settings.current();
        let defence = &live.drawing.settings.defence;
        let is_right = ended == Ended::Right;
        self.rates.count(&client.range, defence, is_right).await?;
        let event = match answer {
            FinalAnswer::Right(_) => CaptchaEvent::Right,
            FinalAnswer::Wrong => CaptchaEvent::Wrong,
        };
        self.counters.count(preset, event).await?;
        let way = match answer {
            FinalAnswer::Right(CaptchaMethod::Work) => Some(CaptchaEvent::Work),
            FinalAnswer::Right(CaptchaMethod::WithoutScripts) => Some(CaptchaEvent::WithoutScripts),
            FinalAnswer::Right(CaptchaMethod::Read) | FinalAnswer::Wrong => None,
        };
        if let Some(way) = way {
            self.counters.count(preset, way).await?;
        }
        // The time that a computer works says nothing about how people read.
        if !answer.is_by_work() {
            self.counters.count_time(challenge, ended, took_ms).await?;
        }
        self.tally_first_try(client, challenge, answer).await
    }

    /// Counts the first answer of a session. A first answer by work alone is not counted; later answers are not first ones either way.
    async fn tally_first_try(
        &self,
        client: &Client,
        challenge: &Challenge,
        answer: FinalAnswer,
    ) -> Result<(), Error> {
        let is_first = self.store.is_first_answer(&client.session).await?;
        if is_first && !answer.is_by_work() {
            let ended = answer.ended();
            self.counters.count_first_try(challenge, ended).await?;
        }
        Ok(())
    }
}
