//! The Universal Chess Interface (UCI), for every game of the registry.
//!
//! A thread reads, another thinks: `stop` and `ponderhit` act at once. What cannot be understood is answered with a note
//! (`info string …`) and passed over; the end of the input is the end of the program.

pub(crate) mod client;
mod command;
mod session;
mod settings;
mod strength;
#[cfg(test)]
#[cfg(feature = "tic-tac-toe")]
mod tests;
mod thinking;
mod uci_rules;
mod uci_writer;

pub use crate::protocol::Clock;
pub use session::run;
