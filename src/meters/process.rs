//! Process metrics: memory, file descriptors and CPU time, as far as the system provides them.

#[cfg(target_os = "linux")]
use crate::meters::catalogue;

/// Records the process metrics. A value that cannot be read is not recorded: a missing line is better than a zero.
#[cfg(target_os = "linux")]
pub(super) fn note() {
    use metrics::{counter, gauge};
    use procfs::process::{LimitValue, Process};

    let Ok(me) = Process::myself() else { return };
    if let Ok(stat) = me.stat() {
        let ticks = stat.utime.saturating_add(stat.stime);
        counter!(catalogue::CPU).absolute(ticks / procfs::ticks_per_second().max(1));
        gauge!(catalogue::RESIDENT).set((stat.rss * procfs::page_size()) as f64);
        gauge!(catalogue::VIRTUAL).set(stat.vsize as f64);
        gauge!(catalogue::THREADS).set(stat.num_threads as f64);
    }
    if let Ok(open) = me.fd_count() {
        gauge!(catalogue::OPEN_FDS).set(open as f64);
    }
    if let Ok(limits) = me.limits()
        && let LimitValue::Value(most) = limits.max_open_files.soft_limit
    {
        gauge!(catalogue::MAX_FDS).set(most as f64);
    }
}

/// Not supported on other systems.
#[cfg(not(target_os = "linux"))]
pub(super) fn note() {}
