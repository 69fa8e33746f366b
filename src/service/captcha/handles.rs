//! Handles that the parts of the captcha share; each part clones those that it needs.

use crate::clock::Clock;
use crate::service::captcha::challenges::prices::Prices;
use crate::service::captcha::live_settings::LiveSettings;
use crate::service::captcha::statistics::counters::CaptchaCounters;
use crate::service::captcha::threads::CaptchaThreads;
use crate::store::Store;

/// The shared handles.
pub(in crate::service::captcha) struct Handles {
    pub(in crate::service::captcha) store: Store,
    pub(in crate::service::captcha) clock: Clock,
    pub(in crate::service::captcha) settings: LiveSettings,
    pub(in crate::service::captcha) threads: CaptchaThreads,
    pub(in crate::service::captcha) counters: CaptchaCounters,
    pub(in crate::service::captcha) prices: Prices,
}
