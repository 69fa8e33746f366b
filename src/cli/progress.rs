//! Progress line of a long-running command, shown only on a terminal.

use std::io::{self, IsTerminal, Write};

/// A line on standard error that is rewritten in place; nothing is written unless it is a terminal.
pub struct Progress {
    is_seen: bool,
}

impl Progress {
    pub fn new() -> Self {
        Progress {
            is_seen: io::stderr().is_terminal(),
        }
    }

    /// Replaces the line by `text`.
    pub fn show(&mut self, text: &str) {
        if self.is_seen {
            // Progress that cannot be written is not worth an error.
            let _ = write!(io::stderr().lock(), "\r{text}\x1b[K");
        }
    }
}

/// Clears the line for what is printed next: the result or an error.
impl Drop for Progress {
    fn drop(&mut self) {
        self.show("\r");
    }
}
