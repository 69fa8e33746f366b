//! Whole lines of output, from any thread, each flushed.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The output to which lines are written.
#[derive(Clone)]
pub(crate) struct LineWriter(Arc<Mutex<dyn Write + Send>>);

impl LineWriter {
    /// Lines go to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        LineWriter(Arc::new(Mutex::new(out)))
    }

    /// Says a line. Where nobody listens any more, the input will end too: that is enough of a sign.
    pub fn say(&self, line: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }
}
