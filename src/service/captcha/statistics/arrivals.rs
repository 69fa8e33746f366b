//! The volume of new accounts and passes, and of captchas passed for each other site, against their own usual hour. Counted in the
//! database, so that nodes agree.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::clock::Clock;
use crate::service::Error;
use crate::service::captcha::challenges::client::Client;
use crate::store::{ArrivalKind, LastHour, Store, site_of_session};
use rookery_captcha::defence::{Purpose, Settings, Volume, usual_of};

const HOUR_MS: i64 = 60 * 60 * 1000;
/// The time before now from which the usual numbers are taken.
const USUAL_OF_MS: i64 = 14 * 24 * HOUR_MS;

/// The usual numbers of an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) struct UsualHour {
    /// Of the whole site.
    pub(in crate::service) site: u32,
    /// Of an address range.
    pub(in crate::service) network: u32,
}

impl UsualHour {
    fn new(site: u32, defence: &Settings) -> Self {
        UsualHour {
            site,
            network: (site / 2).max(defence.range_usual),
        }
    }

    /// The volume if one more arrives: the higher one of the address range's and the site's.
    pub(in crate::service) fn volume(self, lately: LastHour) -> Volume {
        Volume::with_one_more(lately.network, self.network)
            .max(Volume::with_one_more(lately.site, self.site))
    }
}

/// The kinds that are counted for a client: all, and those without scripts. `None` if nothing new arrives.
pub(in crate::service) fn kinds(client: &Client) -> Option<(ArrivalKind, ArrivalKind)> {
    match client.purpose {
        Purpose::Account => Some((ArrivalKind::Account, ArrivalKind::AccountWithoutScripts)),
        Purpose::Pass => Some((ArrivalKind::Pass, ArrivalKind::PassWithoutScripts)),
        Purpose::LogIn => None,
        Purpose::OtherSite => site_of_session(&client.session).map(|key| {
            (
                ArrivalKind::OtherSite(key),
                ArrivalKind::OtherSiteWithoutScripts(key),
            )
        }),
    }
}

/// The medians of the hours before this one, by kind of arrival.
type Medians = HashMap<String, (i64, u32)>;

/// The arrivals of the site. A clone is the same.
#[derive(Clone)]
pub(in crate::service) struct Arrivals {
    store: Store,
    clock: Clock,
    /// The usual numbers, kept for an hour, after which they change.
    medians: Arc<Mutex<Medians>>,
}

impl Arrivals {
    pub(in crate::service) fn new(store: Store, clock: Clock) -> Self {
        Arrivals {
            store,
            clock,
            medians: Arc::default(),
        }
    }

    /// The volume if one more arrives from this client's address range.
    pub(in crate::service) async fn volume(
        &self,
        client: &Client,
        defence: &Settings,
    ) -> Result<Volume, Error> {
        let Some((kind, _)) = kinds(client) else {
            return Ok(Volume::Usual);
        };
        let lately = self
            .store
            .arrivals(kind, &client.range, self.clock.now_ms())
            .await?;
        Ok(self.usual(client, defence).await?.volume(lately))
    }

    /// The usual numbers of an hour for the purpose of this client.
    pub(in crate::service) async fn usual(
        &self,
        client: &Client,
        defence: &Settings,
    ) -> Result<UsualHour, Error> {
        let median = match kinds(client) {
            Some((kind, _)) => self.median(kind).await?,
            None => 0,
        };
        Ok(UsualHour::new(median.max(defence.site_usual), defence))
    }

    async fn median(&self, kind: ArrivalKind) -> Result<u32, Error> {
        let now_ms = self.clock.now_ms();
        let hour = now_ms.div_euclid(HOUR_MS);
        let word = kind.word();
        let kept = self.kept().get(&word).copied();
        if let Some((_, median)) = kept.filter(|(kept, _)| *kept == hour) {
            return Ok(median);
        }
        let hours = self
            .store
            .arrivals_by_hour(kind, now_ms - USUAL_OF_MS, now_ms)
            .await?;
        let median = usual_of(hours, 0);
        self.kept().insert(word, (hour, median));
        Ok(median)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Medians> {
        // A value is put in whole: a panic elsewhere leaves nothing half-done.
        self.medians.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
