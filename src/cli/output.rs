//! Output of the commands: one JSON object per line for programs, plain lines for people, remarks on standard error; and the
//! CPU time of the process.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::cli::failure::Failure;

/// Prints one object as a line of JSON on standard output.
///
/// # Errors
/// Standard output cannot be written.
pub fn json_line(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|e| Failure::work(e.to_string()))?;
    line(&text)
}

/// Prints a line on standard output.
///
/// # Errors
/// Standard output cannot be written.
pub fn line(text: &str) -> Result<(), Failure> {
    writeln!(io::stdout().lock(), "{text}").map_err(|e| match e.kind() {
        io::ErrorKind::BrokenPipe => Failure::nobody_reads(),
        _ => Failure::work(format!("cannot write to standard output: {e}")),
    })
}

/// Prints a remark beside the results, one line on standard error. Where nobody reads it there is nobody to tell, and the command
/// goes on: `eprintln!` would panic (clippy denies it).
pub fn remark(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// CPU seconds used by this process, all threads together.
pub fn cpu_seconds() -> f64 {
    seconds_of(rustix::time::ClockId::ProcessCPUTime)
}

/// CPU seconds used by this thread.
pub fn thread_cpu_seconds() -> f64 {
    seconds_of(rustix::time::ClockId::ThreadCPUTime)
}

fn seconds_of(clock: rustix::time::ClockId) -> f64 {
    let t = rustix::time::clock_gettime(clock);
    let secs = u64::try_from(t.tv_sec).unwrap_or(0);
    let nanos = u32::try_from(t.tv_nsec).unwrap_or(0);
    Duration::new(secs, nanos).as_secs_f64()
}
