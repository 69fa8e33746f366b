//! The captcha put together: its parts, how they start and how they stop.

use std::sync::Arc;
use std::time::Duration;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::service::Error;
use crate::service::captcha::admin::bench::Bench;
use crate::service::captcha::admin::samples::Samples;
use crate::service::captcha::admin::uploads::Uploads;
use crate::service::captcha::challenges::check::Checks;
use crate::service::captcha::challenges::issue::Challenges;
use crate::service::captcha::challenges::kept::KeptChallenges;
use crate::service::captcha::challenges::media::ChallengeMedia;
use crate::service::captcha::challenges::prices::Prices;
use crate::service::captcha::handles::Handles;
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
    /// Their pictures and recordings.
    pub media: ChallengeMedia,
    /// The check of a challenge.
    pub checks: Checks,
    /// Passed challenges that serve another name.
    pub kept: KeptChallenges,
    /// The sites of others, and the challenges of their visitors.
    pub sites: CaptchaSites,
    /// Counters for the owner's pages.
    pub counters: CaptchaCounters,
    /// The tools that help the owner choose the settings.
    pub tools: CaptchaTools,
}

/// The tools of the owner, who chooses the settings by them.
#[derive(Clone)]
pub struct CaptchaTools {
    /// Fonts and backgrounds that an admin has uploaded.
    pub uploads: Uploads,
    /// Pictures of settings that are not saved.
    pub samples: Samples,
    /// Pictures that members read for the owner.
    pub reading_tests: ReadingTests,
    /// The measurement of a machine's reading.
    pub bench: Arc<Bench>,
    /// The threads that draw, for previews as well.
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
        let settings = LiveSettings::open(options, store.clone(), bus, clock.clone()).await?;
        let handles = Handles {
            counters: CaptchaCounters::new(store.clone(), clock.clone(), settings.clone()),
            prices: Prices::new(store.clone(), clock.clone()),
            store,
            clock,
            settings,
            threads,
        };
        Ok(Captchas {
            challenges: Challenges::new(&handles),
            media: ChallengeMedia::new(&handles),
            checks: Checks::new(&handles),
            kept: KeptChallenges::new(&handles),
            sites: CaptchaSites::new(handles.store.clone(), handles.clock.clone()),
            tools: CaptchaTools {
                reading_tests: ReadingTests::new(&handles),
                samples: Samples::new(handles.threads.clone()),
                bench: Arc::new(bench),
                uploads: Uploads::new(
                    handles.store,
                    handles.clock,
                    handles.settings.clone(),
                    handles.threads.clone(),
                ),
                threads: handles.threads,
            },
            settings: handles.settings,
            counters: handles.counters,
        })
    }

    /// Jobs of the threads: the name, how many run, how many wait.
    pub fn pools(&self) -> [(&'static str, usize, usize); 2] {
        self.tools.threads.pools()
    }

    /// Ends the threads and a measurement. Returns whether all ended within that time.
    pub async fn shutdown(&self, within: Duration) -> bool {
        let (threads, bench) = tokio::join!(
            self.tools.threads.shutdown(within),
            self.tools.bench.shutdown(within)
        );
        threads && bench
    }
}
