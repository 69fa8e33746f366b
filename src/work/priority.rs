//! Lowest thread priority, for work that can wait.

/// Permanently gives this thread the lowest priority: it gets only CPU time that no other thread wants. If the system has no
/// per-thread priorities (that is, anywhere but on Linux), or refuses, nothing changes.
pub fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, LOWEST) {
        tracing::debug!(%error, "a thread keeps its priority");
    }
}

/// The end of the scale of `nice`.
#[cfg(target_os = "linux")]
const LOWEST: i32 = 19;
