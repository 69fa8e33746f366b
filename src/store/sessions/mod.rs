//! Rows of sessions.

pub(in crate::store) mod asked_matches;
pub(in crate::store) mod session;
pub(in crate::store) mod session_store;

pub use session::{SESSION_ABSOLUTE_MS, SESSION_IDLE_MS, STRANGER_MS, Session};
pub use session_store::{SessionRecords, session_hash};
