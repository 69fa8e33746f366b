//! Statistics of the captcha: counters by day, solve times, and failure rates by address range.

pub(in crate::service) mod arrivals;
pub(in crate::service) mod counters;
pub(in crate::service) mod failure_rates;
pub(in crate::service) mod solve_times;
