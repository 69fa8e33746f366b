//! Rate limits in memory: requests of an address a second or a minute, by the generic cell rate algorithm.

use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

const TWO: NonZeroU32 = NonZeroU32::MIN.saturating_add(1);

/// Counts requests by address, in memory.
pub type Flood = RateLimiter<String, DashMapStateStore<String>, DefaultClock>;

/// A counter that allows `per_second` requests a second and address, and twice that at once.
pub fn flood(per_second: u32) -> Flood {
    let rate = NonZeroU32::new(per_second).unwrap_or(NonZeroU32::MIN);
    RateLimiter::keyed(Quota::per_second(rate).allow_burst(rate.saturating_mul(TWO)))
}

/// A counter that allows `per_minute` requests a minute and address, all of them at once if need be; 0 stands for no limit.
pub fn flood_per_minute(per_minute: u32) -> Flood {
    RateLimiter::keyed(Quota::per_minute(
        NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MAX),
    ))
}

/// Counts one; where that is too many, the seconds until there is room again.
pub fn over(flood: &Flood, key: &String) -> Option<u32> {
    let refused = flood.check_key(key).err()?;
    let wait = refused.wait_time_from(flood.clock().now());
    Some(
        u32::try_from(wait.as_secs())
            .unwrap_or(u32::MAX)
            .saturating_add(1),
    )
}
