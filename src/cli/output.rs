//! Output of the commands: one JSON object per line for programs, plain lines for people, remarks on standard error; and the
//! CPU time of the process.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
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
    writeln!(io::stdout().lock(), "{text}").map_err(|e| unwritten(&e))
}

/// The end of a command that cannot write to standard output.
pub fn unwritten(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::nobody_reads(),
        _ => Failure::work(format!("cannot write to standard output: {error}")),
    }
}

/// Standard output for a session with another program, which goes on where a line cannot be written: the fault is kept for its end.
#[derive(Clone, Default)]
pub struct SessionOutput(Arc<Mutex<Option<io::Error>>>);

impl SessionOutput {
    /// The end of the session.
    ///
    /// # Errors
    /// A line could not be written.
    pub fn end(&self) -> Result<(), Failure> {
        let fault = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        fault.as_ref().map_or(Ok(()), |e| Err(unwritten(e)))
    }

    fn kept<T>(&self, written: io::Result<T>) -> io::Result<T> {
        written.map_err(|e| {
            let kind = e.kind();
            // A call that a signal broke off is made again.
            if kind != io::ErrorKind::Interrupted {
                let mut fault = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                fault.get_or_insert(e);
            }
            kind.into()
        })
    }
}

impl Write for SessionOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.kept(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.kept(io::stdout().flush())
    }
}

/// Prints a remark beside the results, one line on standard error. Where nobody reads it there is nobody to tell, and the command
/// goes on: `eprintln!` would panic (clippy denies it).
pub fn remark(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Prints a remark for a person who watches: on standard error, if it is a terminal.
pub fn remark_on_terminal(text: &str) {
    if io::stderr().is_terminal() {
        remark(text);
    }
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
