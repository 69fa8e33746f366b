//! Events between requests and between nodes: a match or a setting has changed.
//!
//! Events may be lost and may come twice. An event only says that there is something to read; the database says what.

mod bus_event;
mod handle;
mod postgres;
mod subscribers;

#[cfg(test)]
mod tests;

pub use bus_event::BusEvent;
pub use handle::Bus;
pub use postgres::Relay;
pub use subscribers::{MatchEvents, SettingsEvents};
