//! Rows of sessions.

pub(in crate::store) mod requested_matches;
pub(in crate::store) mod session_rows;
pub(in crate::store) mod session_store;

pub use session_rows::{SESSION_ABSOLUTE_MS, SESSION_IDLE_MS, STRANGER_MS, Session};
pub use session_store::{SessionRecords, session_hash};
