//! The protocol of Gomocup and Piskvork for gomoku programs ("brains") and their manager.
//!
//! Source: Gomoku AI protocol, <https://plastovicka.github.io/protocl2en.htm>. A thread reads, another thinks: `END`, a shorter
//! `INFO timeout_turn` and the end of the input act at once. A line that is refused (`ERROR …`, `UNKNOWN …`) leaves the position as it was.

mod answer;
mod board_lines;
pub(crate) mod client;
mod command;
mod coordinates;
mod manager_info;
mod rule;
mod session;
mod stone_list;
mod swap2;
#[cfg(test)]
mod tests;
mod thinking;

pub use crate::protocol::Clock;
pub use session::run;
