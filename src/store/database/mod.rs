//! The database: opening, schema, connections, backups, and the lock of the data folder.

pub(in crate::store) mod backup;
pub(in crate::store) mod contact;
mod data_folder;
pub(in crate::store) mod list_statements;
pub(in crate::store) mod occupied;
pub(in crate::store) mod open;
pub(in crate::store) mod schema;
pub(in crate::store) mod seal;
pub(in crate::store) mod sqlite;

pub use backup::{BackupProgress, back_up, restore};
pub use occupied::Occupied;
pub use open::{OpenOptions, SQLITE_FILE, Store};
