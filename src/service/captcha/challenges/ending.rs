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

    /// Ends the challenge and counts its outcome. One statement lets one of many racing checks through.
    pub(super) async fn end(
        &self,
        client: &Client,
        challenge: &Challenge,
        how: Ended,
        method: Option<CaptchaMethod>,
        verdict: Verdict,
    ) -> Result<Verdict, Error> {
        if !self.ends(client, challenge, how).await? {
            return Ok(self.already_used(challenge).await);
        }
        self.tally(client, challenge, how, method).await;
        Ok(verdict)
    }

    /// Ends a challenge whose trap field was filled in. It does not count as a failure that raises the price, since a program could
    /// send it at no cost and make others pay. Nor does it count in the statistics of how people read and how long they take.
    pub(super) async fn trapped(
        &self,
        client: &Client,
        challenge: &Challenge,
    ) -> Result<Verdict, Error> {
        if !self.ends(client, challenge, Ended::Wrong).await? {
            return Ok(self.already_used(challenge).await);
        }
        let preset = &challenge.preset;
        self.counters.try_count(preset, CaptchaEvent::Wrong).await;
        Ok(Verdict::Wrong)
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

    /// Counts the end of a challenge. The end is decided already: a visitor who has passed is not refused because the count failed.
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
            Ended::Right => CaptchaEvent::Right,
            Ended::Wrong => CaptchaEvent::Wrong,
            Ended::Expired => CaptchaEvent::Expired,
            Ended::Replaced => CaptchaEvent::Reloaded,
        };
        let count = |event| self.counters.count(&challenge.preset, event, took_ms);
        count(event).await?;
        match method {
            // The time that a computer works says nothing about how people read.
            Some(CaptchaMethod::Work) => count(CaptchaEvent::Work).await?,
            Some(CaptchaMethod::WithoutScripts) => {
                count(CaptchaEvent::WithoutScripts).await?;
                self.counters.count_time(challenge, how, took_ms).await?;
            }
            _ => self.counters.count_time(challenge, how, took_ms).await?,
        }
        if matches!(how, Ended::Right | Ended::Wrong) {
            self.tally_first_try(client, challenge, how, method).await?;
        }
        let live = self.settings.current();
        let defence = &live.drawing.settings.defence;
        self.rates.count(&client.range, defence, how).await
    }

    /// Counts the first answer of a session. A first answer by work alone is not counted, because nobody read anything; later answers are
    /// not first ones either way.
    async fn tally_first_try(
        &self,
        client: &Client,
        challenge: &Challenge,
        how: Ended,
        method: Option<CaptchaMethod>,
    ) -> Result<(), Error> {
        let is_first = self.store.is_first_answer(&client.session).await?;
        if is_first && method != Some(CaptchaMethod::Work) {
            self.counters.count_first_try(challenge, how).await?;
        }
        Ok(())
    }
}
