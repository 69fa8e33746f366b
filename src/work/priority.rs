//! Lowest thread priority, for work that can wait.

/// Gives this thread the lowest priority there is, for good: it gets the time that nobody else wants. Where the system knows
/// no priority of single threads (anywhere but on Linux), or refuses, everything stays as it is.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, LOWEST) {
        tracing::debug!(%error, "a thread keeps its priority");
    }
}

/// The end of the scale of `nice`.
#[cfg(target_os = "linux")]
const LOWEST: i32 = 19;
