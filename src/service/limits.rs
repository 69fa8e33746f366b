//! Rate limits: which actions are limited, by what they are counted, in which window, and where the counts are kept.
//!
//! The client is identified by a key: an address (IPv6 by 64 bits), a session, or an account's name. An empty key stands
//! for a network without limits, and a limit of 0 for none.

use std::num::NonZeroU32;
use std::sync::Arc;

use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use tokio::sync::OwnedMutexGuard;

use crate::clock::Clock;
use crate::service::first_hits::FirstHits;
use crate::store;
use crate::store::{Charge, Store};
use crate::work::KeyedMutex;

const SECOND_MS: i64 = 1000;
const MINUTE_MS: i64 = 60 * SECOND_MS;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;

/// An action of which a client may take only some in a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitedAction {
    /// Any request but those for static files, by address.
    Request,
    /// A new session of a visitor without an account, by address.
    NewSession,
    /// A captcha challenge, by address.
    CaptchaChallenge,
    /// A captcha challenge, by session: its rows are the count.
    CaptchaChallengeOfSession,
    /// A captcha's picture or recording, by address.
    CaptchaFetch,
    /// A captcha's picture or recording, by session.
    CaptchaFetchOfSession,
    /// A failed check of a captcha, by address and by session.
    FailedCaptchaCheck,
    /// A failed log-in, by account and address.
    FailedLogIn,
    /// A failed log-in to whatever account, by address.
    FailedLogInOfAddress,
    /// A failed log-in from wherever, by account.
    FailedLogInOfAccount,
    /// A new account, by address.
    SignUp,
    /// An account that asks the owner instead of passing a captcha, by address.
    ApprovalRequest,
    /// A taken name that somebody with an invitation tries, by address.
    TakenName,
    /// A match that is started, by address.
    StartedMatch,
    /// A picture of a position that is drawn anew, by address.
    DrawnPicture,
    /// A match that is started without a passed captcha, an account or an open site, by address.
    HomeMatch,
    /// An analysis of a match that is over, by address.
    Analysis,
    /// The best lines of one position of such a match, by address.
    AnalysedPosition,
    /// An export of all matches of an account, by account.
    Export,
}

/// The place where an action is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    /// In memory, by the generic cell rate algorithm: nothing is written for a flood.
    InMemory,
    /// In the database, in fixed windows, so that it holds across nodes.
    Stored,
    /// In the database from the second hit of a window on; the first is remembered by the node that saw it. So names that
    /// change with each guess leave no rows, and the limit can be exceeded by at most one per additional node.
    StoredFromTheSecond,
}

/// The limit of an action: its setting, window and counter.
struct Rule {
    /// The key of `[limits]` that says how many.
    setting: &'static str,
    window_ms: i64,
    counted: Counted,
    /// The prefix of a counter's key in the database.
    prefix: &'static str,
}

impl LimitedAction {
    pub const ALL: [LimitedAction; 19] = [
        LimitedAction::Request,
        LimitedAction::NewSession,
        LimitedAction::CaptchaChallenge,
        LimitedAction::CaptchaChallengeOfSession,
        LimitedAction::CaptchaFetch,
        LimitedAction::CaptchaFetchOfSession,
        LimitedAction::FailedCaptchaCheck,
        LimitedAction::FailedLogIn,
        LimitedAction::FailedLogInOfAddress,
        LimitedAction::FailedLogInOfAccount,
        LimitedAction::SignUp,
        LimitedAction::ApprovalRequest,
        LimitedAction::TakenName,
        LimitedAction::StartedMatch,
        LimitedAction::DrawnPicture,
        LimitedAction::HomeMatch,
        LimitedAction::Analysis,
        LimitedAction::AnalysedPosition,
        LimitedAction::Export,
    ];

    /// The key of `[limits]` in the configuration that says how many may be in the window.
    pub fn setting(self) -> &'static str {
        self.rule().setting
    }

    fn rule(self) -> Rule {
        use Counted::{InMemory, Stored, StoredFromTheSecond};
        let (setting, window_ms, counted, prefix) = match self {
            LimitedAction::Request => ("requests_per_second", SECOND_MS, InMemory, ""),
            LimitedAction::NewSession => ("sessions_per_minute", MINUTE_MS, InMemory, ""),
            LimitedAction::CaptchaChallenge => (
                "captcha_challenges_per_minute_and_address",
                MINUTE_MS,
                InMemory,
                "",
            ),
            LimitedAction::CaptchaChallengeOfSession => {
                ("captcha_challenges_per_minute", MINUTE_MS, Stored, "")
            }
            LimitedAction::CaptchaFetch => ("captcha_images_per_minute", MINUTE_MS, InMemory, ""),
            LimitedAction::CaptchaFetchOfSession => (
                "captcha_images_per_minute_and_session",
                MINUTE_MS,
                InMemory,
                "",
            ),
            LimitedAction::FailedCaptchaCheck => {
                ("captcha_checks_per_minute", MINUTE_MS, Stored, "captcha:")
            }
            LimitedAction::FailedLogIn => (
                "logins_per_10_minutes",
                10 * MINUTE_MS,
                StoredFromTheSecond,
                "login:",
            ),
            LimitedAction::FailedLogInOfAddress => (
                "logins_per_address_per_10_minutes",
                10 * MINUTE_MS,
                Stored,
                "logins:",
            ),
            LimitedAction::FailedLogInOfAccount => (
                "logins_per_account_per_10_minutes",
                10 * MINUTE_MS,
                StoredFromTheSecond,
                "login:",
            ),
            LimitedAction::SignUp => ("signups_per_hour", HOUR_MS, Stored, "signup:"),
            LimitedAction::ApprovalRequest => ("approvals_per_day", DAY_MS, Stored, "request:"),
            LimitedAction::TakenName => ("taken_names_per_hour", HOUR_MS, Stored, "taken:"),
            LimitedAction::StartedMatch => ("games_per_minute", MINUTE_MS, Stored, "games:"),
            LimitedAction::DrawnPicture => ("pictures_per_minute", MINUTE_MS, InMemory, ""),
            LimitedAction::HomeMatch => ("home_games_per_minute", MINUTE_MS, Stored, "home:"),
            LimitedAction::Analysis => ("analyses_per_hour", HOUR_MS, Stored, "analysis:"),
            LimitedAction::AnalysedPosition => {
                ("analysed_positions_per_minute", MINUTE_MS, InMemory, "")
            }
            LimitedAction::Export => ("exports_per_hour", HOUR_MS, Stored, "export:"),
        };
        Rule {
            setting,
            window_ms,
            counted,
            prefix,
        }
    }

    fn stored_key(self, key: &str) -> String {
        format!("{}{key}", self.rule().prefix)
    }
}

/// Too many of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limited {
    /// Seconds until there is room again.
    pub retry_after_s: u32,
}

/// The counters that attempts were charged to, so that they can be given back.
pub struct Charged {
    keys: Vec<String>,
    /// The places of the counters whose first hits are remembered.
    from_second: Vec<usize>,
    window_ms: i64,
    at_ms: i64,
}

type InMemory = RateLimiter<String, DashMapStateStore<String>, DefaultClock>;

/// The limits of the site and their counters. A clone counts the same things.
#[derive(Clone)]
pub struct Limits(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Clock,
    /// By action, in the order of [`LimitedAction::ALL`]: how many, and the counter of those that are counted in memory.
    limits: Vec<(u32, Option<InMemory>)>,
    /// Of [`Counted::StoredFromTheSecond`].
    first_hits: FirstHits,
    /// One lock per counter, held from the lookup of its first hit until the database is updated: a second hit that overtook the first
    /// would count it twice.
    charging: KeyedMutex,
}

impl Limits {
    /// `number` says how many of each action there may be in its window, 0 for no limit.
    pub fn new(store: Store, clock: Clock, number: impl Fn(LimitedAction) -> u32) -> Self {
        let limits = LimitedAction::ALL.map(|action| {
            let number = number(action);
            (number, in_memory(&action.rule(), number))
        });
        Limits(Arc::new(Inner {
            store,
            clock,
            limits: limits.into(),
            first_hits: FirstHits::default(),
            charging: KeyedMutex::default(),
        }))
    }

    /// The most of an action in its window; 0 = no limit.
    pub fn number(&self, action: LimitedAction) -> u32 {
        self.0.limits[action as usize].0
    }

    fn applies(&self, action: LimitedAction, key: &str) -> bool {
        self.number(action) > 0 && !key.is_empty()
    }

    /// Counts one in memory.
    ///
    /// # Errors
    /// It is one too many.
    pub fn count(&self, action: LimitedAction, key: &str) -> Result<(), Limited> {
        let Some(counter) = &self.0.limits[action as usize].1 else {
            return Ok(());
        };
        if key.is_empty() {
            return Ok(());
        }
        counter.check_key(&key.to_owned()).map_err(|refused| {
            let wait = refused.wait_time_from(counter.clock().now());
            let whole_s = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX);
            Limited {
                retry_after_s: whole_s.saturating_add(1),
            }
        })
    }

    /// Counts one in the database; a refusal counts as well.
    ///
    /// # Errors
    /// [`store::Error::Unavailable`].
    pub async fn count_stored(
        &self,
        action: LimitedAction,
        key: &str,
    ) -> Result<Result<(), Limited>, store::Error> {
        if !self.applies(action, key) {
            return Ok(Ok(()));
        }
        let (window_ms, now_ms) = (action.rule().window_ms, self.now_ms());
        let n = self
            .store()
            .count_hit(&action.stored_key(key), window_ms, now_ms)
            .await?;
        Ok(match n > u64::from(self.number(action)) {
            true => Err(refused(window_ms, now_ms)),
            false => Ok(()),
        })
    }

    /// Whether there is room for one more of an action that is counted in the database, by each of the keys. Nothing is counted.
    ///
    /// # Errors
    /// [`store::Error::Unavailable`].
    pub async fn has_room(
        &self,
        action: LimitedAction,
        keys: &[&str],
    ) -> Result<Result<(), Limited>, store::Error> {
        let (window_ms, now_ms) = (action.rule().window_ms, self.now_ms());
        for key in keys.iter().filter(|key| self.applies(action, key)) {
            let key = action.stored_key(key);
            let remembered = u64::from(self.0.first_hits.has(&key, now_ms));
            let used = self.store().hits(&key, window_ms, now_ms).await?;
            let used = used.max(remembered);
            if used >= u64::from(self.number(action)) {
                return Ok(Err(refused(window_ms, now_ms)));
            }
        }
        Ok(Ok(()))
    }

    /// Charges an attempt to all of these counters, or to none if one is full, which is returned. The actions must have the
    /// same window and always be passed in the same order.
    ///
    /// # Errors
    /// [`store::Error::Unavailable`].
    pub async fn charge(
        &self,
        counters: &[(LimitedAction, &str)],
    ) -> Result<Result<Charged, (LimitedAction, Limited)>, store::Error> {
        if let Some(full) = self.full_already(counters).await? {
            return Ok(Err(full));
        }
        let counters = counters
            .iter()
            .filter(|(action, key)| self.applies(*action, key));
        let (actions, keys): (Vec<LimitedAction>, Vec<String>) = counters
            .map(|(action, key)| (*action, action.stored_key(key)))
            .unzip();
        let from_second: Vec<usize> = (0..actions.len())
            .filter(|&place| actions[place].rule().counted == Counted::StoredFromTheSecond)
            .collect();
        let window_ms = actions
            .first()
            .map_or(MINUTE_MS, |action| action.rule().window_ms);
        let _turns = self.turns(&keys, &from_second).await;
        let at_ms = self.now_ms();
        let end_ms = at_ms - at_ms.rem_euclid(window_ms) + window_ms;
        let charges: Vec<Charge<'_>> = actions
            .iter()
            .zip(&keys)
            .map(|(action, key)| Charge {
                key,
                limit: self.number(*action),
                begins_at: match action.rule().counted {
                    Counted::StoredFromTheSecond => self.0.first_hits.remember(key, at_ms, end_ms),
                    Counted::InMemory | Counted::Stored => Some(1),
                },
            })
            .collect();
        let full = match charges.is_empty() {
            true => None,
            false => self.store().charge(&charges, window_ms, at_ms).await?,
        };
        let Some(place) = full else {
            return Ok(Ok(Charged {
                keys,
                from_second,
                window_ms,
                at_ms,
            }));
        };
        let first = keys.iter().zip(&charges);
        let first = first.filter(|(_, charge)| charge.begins_at.is_none());
        self.0.first_hits.forget(first.map(|(key, _)| key));
        Ok(Err((actions[place], refused(window_ms, at_ms))))
    }

    /// The first full counter among those without first hits, found by reading alone: a flood that is refused anyway neither writes nor
    /// waits.
    async fn full_already(
        &self,
        counters: &[(LimitedAction, &str)],
    ) -> Result<Option<(LimitedAction, Limited)>, store::Error> {
        for (action, key) in counters {
            if action.rule().counted == Counted::Stored
                && let Err(limited) = self.has_room(*action, &[key]).await?
            {
                return Ok(Some((*action, limited)));
            }
        }
        Ok(None)
    }

    /// The turns of the counters in these places, taken in their order, which is the same for all attempts.
    async fn turns(&self, keys: &[String], places: &[usize]) -> Vec<OwnedMutexGuard<()>> {
        let mut turns = Vec::with_capacity(places.len());
        for &place in places {
            turns.push(self.0.charging.take(&keys[place]).await);
        }
        turns
    }

    /// Takes back the charges of [`Limits::charge`].
    ///
    /// # Errors
    /// [`store::Error::Unavailable`].
    pub async fn refund(&self, charged: &Charged) -> Result<(), store::Error> {
        if charged.keys.is_empty() {
            return Ok(());
        }
        let keys: Vec<&str> = charged.keys.iter().map(String::as_str).collect();
        let _turns = self.turns(&charged.keys, &charged.from_second).await;
        let without = self
            .store()
            .refund(&keys, charged.window_ms, charged.at_ms)
            .await?;
        let without = without.iter().filter_map(|place| charged.keys.get(*place));
        self.0.first_hits.forget(without);
        Ok(())
    }

    /// Forgets what these counters have counted in the current window, in the database and in memory.
    ///
    /// # Errors
    /// [`store::Error::Unavailable`].
    pub async fn forget(&self, counters: &[(LimitedAction, &str)]) -> Result<(), store::Error> {
        let now_ms = self.now_ms();
        let counters = counters.iter();
        for (action, key) in counters.filter(|(action, key)| self.applies(*action, key)) {
            let (key, window_ms) = (action.stored_key(key), action.rule().window_ms);
            let _turn = self.0.charging.take(&key).await;
            self.store().forget_hits(&key, window_ms, now_ms).await?;
            self.0.first_hits.forget(std::iter::once(&key));
        }
        Ok(())
    }

    /// The number of first hits in memory, and of their turns.
    pub fn kept_keys(&self) -> usize {
        self.0.first_hits.kept_keys() + self.0.charging.kept_keys()
    }

    /// Forgets keys in memory that have been quiet.
    pub fn forget_quiet_keys(&self) {
        self.0.first_hits.forget_old(self.now_ms());
        self.0.charging.sweep();
        for counter in self
            .0
            .limits
            .iter()
            .filter_map(|(_, counter)| counter.as_ref())
        {
            counter.retain_recent();
        }
    }

    fn store(&self) -> &Store {
        &self.0.store
    }

    fn now_ms(&self) -> i64 {
        self.0.clock.now_ms()
    }
}

fn refused(window_ms: i64, now_ms: i64) -> Limited {
    Limited {
        retry_after_s: store::seconds_left(window_ms, now_ms),
    }
}

/// The counter of an action that is counted in memory. The burst is a minute's allowance, or twice a second's.
fn in_memory(rule: &Rule, number: u32) -> Option<InMemory> {
    let number = NonZeroU32::new(number).filter(|_| rule.counted == Counted::InMemory)?;
    let quota = match rule.window_ms {
        SECOND_MS => Quota::per_second(number).allow_burst(number.saturating_add(number.get())),
        _ => Quota::per_minute(number),
    };
    Some(RateLimiter::keyed(quota))
}

#[cfg(test)]
mod tests;
