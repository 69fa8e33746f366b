//! The failure of a command: what the person is told, and the exit code.

use std::fmt::{self, Display};

use rookery_games::text::shown;

/// Why a command ended without success: what to tell the person, and the exit code.
#[derive(Debug)]
pub struct Failure {
    /// 1 the work failed or a check did not hold, 2 the arguments or the input were wrong; 0 where nothing is wrong, but the
    /// command has ended early.
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

    /// Nobody reads standard output any more (`rookery … | head -1`): the command ends, and nothing is wrong with that.
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

/// The message, with characters that nobody sees spelled out: it may repeat what was typed, and stays one line.
impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.message, usize::MAX))
    }
}
