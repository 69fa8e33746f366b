//! News between requests and between nodes: which match, or which setting, has changed.
//!
//! News may be lost and may come twice. It only says that there is something to read; the database says what.

mod handle;
mod news;
mod postgres;
mod subscribers;

#[cfg(test)]
mod tests;

pub use handle::Bus;
pub use news::News;
pub use subscribers::{MatchNews, SettingsNews};
