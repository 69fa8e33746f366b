//! Admission of a visitor who has passed the captcha: the challenge ends and the arrival is counted in one transaction, at the
//! price of that moment.

use crate::clock::Clock;
use crate::service::captcha::challenges::client::Client;
use crate::service::captcha::challenges::ending::{Endings, FinalAnswer};
use crate::service::captcha::challenges::prices::Prices;
use crate::service::captcha::challenges::verdict::Verdict;
use crate::service::captcha::handles::Handles;
use crate::service::captcha::statistics::arrivals::kinds;
use crate::service::captcha::statistics::counters::CaptchaCounters;
use crate::service::{Error, WAITING_AT_MOST};
use crate::store::{Admission, Arrival, ArrivalKind, CaptchaEvent, Challenge, LastHour, Store};
use rookery_captcha::defence::{
    CaptchaMethod, CheckOutcome, Evidence, Price, Settings, Step, Volume, judge,
};

/// The wait that a refused visitor without scripts is told, in seconds: arrivals are forgotten after an hour, one by one.
const FULL_AGAIN_S: u32 = 600;
const FULL: Verdict = Verdict::TooManyWithoutScripts {
    retry_after_s: FULL_AGAIN_S,
};
const NO_PLACE: Verdict = Verdict::TooManyWaiting {
    retry_after_s: FULL_AGAIN_S,
};
/// Accounts are held only while fewer than this many wait for the owner: the other half of the places is reserved for visitors who ask
/// the owner because they cannot pass a captcha. Where every account waits anyway, this does not apply.
const HELD_WHILE_FEWER_WAIT: u64 = WAITING_AT_MOST / 2;

/// Why a check that would have passed does not.
enum Refused {
    /// The price has risen meanwhile.
    Judged(CheckOutcome),
    /// Too many without scripts.
    WithoutScripts,
    /// It would be held, and enough accounts wait.
    Waiting,
}

/// A check whose evidence has been collected and can be judged.
pub(super) struct Judged<'a> {
    pub(super) client: &'a Client,
    pub(super) challenge: &'a Challenge,
    pub(super) defence: &'a Settings,
    pub(super) step: Step,
    /// The volume when the price was quoted; on admission it is counted again.
    pub(super) volume: Volume,
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

    /// The refusal of a visitor without scripts who can neither be let in nor wait for the owner, whatever the answer is: the ceilings are
    /// full. `None` where there is room. This is only a preliminary check; [`Admissions::admit`] enforces the limits.
    pub(super) async fn full(&self, judged: &Judged<'_>) -> Result<Option<Verdict>, Error> {
        let client = judged.client;
        let counted = kinds(client).filter(|_| !client.range.is_empty());
        let Some((_, without_scripts)) = counted else {
            return Ok(None);
        };
        let (range, now_ms) = (&client.range, self.clock.now_ms());
        let let_in = self.store.arrivals(without_scripts, range, now_ms).await?;
        let is_full = judged.is_full(let_in);
        if !client.purpose.can_wait() {
            return Ok(is_full.then_some(FULL));
        }
        if !is_full && judged.volume != Volume::Flood {
            return Ok(None);
        }
        let held = ArrivalKind::HeldWithoutScripts;
        let held = self.store.arrivals(held, range, now_ms).await?;
        let may_wait = !judged.is_full(held) && self.has_place(client).await?;
        Ok((!may_wait).then_some(FULL))
    }

    /// The refusal of a visitor whose account would have to wait for the owner at this volume while enough others wait, with scripts
    /// or without, whatever the answer is. `None` where there is room. It is a preliminary check, too, and comes before the proof of work
    /// is looked at: the challenge stays open and nothing is charged, so the same form could be sent again and again, and each look
    /// costs milliseconds.
    pub(super) async fn no_place(
        &self,
        client: &Client,
        volume: Volume,
    ) -> Result<Option<Verdict>, Error> {
        let would_wait = client.purpose.can_wait() && volume == Volume::Flood;
        let has_place = !would_wait || self.has_place(client).await?;
        Ok((!has_place).then_some(NO_PLACE))
    }

    /// Whether an account of this client may be held.
    async fn has_place(&self, client: &Client) -> Result<bool, Error> {
        match client.purpose.can_wait() {
            true if client.waits_anyway => Ok(true),
            true => Ok(self.store.count_waiting().await? < HELD_WHILE_FEWER_WAIT),
            false => Ok(false),
        }
    }

    /// Lets a visitor in whose evidence was enough a moment ago. If others arrived meanwhile and the price has risen, it may not
    /// be enough any more: that outcome is the error.
    pub(super) async fn admit(
        &self,
        judged: &Judged<'_>,
        method: CaptchaMethod,
    ) -> Result<Result<Verdict, CheckOutcome>, Error> {
        let (client, challenge) = (judged.client, judged.challenge);
        let answer = FinalAnswer::Right(method);
        let counted = kinds(client).filter(|_| !client.range.is_empty());
        let Some((kind, without_scripts)) = counted else {
            let right = Verdict::Right { is_held: false };
            let ended = self.endings.end(client, challenge, answer, right);
            return Ok(Ok(ended.await?));
        };
        let usual = self.prices.usual(judged.defence, client).await?;
        let has_place = self.has_place(client).await?;
        let arrival = Arrival {
            challenge: challenge.id,
            session_hash: &client.session,
            kind,
            without_scripts,
            network: &client.range,
            now_ms: self.clock.now_ms(),
        };
        let decide = |[all, plain, held]: [LastHour; 3]| {
            let volume = match judged.defence.adaptive {
                true => usual.volume(all),
                false => Volume::Usual,
            };
            let kinds = judged.decide(volume, [plain, held], (kind, without_scripts));
            match kinds {
                Ok(kinds) if kinds.contains(&ArrivalKind::HeldAccount) && !has_place => {
                    Err(Refused::Waiting)
                }
                kinds => kinds,
            }
        };
        let is_held = match self.store.admit(arrival, decide).await? {
            Admission::Ended => return Ok(Ok(self.endings.already_used(challenge).await)),
            Admission::Refused(Refused::Judged(outcome)) => return Ok(Err(outcome)),
            Admission::Refused(Refused::WithoutScripts) => return Ok(Ok(FULL)),
            Admission::Refused(Refused::Waiting) => return Ok(Ok(NO_PLACE)),
            Admission::Admitted(counted) => counted.contains(&ArrivalKind::HeldAccount),
        };
        self.endings.tally(client, challenge, answer).await;
        if is_held {
            self.counters.try_note(CaptchaEvent::Held).await;
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

    /// The kinds that this arrival counts as at this volume, given the arrivals without scripts of the last hour that were let in (`plain`)
    /// and those that were held (`held`).
    fn decide(
        &self,
        volume: Volume,
        [plain, held]: [LastHour; 2],
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
        let is_held = purpose.can_wait() && (is_full || volume == Volume::Flood);
        // Without scripts, a place on the owner's list costs only a wait, too, so the same ceilings apply to it.
        if (is_full && !is_held) || (is_held && is_plain && self.is_full(held)) {
            return Err(Refused::WithoutScripts);
        }
        if is_held {
            return Ok(match is_plain {
                true => vec![ArrivalKind::HeldAccount, ArrivalKind::HeldWithoutScripts],
                false => vec![ArrivalKind::HeldAccount],
            });
        }
        Ok(match is_plain {
            true => vec![kind, without_scripts],
            false => vec![kind],
        })
    }
}
