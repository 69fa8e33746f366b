//! Stopwatch of one thread's CPU time.

use rustix::time::{ClockId, clock_gettime};

/// Measures the CPU time of the thread that started it: what other threads and programs do does not count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CpuWatch {
    start_s: f64,
}

impl CpuWatch {
    /// Starts measuring.
    pub(crate) fn start() -> Self {
        CpuWatch {
            start_s: thread_cpu_s(),
        }
    }

    /// CPU seconds since the start; ask on the thread that started it.
    pub(crate) fn elapsed_s(&self) -> f64 {
        thread_cpu_s() - self.start_s
    }
}

fn thread_cpu_s() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
