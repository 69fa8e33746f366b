//! State shared by the threads of one search (lazy SMP).

use std::sync::atomic::{AtomicBool, AtomicU64};

use crate::Control;
use crate::memory::transposition::Table;

/// The data that the threads of one search share.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub control: &'a Control,
    /// Set when the first thread ends: the others stop then.
    pub done: &'a AtomicBool,
    /// Nodes of all threads, added up at each poll.
    pub nodes: &'a AtomicU64,
    /// Whether other threads search too.
    pub is_crowded: bool,
    /// Whether others write, or have written, into the table: its values are then not proofs of this search.
    pub is_table_shared: bool,
}
