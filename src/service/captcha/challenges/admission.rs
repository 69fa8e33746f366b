//! Admission of a visitor who has passed the captcha: the challenge ends and the arrival is counted in one transaction, at the
//! price of that moment.

use crate::clock::Clock;
use crate::service::Error;
use crate::service::captcha::challenges::client::Client;
use crate::service::captcha::challenges::ending::Endings;
use crate::service::captcha::challenges::prices::Prices;
use crate::service::captcha::challenges::verdict::Verdict;
use crate::service::captcha::handles::Handles;
use crate::service::captcha::statistics::arrivals::kinds;
use crate::service::captcha::statistics::counters::CaptchaCounters;
use crate::store::{
    Admission, Arrival, ArrivalKind, CaptchaEvent, Challenge, Ended, LastHour, Store,
};
use rookery_captcha::defence::{
    CaptchaMethod, CheckOutcome, Evidence, Price, Settings, Step, Volume, judge,
};

/// The wait that a refused visitor without scripts is told, in seconds: arrivals are forgotten after an hour, one by one.
const FULL_AGAIN_S: u32 = 600;
const FULL: Verdict = Verdict::TooManyWithoutScripts {
    retry_after_s: FULL_AGAIN_S,
};

/// Why a check that would have passed does not.
enum Refused {
    /// The price has risen meanwhile.
    Judged(CheckOutcome),
    /// Too many without scripts.
    WithoutScripts,
}

/// A check whose evidence has been collected and can be judged.
pub(super) struct Judged<'a> {
    pub(super) client: &'a Client,
    pub(super) challenge: &'a Challenge,
    pub(super) defence: &'a Settings,
    pub(super) step: Step,
    pub(super) evidence: Evidence,
}

/// The admission of visitors. A clone is the same.
#[derive(Clone)]
pub(super) struct Admissions {
    store: Store,
    clock: Clock,
    counters: CaptchaCounters,
    prices: Prices,
    endings: Endings,
}

impl Admissions {
    pub(in crate::service::captcha) fn new(handles: &Handles) -> Self {
        Admissions {
            store: handles.store.clone(),
            clock: handles.clock.clone(),
            counters: handles.counters.clone(),
            prices: handles.prices.clone(),
            endings: Endings::new(handles),
        }
    }

    /// The refusal of a visitor without scripts who cannot be let in, whatever the answer is: the ceilings are full. `None` where there is
    /// room, or where the visitor may wait for the owner. It is a look ahead; the numbers hold by [`Admissions::admit`].
    pub(super) async fn full(&self, judged: &Judged<'_>) -> Result<Option<Verdict>, Error> {
        let client = judged.client;
        let counted = kinds(client).filter(|_| !client.range.is_empty());
        let Some((_, without_scripts)) = counted.filter(|_| !client.purpose.can_wait()) else {
            return Ok(None);
        };
        let now_ms = self.clock.now_ms();
        let plain = self
            .store
            .arrivals(without_scripts, &client.range, now_ms)
            .await?;
        Ok(judged.is_full(plain).then_some(FULL))
    }

    /// Lets a visitor in whose evidence was enough a moment ago. If others arrived meanwhile and the price has risen, it may not
    /// be enough any more: that outcome is the error.
    pub(super) async fn admit(
        &self,
        judged: &Judged<'_>,
        method: CaptchaMethod,
    ) -> Result<Result<Verdict, CheckOutcome>, Error> {
        let (client, challenge) = (judged.client, judged.challenge);
        let counted = kinds(client).filter(|_| !client.range.is_empty());
        let Some((kind, without_scripts)) = counted else {
            let right = Verdict::Right { is_held: false };
            let ended = self
                .endings
                .end(client, challenge, Ended::Right, Some(method), right);
            return Ok(Ok(ended.await?));
        };
        let usual = self.prices.usual(judged.defence, client).await?;
        let arrival = Arrival {
            challenge: challenge.id,
            session_hash: &client.session,
            kind,
            without_scripts,
            network: &client.range,
            now_ms: self.clock.now_ms(),
        };
        let decide = |all: LastHour, plain: LastHour| {
            let volume = match judged.defence.adaptive {
                true => usual.volume(all),
                false => Volume::Usual,
            };
            judged.decide(volume, plain, (kind, without_scripts))
        };
        let is_held = match self.store.admit(arrival, decide).await? {
            Admission::Ended => return Ok(Ok(self.endings.already_used(challenge).await?)),
            Admission::Refused(Refused::Judged(outcome)) => return Ok(Err(outcome)),
            Admission::Refused(Refused::WithoutScripts) => return Ok(Ok(FULL)),
            Admission::Admitted(counted) => counted.contains(&ArrivalKind::HeldAccount),
        };
        self.endings
            .tally(client, challenge, Ended::Right, Some(method))
            .await;
        if is_held {
            self.counters.note(CaptchaEvent::Held).await?;
        }
        Ok(Ok(Verdict::Right { is_held }))
    }
}

impl Judged<'_> {
    /// Whether the outcome depends on the word and a wait alone, as it does without scripts.
    pub(super) fn is_without_scripts(&self, price: Price, outcome: CheckOutcome) -> bool {
        let is_by_word = matches!(outcome, CheckOutcome::Pass(_) | CheckOutcome::Wrong);
        is_by_word && price.tries > 0 && self.evidence.worked.is_none()
    }

    /// Whether there is no room for one more after those without scripts of the last hour.
    fn is_full(&self, plain: LastHour) -> bool {
        plain.network >= u64::from(self.defence.range_without_scripts)
            || plain.site >= u64::from(self.defence.site_without_scripts)
    }

    /// The kinds of arrival that one counts as at this volume, after those without scripts of the last hour (`plain`); or its refusal.
    fn decide(
        &self,
        volume: Volume,
        plain: LastHour,
        (kind, without_scripts): (ArrivalKind, ArrivalKind),
    ) -> Result<Vec<ArrivalKind>, Refused> {
        let (defence, purpose) = (self.defence, self.client.purpose);
        let price = Price::new(defence, purpose, self.step, volume);
        let method = match judge(price, self.evidence) {
            CheckOutcome::Pass(method) => method,
            other => return Err(Refused::Judged(other)),
        };
        let is_plain = method == CaptchaMethod::WithoutScripts;
        let is_full = is_plain && self.is_full(plain);
        if is_full && !purpose.can_wait() {
            return Err(Refused::WithoutScripts);
        }
        if purpose.can_wait() && (is_full || volume == Volume::Flood) {
            return Ok(vec![ArrivalKind::HeldAccount]);
        }
        Ok(match is_plain {
            true => vec![kind, without_scripts],
            false => vec![kind],
        })
    }
}
