//! The scope of news: the one place that chooses a bus for the parts of the site.

use crate::bus::{Bus, Relay};
use crate::store::Store;

/// The processes that hear of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusScope {
    /// All nodes where the database can carry news, this process where it cannot.
    AsTheDatabase,
    Process,
    /// All nodes on the database.
    Nodes,
}

/// The bus with this reach; `None` where the database cannot carry news to other nodes.
pub fn bus(store: &Store, scope: BusScope) -> Option<Bus> {
    match (scope, store.postgres_pool()) {
        (BusScope::Process, _) | (BusScope::AsTheDatabase, None) => Some(Bus::local()),
        (BusScope::AsTheDatabase | BusScope::Nodes, Some(pool)) => {
            Some(Relay::start(pool.clone()).into())
        }
        (BusScope::Nodes, None) => None,
    }
}
