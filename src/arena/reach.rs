//! The scope of news: the one place that chooses a bus for the parts of the site.

use crate::bus::Bus;
use crate::store::Store;

/// Who hears of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All nodes where the database can carry news, this process where it cannot.
    AsTheDatabase,
    /// This process only.
    Process,
    /// All nodes on the database.
    Nodes,
}

/// The bus that reaches so far; `None` where the database cannot carry news to other nodes.
pub fn bus(store: &Store, reach: Reach) -> Option<Bus> {
    match (reach, store.postgres_pool()) {
        (Reach::Process, _) | (Reach::AsTheDatabase, None) => Some(Bus::local()),
        (Reach::AsTheDatabase | Reach::Nodes, Some(pool)) => Some(Bus::postgres(pool.clone())),
        (Reach::Nodes, None) => None,
    }
}
