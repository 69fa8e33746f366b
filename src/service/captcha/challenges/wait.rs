//! The wait of a challenge without scripts, and waits in whole seconds.

use crate::store::Challenge;
use rookery_captcha::defence::Settings;

/// When the wait of a challenge is over, unix milliseconds.
pub(super) fn over_ms(challenge: &Challenge, defence: &Settings) -> i64 {
    challenge.created_ms + i64::from(defence.wait_s) * 1000
}

/// Milliseconds as whole seconds, rounded up; 0 for a time that is past.
pub(super) fn seconds(ms: i64) -> u32 {
    u32::try_from((ms.max(0) + 999) / 1000).unwrap_or(u32::MAX)
}
