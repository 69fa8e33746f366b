//! Failure rates of captchas by address range and for the whole site: the step of the price is chosen by them.
//! Counted in the database, so that nodes agree.

use crate::clock::Clock;
use crate::service::Error;
use crate::store::Store;
use rookery_captcha::defence::{Rate, Settings};

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

    /// Counts an answer. In the site's rate, only the first `range_tries` answers of an address range in a window count, and at most a
    /// quarter of `site_tries`: a rate covers up to two windows, so no single network can raise the price for everybody.
    pub(in crate::service) async fn count(
        &self,
        range: &str,
        defence: &Settings,
        is_right: bool,
    ) -> Result<(), Error> {
        if range.is_empty() {
            return Ok(());
        }
        let (tries, failures) = (tries_key(range), failures_key(range));
        // The range's tries come last among its keys, because [`Store::count_hits`] compares the last one with the limit.
        let (own, site): (&[&str], &[&str]) = match is_right {
            false => (&[&failures, &tries], &[SITE_FAILURES, SITE_TRIES]),
            true => (&[&tries], &[SITE_TRIES]),
        };
        let window_ms = i64::from(defence.window_s) * 1000;
        let site = (site, defence.range_tries.min(defence.site_tries / 4));
        Ok(self
            .store
            .count_hits(own, site, window_ms, self.clock.now_ms())
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

    /// Windows of ten minutes, in each of which a range adds at most `range_tries` checks to those of the site.
    fn defence(range_tries: u32) -> Settings {
        Settings {
            window_s: 600,
            range_tries,
            site_tries: 100,
            ..Settings::default()
        }
    }

    /// However many checks there are, a window has one row of each counter.
    #[tokio::test]
    async fn checks_of_a_window_share_their_rows() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&OpenOptions::sqlite(folder.path())).await;
        let store = store.unwrap();
        let clock = Clock::manual(600_000);
        let rates = FailureRates::new(store.clone(), clock.clone());
        let network = "192.0.2.0/24";
        let defence = defence(20);
        for is_right in [false, true] {
            rates.count(network, &defence, is_right).await.unwrap();
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
    /// A network that fails again and again raises its own rate, and little of the site's.
    #[tokio::test]
    async fn a_range_adds_no_more_than_its_first_checks_of_a_window_to_those_of_the_site() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&OpenOptions::sqlite(folder.path())).await;
        let clock = Clock::manual(600_000);
        let rates = FailureRates::new(store.unwrap(), clock.clone());
        let defence = defence(5);
        let fail = async |network: &str, count: usize| {
            for _ in 0..count {
                let counted = rates.count(network, &defence, false);
                counted.await.unwrap();
            }
            let found = rates.of(network, 600).await.unwrap();
            let Rate { tries, failures } = found.site;
            (found.range.failures, tries, failures)
        };
        assert_eq!(fail("192.0.2.0/24", 30).await, (30, 5, 5));
        assert_eq!(fail("198.51.100.0/24", 2).await, (2, 7, 7));
        // In another window there is room again; the one before it still counts.
        clock.advance(600_000);
        assert_eq!(fail("192.0.2.0/24", 30).await, (60, 12, 12));
    }

    /// Two windows are looked at: where the range's number is as large as the site's, one network would still be enough.
    #[tokio::test]
    async fn in_two_windows_a_range_adds_half_of_what_the_site_needs_at_most() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&OpenOptions::sqlite(folder.path())).await;
        let clock = Clock::manual(600_000);
        let rates = FailureRates::new(store.unwrap(), clock.clone());
        let defence = defence(1_000);
        for _ in 0..2 {
            for _ in 0..60 {
                let counted = rates.count("192.0.2.0/24", &defence, false);
                counted.await.unwrap();
            }
            clock.advance(600_000);
        }
        clock.advance(-600_000);
        let site = rates.of("192.0.2.0/24", 600).await.unwrap().site;
        assert_eq!((site.tries, site.failures), (50, 50));
    }
}
