//! The Go Text Protocol, version 2, for programs that play or show Go.
//!
//! Source: Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002). A command is answered before the next one is
//! read, as the protocol has it: the controller waits.

pub(crate) mod client;
mod go_clock;
mod gtp_board;
mod gtp_command;
mod pace;
mod session;
mod sgf_file;
#[cfg(test)]
mod tests;

pub use crate::protocol::Clock;
pub use session::run;
