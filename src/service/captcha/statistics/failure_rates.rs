//! Failure rates of captchas by address range and for the whole site: the step of the price is chosen by them.
//! Counted in the database, so that nodes agree.

use crate::clock::Clock;
use crate::service::Error;
use crate::store::{Ended, Store};
use rookery_captcha::defence::Rate;

/// The failure rates that decide about the step of the price.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::service) struct Rates {
    /// The visitor's address range.
    pub(in crate::service) range: Rate,
    /// The whole site.
    pub(in crate::service) site: Rate,
}

const SITE_TRIES: &str = "captcha-tries:site";
const SITE_FAILURES: &str = "captcha-failures:site";

/// The counters behind the rates. A clone is the same.
#[derive(Clone)]
pub(in crate::service) struct FailureRates {
    store: Store,
    clock: Clock,
}

impl FailureRates {
    pub(in crate::service) fn new(store: Store, clock: Clock) -> Self {
        FailureRates { store, clock }
    }

    /// The rates of the last one to two windows; all quiet for a range that is exempt.
    pub(in crate::service) async fn of(&self, range: &str, window_s: u32) -> Result<Rates, Error> {
        if range.is_empty() {
            return Ok(Rates::default());
        }
        let keys = [
            &*tries_key(range),
            &*failures_key(range),
            SITE_TRIES,
            SITE_FAILURES,
        ];
        let [tries, failures, site_tries, site_failures] = self
            .store
            .recent_hits(keys, i64::from(window_s) * 1000, self.clock.now_ms())
            .await?;
        Ok(Rates {
            range: Rate { tries, failures },
            site: Rate {
                tries: site_tries,
                failures: site_failures,
            },
        })
    }

    /// Counts a check. One that came too late says nothing about its sender.
    pub(in crate::service) async fn count(
        &self,
        range: &str,
        window_s: u32,
        how: Ended,
    ) -> Result<(), Error> {
        let (tries, failures) = (tries_key(range), failures_key(range));
        // The site's counters come last: everybody's checks share their rows.
        let keys: &[&str] = match how {
            _ if range.is_empty() => return Ok(()),
            Ended::Expired | Ended::Replaced => return Ok(()),
            Ended::Wrong => &[&failures, &tries, SITE_FAILURES, SITE_TRIES],
            Ended::Right => &[&tries, SITE_TRIES],
        };
        let window_ms = i64::from(window_s) * 1000;
        Ok(self
            .store
            .count_hits(keys, window_ms, self.clock.now_ms())
            .await?)
    }
}

fn tries_key(range: &str) -> String {
    format!("captcha-tries:{range}")
}

fn failures_key(range: &str) -> String {
    format!("captcha-failures:{range}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::OpenOptions;

    /// However many checks there are, a window has one row of each counter.
    #[tokio::test]
    async fn checks_of_a_window_share_their_rows() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&OpenOptions::sqlite(folder.path())).await;
        let store = store.unwrap();
        let clock = Clock::manual(600_000);
        let rates = FailureRates::new(store.clone(), clock.clone());
        let network = "192.0.2.0/24";
        for how in [Ended::Wrong, Ended::Right, Ended::Expired, Ended::Replaced] {
            rates.count(network, 600, how).await.unwrap();
            clock.advance(100_000);
        }
        for (key, n) in [
            (&*tries_key(network), 2),
            (&*failures_key(network), 1),
            (SITE_TRIES, 2),
            (SITE_FAILURES, 1),
        ] {
            let hits = store.hits(key, 600_000, clock.now_ms()).await.unwrap();
            assert_eq!(hits, n, "{key}");
        }
        // A window later they still count, and two windows later no more.
        for tries in [2, 2, 0] {
            let found = rates.of(network, 600).await.unwrap();
            assert_eq!((found.range.tries, found.site.tries), (tries, tries));
            clock.advance(600_000);
        }
    }
}
