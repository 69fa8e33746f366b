//! The parts of a running search: each keeps one thing from node to node, and nothing else.

pub(crate) mod accumulators;
pub(crate) mod config;
pub(crate) mod key_history;
pub(crate) mod limiter;
pub(crate) mod node_state;
pub(crate) mod observation;
pub(crate) mod pv_table;
pub(crate) mod search_stack;
pub(crate) mod shared;
pub(crate) mod statistics;
pub(crate) mod table_access;
