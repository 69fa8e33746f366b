//! The progress line of a long command, for people at a terminal.

use std::io::{self, IsTerminal, Write};

/// A line on standard error that is written over and over; nothing where nobody looks at a terminal.
pub struct Progress {
    is_seen: bool,
}

impl Progress {
    pub fn new() -> Self {
        Progress {
            is_seen: io::stderr().is_terminal(),
        }
    }

    /// Shows `text` in place of what stood there.
    pub fn show(&mut self, text: &str) {
        if self.is_seen {
            // What cannot be shown is not missed.
            let _ = write!(io::stderr().lock(), "\r{text}\x1b[K");
        }
    }
}

/// Leaves the line empty, for what is said next: the end, or what went wrong.
impl Drop for Progress {
    fn drop(&mut self) {
        self.show("\r");
    }
}
