//! Rate limits: which actions are limited, by what they are counted, in which window, and where the counts are kept.
//!
//! The client is identified by a key: an address (IPv6 by 64 bits), a session, or an account's name. An empty key stands
//! for a network without limits, and a limit of 0 for none.

mod limited_action;

use std::num::NonZeroU32;
use std::sync::Arc;

use governor::clock::{Clock as _, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use tokio::sync::OwnedMutexGuard;

use crate::clock::Clock;
use crate::service::first_hits::FirstHits;
use crate::service::limits::limited_action::{Counting, MINUTE_MS, Rule, SECOND_MS};
use crate::store;
use crate::store::{Charge, Store};
use crate::work::KeyedMutex;

pub use limited_action::LimitedAction;

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

/// All addresses of a range (IPv4 by 24 bits, IPv6 by 48) may act this many times as often as one: a single customer may have the range.
const TIMES_OF_RANGE: u32 = 16;

/// How many of an action there may be, and the counters of addresses and of their ranges where it is counted in memory.
struct Limit {
    number: u32,
    by_key: Option<InMemory>,
    by_range: Option<InMemory>,
}

/// The limits of the site and their counters. A clone counts the same things.
#[derive(Clone)]
pub struct Limits(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Clock,
    /// By action, in the order of [`LimitedAction::ALL`].
    limits: Vec<Limit>,
    /// Of [`Counting::StoredFromTheSecond`].
    first_hits: FirstHits,
    /// One lock per counter, held from the lookup of its first hit until the database is updated: a second hit that overtook the first
    /// would count it twice.
    charging: KeyedMutex,
}

impl Limits {
    /// `number` says how many of each action there may be in its window, 0 for no limit.
    pub fn new(store: Store, clock: Clock, number: impl Fn(LimitedAction) -> u32) -> Self {
        let limits = LimitedAction::ALL.map(|action| {
            let (number, rule) = (number(action), action.rule());
            Limit {
                number,
                by_key: in_memory(&rule, number),
                by_range: in_memory(&rule, number.saturating_mul(TIMES_OF_RANGE)),
            }
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
        self.0.limits[action as usize].number
    }

    fn applies(&self, action: LimitedAction, key: &str) -> bool {
        self.number(action) > 0 && !key.is_empty()
    }

    /// Counts one in memory.
    ///
    /// # Errors
    /// It is one too many.
    pub fn count(&self, action: LimitedAction, key: &str) -> Result<(), Limited> {
        debug_assert_eq!(action.rule().counted, Counting::InMemory, "{action:?}");
        counted(self.0.limits[action as usize].by_key.as_ref(), key)
    }

    /// Counts one of an address range in memory.
    ///
    /// # Errors
    /// It is one too many.
    pub fn count_of_range(&self, action: LimitedAction, range: &str) -> Result<(), Limited> {
        debug_assert_eq!(action.rule().counted, Counting::InMemory, "{action:?}");
        counted(self.0.limits[action as usize].by_range.as_ref(), range)
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
        self.count_up_to(self.number(action), action, key).await
    }

    /// Counts one of an address range in the database; a refusal counts as well.
    ///
    /// # Errors
    /// [`store::Error::Unavailable`].
    pub async fn count_stored_of_range(
        &self,
        action: LimitedAction,
        range: &str,
    ) -> Result<Result<(), Limited>, store::Error> {
        let most = self.number(action).saturating_mul(TIMES_OF_RANGE);
        self.count_up_to(most, action, range).await
    }

    async fn count_up_to(
        &self,
        most: u32,
        action: LimitedAction,
        key: &str,
    ) -> Result<Result<(), Limited>, store::Error> {
        debug_assert_ne!(action.rule().counted, Counting::InMemory, "{action:?}");
        if !self.applies(action, key) {
            return Ok(Ok(()));
        }
        let (window_ms, now_ms) = (action.rule().window_ms, self.now_ms());
        let n = self
            .store()
            .count_hit(&action.stored_key(key), window_ms, now_ms)
            .await?;
        Ok(match n > u64::from(most) {
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
            .filter(|&place| actions[place].rule().counted == Counting::StoredFromTheSecond)
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
                    Counting::StoredFromTheSecond => self.0.first_hits.remember(key, at_ms, end_ms),
                    Counting::InMemory | Counting::Stored => Some(1),
                },
            })
            .collect();
        let full = match charges.is_empty() {
            true => Ok(None),
            false => self.store().charge(&charges, window_ms, at_ms).await,
        };
        if !matches!(full, Ok(None)) {
            // One counter is full, or the database failed: the attempt is not made.
            let first = keys.iter().zip(&charges);
            let first = first.filter(|(_, charge)| charge.begins_at.is_none());
            self.0.first_hits.forget(first.map(|(key, _)| key));
        }
        Ok(match full? {
            Some(place) => Err((actions[place], refused(window_ms, at_ms))),
            None => Ok(Charged {
                keys,
                from_second,
                window_ms,
                at_ms,
            }),
        })
    }

    /// The first full counter among those without first hits, found by reading alone: a flood that is refused anyway neither writes nor
    /// waits.
    async fn full_already(
        &self,
        counters: &[(LimitedAction, &str)],
    ) -> Result<Option<(LimitedAction, Limited)>, store::Error> {
        for (action, key) in counters {
            if action.rule().counted == Counting::Stored
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
        let counters = self.0.limits.iter();
        let counters = counters.flat_map(|limit| [&limit.by_key, &limit.by_range]);
        counters
            .flatten()
            .for_each(|counter| counter.retain_recent());
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

/// Counts one hit of this key, unless the key is empty.
fn counted(counter: Option<&InMemory>, key: &str) -> Result<(), Limited> {
    let Some(counter) = counter.filter(|_| !key.is_empty()) else {
        return Ok(());
    };
    counter.check_key(&key.to_owned()).map_err(|refused| {
        let wait = refused.wait_time_from(counter.clock().now());
        let whole_s = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX);
        Limited {
            retry_after_s: whole_s.saturating_add(1),
        }
    })
}

/// The counter of an action that is counted in memory. The burst is a minute's allowance, or twice a second's.
fn in_memory(rule: &Rule, number: u32) -> Option<InMemory> {
    let number = NonZeroU32::new(number).filter(|_| rule.counted == Counting::InMemory)?;
    let quota = match rule.window_ms {
        SECOND_MS => Quota::per_second(number).allow_burst(number.saturating_add(number.get())),
        _ => Quota::per_minute(number),
    };
    Some(RateLimiter::keyed(quota))
}

#[cfg(test)]
mod tests;
