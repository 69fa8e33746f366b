//! Scope of bus events: whether they reach all nodes or this process only.

use crate::bus::{Bus, Relay};
use crate::store::Store;

/// The processes that hear of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusScope {
    /// All nodes if the database can carry events (PostgreSQL), otherwise this process.
    AsTheDatabase,
    Process,
    /// All nodes on the database.
    Nodes,
}

/// The bus with this scope; `None` if the database cannot carry events to other nodes.
pub fn bus(store: &Store, scope: BusScope) -> Option<Bus> {
    match (scope, store.postgres_pool()) {
        (BusScope::Process, _) | (BusScope::AsTheDatabase, None) => Some(Bus::local()),
        (BusScope::AsTheDatabase | BusScope::Nodes, Some(pool)) => {
            Some(Relay::start(pool.clone()).into())
        }
        (BusScope::Nodes, None) => None,
    }
}
