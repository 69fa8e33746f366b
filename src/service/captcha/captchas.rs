//! The captcha put together: its parts, how they start and how they stop.

use std::sync::Arc;
use std::time::Duration;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::service::Error;
use crate::service::captcha::admin::bench::Bench;
use crate::service::captcha::admin::samples::Samples;
use crate::service::captcha::admin::uploads::Uploads;
use crate::service::captcha::challenge::Challenges;
use crate::service::captcha::live_settings::{CaptchaOptions, LiveSettings};
use crate::service::captcha::reading_tests::ReadingTests;
use crate::service::captcha::sites::CaptchaSites;
use crate::service::captcha::statistics::counters::CaptchaCounters;
use crate::service::captcha::threads::CaptchaThreads;
use crate::store::Store;

/// The parts of the captcha. A clone is the same captcha: every part is a handle.
#[derive(Clone)]
pub struct Captchas {
    /// The settings in force, and their history.
    pub settings: LiveSettings,
    /// Challenges of this site's visitors.
    pub challenges: Challenges,
    /// The sites of others, and the challenges of their visitors.
    pub sites: CaptchaSites,
    /// Fonts and backgrounds that an admin has uploaded.
    pub uploads: Uploads,
    /// Pictures of settings that are not saved.
    pub samples: Samples,
    /// Counters for the owner's pages.
    pub counters: CaptchaCounters,
    /// Pictures that members read for the owner.
    pub reading_tests: ReadingTests,
    /// The measurement of what a machine reads.
    pub bench: Arc<Bench>,
    /// The threads that draw and that check proofs of work.
    pub threads: CaptchaThreads,
}

impl Captchas {
    /// Reads settings, fonts and backgrounds, and starts the threads that draw and that check proofs of work.
    ///
    /// # Errors
    /// The database does not answer, or [`Error::Threads`].
    pub async fn open(
        options: CaptchaOptions,
        store: Store,
        bus: Bus,
        clock: Clock,
    ) -> Result<Self, Error> {
        let threads = CaptchaThreads::start()?;
        let bench = Bench::new(clock.clone()).map_err(Error::Threads)?;
        let counters = CaptchaCounters::new(store.clone(), clock.clone());
        let settings = LiveSettings::open(options, store.clone(), bus, clock.clone()).await?;
        let challenges = Challenges::new(
            store.clone(),
            clock.clone(),
            settings.clone(),
            threads.clone(),
        );
        Ok(Captchas {
            sites: CaptchaSites::new(store.clone(), clock.clone()),
            reading_tests: ReadingTests::new(
                store.clone(),
                clock.clone(),
                settings.clone(),
                threads.clone(),
            ),
            uploads: Uploads::new(store, clock, settings.clone(), threads.clone()),
            samples: Samples::new(threads.clone()),
            bench: Arc::new(bench),
            counters,
            settings,
            challenges,
            threads,
        })
    }

    /// Ends the threads and a measurement. Returns whether all ended within that time.
    pub async fn shutdown(&self, within: Duration) -> bool {
        let (threads, bench) =
            tokio::join!(self.threads.shutdown(within), self.bench.shutdown(within));
        threads && bench
    }
}
