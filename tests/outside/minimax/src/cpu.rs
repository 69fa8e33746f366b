//! CPU time of this thread: other programs on the machine do not count.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

fn now() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Does some work, adds its CPU time to `spent`, and returns its result.
pub fn timed<T>(spent: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = now();
    let result = work();
    *spent += now() - start;
    result
}
