//! The failure of a command: a message for the user, and the exit code.

use std::fmt::{self, Display};

use rookery_games::text::shown;

/// The reason why a command failed, with the exit code.
#[derive(Debug)]
pub struct Failure {
    /// 1: the work failed or a check did not hold. 2: the arguments or the input were wrong. 0: nothing is wrong, but the
    /// command ended early.
    pub code: u8,
    /// One line: what, where, what to do.
    pub message: String,
}

impl Failure {
    /// The work failed, or a check did not hold.
    pub fn work(message: impl Into<String>) -> Self {
        Failure {
            code: 1,
            message: message.into(),
        }
    }

    /// Standard output was closed by its reader (`rookery … | head -1`): the command ends, and this is not an error.
    pub fn nobody_reads() -> Self {
        Failure {
            code: 0,
            message: String::new(),
        }
    }

    /// The arguments or the input were wrong.
    pub fn input(message: impl Into<String>) -> Self {
        Failure {
            code: 2,
            message: message.into(),
        }
    }
}

/// The message with invisible characters escaped: it may repeat user input and must stay on one line.
impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.message, usize::MAX))
    }
}
